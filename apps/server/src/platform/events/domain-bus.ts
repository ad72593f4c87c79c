/** An event of one module that other modules handle in the same transaction. */
type DomainEvent = { readonly type: string };

/** Handles an event. It returns nothing: use a call for a result. */
export type Handler<Tx, Event extends DomainEvent> = (tx: Tx, event: Event) => Promise<void>;

/** The handlers of each event, in order. */
export type Handlers<Tx, Event extends DomainEvent> = {
  readonly [Type in Event['type']]: readonly Handler<Tx, Extract<Event, { readonly type: Type }>>[];
};

/** Delivers events to their subscribers inside one transaction. */
export function createDomainBus<Tx, Event extends DomainEvent>() {
  let subscribers: Handlers<Tx, Event> | undefined;

  async function deliver(tx: Tx, event: Event): Promise<void> {
    if (subscribers === undefined)
      throw new Error(`Event ${event.type} was published before the modules were composed.`);
    // The table gives each event its own handlers; TypeScript does not follow that through an index.
    const handlers = subscribers[event.type as Event['type']] as readonly Handler<Tx, Event>[];
    for (const handle of handlers) await handle(tx, event);
  }

  return {
    /** Call once, after all modules are composed. */
    connect(handlers: Handlers<Tx, Event>): void {
      if (subscribers !== undefined) throw new Error('The event handlers are already connected.');
      subscribers = handlers;
    },
    /** Opens the queue of one transaction; `tx` returns its stores. */
    open: (tx: () => Tx) => openQueue((event: Event) => deliver(tx(), event)),
  };
}

/**
 * Delivers one event at a time: an event published by a handler follows the current one. After a handler has thrown, the
 * transaction cannot be committed, even if the error was caught.
 */
function openQueue<Event extends DomainEvent>(deliver: (event: Event) => Promise<void>) {
  const waiting: Event[] = [];
  let isDelivering = false;
  let failure: { readonly error: unknown } | undefined;

  return {
    /** Returns after the event and all resulting events have been delivered. Inside a handler it returns at once. */
    async publish(event: Event): Promise<void> {
      if (failure !== undefined) throw failure.error;
      waiting.push(event);
      if (isDelivering) return;
      isDelivering = true;
      try {
        for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await deliver(next);
      } catch (error) {
        failure = { error };
        throw error;
      } finally {
        isDelivering = false;
      }
    },
    /** Throws unless all published events have been delivered. */
    requireDelivered(): void {
      if (failure !== undefined) throw failure.error;
      const [unheard] = waiting;
      if (unheard !== undefined || isDelivering) {
        throw new Error(
          `A transaction ended before ${unheard?.type ?? 'an event'} was delivered: await the publishing call.`,
        );
      }
    },
  };
}
