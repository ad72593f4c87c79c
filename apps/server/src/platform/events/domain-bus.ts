/** Something that happened in one module and that others act on, in the transaction in which it happened. */
type DomainEvent = { readonly type: string };

/** What a module does about an event. It gives no answer: what returns a value is a call. */
export type Handler<Tx, Event extends DomainEvent> = (tx: Tx, event: Event) => Promise<void>;

/** Everybody who hears each event, in the order in which they hear it. */
export type Handlers<Tx, Event extends DomainEvent> = {
  readonly [Type in Event['type']]: readonly Handler<Tx, Extract<Event, { readonly type: Type }>>[];
};

/** Carries events from those who publish to those who hear, inside one transaction. */
export function createDomainBus<Tx, Event extends DomainEvent>() {
  let heardBy: Handlers<Tx, Event> | undefined;

  async function deliver(tx: Tx, event: Event): Promise<void> {
    if (heardBy === undefined) throw new Error(`Event ${event.type} was published before the modules were composed.`);
    // The table gives each event its own handlers; TypeScript does not follow that through an index.
    const handlers = heardBy[event.type as Event['type']] as readonly Handler<Tx, Event>[];
    for (const handle of handlers) await handle(tx, event);
  }

  return {
    /** Once, when every module is composed. */
    connect(handlers: Handlers<Tx, Event>): void {
      if (heardBy !== undefined) throw new Error('The handlers of events are connected already.');
      heardBy = handlers;
    },
    /** For one transaction, whose stores `tx` gives. */
    open: (tx: () => Tx) => openQueue((event: Event) => deliver(tx(), event)),
  };
}

/**
 * One event after the other: what a handler publishes is heard when everybody has heard the present one. Once a handler has
 * thrown, the transaction cannot be committed, even if somebody caught the error.
 */
function openQueue<Event extends DomainEvent>(deliver: (event: Event) => Promise<void>) {
  const waiting: Event[] = [];
  let isDelivering = false;
  let failure: { readonly error: unknown } | undefined;

  return {
    /** Returns when the event and all that follows from it have been heard; inside a handler, at once. */
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
    /** Throws unless everything that was published has been heard. */
    requireHeard(): void {
      if (failure !== undefined) throw failure.error;
      const [unheard] = waiting;
      if (unheard !== undefined || isDelivering) {
        throw new Error(`A transaction ended before ${unheard?.type ?? 'an event'} was heard: await what publishes.`);
      }
    },
  };
}
