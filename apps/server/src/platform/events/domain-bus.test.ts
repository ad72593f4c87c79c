import { describe, expect, it } from 'vitest';
import { createDomainBus, type Handlers } from './domain-bus.ts';

type Event = { readonly type: 'first'; readonly of: string } | { readonly type: 'second'; readonly of: string };
type Tx = { readonly name: string; readonly publish: (event: Event) => Promise<void> };

/** A transaction whose handlers record the events that they receive. */
function openTransaction(handlers: (heard: string[]) => Handlers<Tx, Event>) {
  const heard: string[] = [];
  const bus = createDomainBus<Tx, Event>();
  bus.connect(handlers(heard));
  const queue = bus.open(() => tx);
  const tx: Tx = { name: 'tx', publish: queue.publish };
  return { heard, tx, bus, ...queue };
}

describe('the domain bus', () => {
  it('calls the handlers of an event in their declared order, with the stores of the transaction', async () => {
    const { heard, publish } = openTransaction((said) => ({
      first: [
        async ({ name }, { of }) => void said.push(`a ${of} ${name}`),
        async ({ name }, { of }) => void said.push(`b ${of} ${name}`),
      ],
      second: [],
    }));

    await publish({ type: 'first', of: '1' });

    expect(heard).toEqual(['a 1 tx', 'b 1 tx']);
  });

  it("queues a handler's events until the current event is handled, and returns when the queue is empty", async () => {
    const { heard, publish } = openTransaction((said) => ({
      first: [
        async (tx, { of }) => {
          await tx.publish({ type: 'second', of });
          said.push(`a ${of}`);
        },
        async (_, { of }) => void said.push(`b ${of}`),
      ],
      second: [async (_, { of }) => void said.push(`c ${of}`)],
    }));

    await publish({ type: 'first', of: '1' });
    await publish({ type: 'first', of: '2' });

    expect(heard).toEqual(['a 1', 'b 1', 'c 1', 'a 2', 'b 2', 'c 2']);
  });

  it('prevents the commit after a handler has thrown, even if the error was caught', async () => {
    const { heard, publish, requireDelivered } = openTransaction((said) => ({
      first: [
        async () => {
          throw new Error('refused');
        },
      ],
      second: [async () => void said.push('second')],
    }));

    await expect(publish({ type: 'first', of: '1' })).rejects.toThrow('refused');

    await expect(publish({ type: 'second', of: '1' })).rejects.toThrow('refused');
    expect(requireDelivered).toThrow('refused');
    expect(heard).toEqual([]);
  });

  it('rejects the end of a transaction with undelivered events', async () => {
    const { publish, requireDelivered } = openTransaction(() => ({
      first: [() => new Promise((resolve) => setImmediate(resolve))],
      second: [],
    }));

    const published = publish({ type: 'first', of: '1' });
    expect(requireDelivered).toThrow('await the publishing call');

    await published;
    expect(requireDelivered).not.toThrow();
  });

  it('is connected once, and accepts no event before', async () => {
    const bus = createDomainBus<object, Event>();
    const { publish } = bus.open(() => ({}));
    await expect(publish({ type: 'first', of: '1' })).rejects.toThrow('before the modules were composed');

    bus.connect({ first: [], second: [] });
    expect(() => bus.connect({ first: [], second: [] })).toThrow('already connected');
  });
});
