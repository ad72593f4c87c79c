import { describe, expect, it } from 'vitest';
import { readContext, runInContext } from '../log/index.ts';
import { createNoticeBus } from './notice-bus.ts';

type Listening = Parameters<Parameters<typeof createNoticeBus>[0]['listen']>[0];

function setup() {
  let now = 1_000_000;
  let monotonicMs = 0;
  let listening: Listening | undefined;
  const bus = createNoticeBus({
    listen: (options) => {
      listening = options;
      return { close: async () => undefined };
    },
    clock: { now: () => new Date(now) },
    monotonicMs: () => monotonicMs,
  });
  bus.start();
  const connection = (): Listening => {
    if (listening === undefined) throw new Error('The bus does not listen.');
    return listening;
  };
  const step = (ms: number) => {
    now += ms;
  };
  const pass = (ms: number) => {
    step(ms);
    monotonicMs += ms;
  };
  return { bus, connection, pass, step };
}

describe('createNoticeBus', () => {
  it('is proven for five seconds after each answered heartbeat', () => {
    const { bus, connection, pass } = setup();
    expect(bus.isProven()).toBe(false);
    connection().onConnected();
    pass(4_999);
    expect(bus.isProven()).toBe(true);
    pass(1);
    expect(bus.isProven()).toBe(false);
    connection().onBeat?.();
    expect(bus.isProven()).toBe(true);
  });

  it('is not proven longer when the clock is set back', () => {
    const { bus, connection, pass, step } = setup();
    connection().onConnected();

    step(-3_600_000);
    expect(bus.isProven()).toBe(false);
    connection().onBeat?.();
    pass(4_999);
    expect(bus.isProven()).toBe(true);

    step(-1_000);
    pass(1);
    expect(bus.isProven()).toBe(false);
  });

  it('drops all cached state before it is proven again, because reads in between missed their notices', () => {
    const { bus, connection } = setup();
    const believedWhenForgetting: boolean[] = [];
    bus.onLost(() => believedWhenForgetting.push(bus.isProven()));

    connection().onConnected();
    connection().onLost();
    connection().onConnected();

    expect(believedWhenForgetting).toEqual([false, false, false]);
    expect(bus.isProven()).toBe(true);
  });

  it('sends a notice to the subscribers of its topic until they unsubscribe', () => {
    const { bus, connection } = setup();
    const heard: string[] = [];
    const stop = bus.on('certificate', (id) => heard.push(id));

    connection().onNotice('assay', 'certificate:with:colons');
    connection().onNotice('assay', 'other:b');
    bus.tell('certificate', 'c');
    stop();
    connection().onNotice('assay', 'certificate:d');

    expect(heard).toEqual(['with:colons', 'c']);
  });

  it('calls subscribers outside of the request that caused the notice, because they work for others too', () => {
    const { bus } = setup();
    const heardIn: object[] = [];
    bus.on('outbox', () => heardIn.push(readContext()));

    runInContext({ requestId: 'request-1' }, () => bus.tell('outbox', 'queued'));

    expect(heardIn).toEqual([{}]);
  });
});
