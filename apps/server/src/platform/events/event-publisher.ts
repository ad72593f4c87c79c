import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../log/index.ts';
import { type EventStore, PUBLISH_BATCH, type PublishedRow } from './events.store.ts';
import type { NoticeBus } from './notice-bus.ts';

type Deps = {
  /** Runs `number` and its follow-up work in one transaction. */
  readonly publishInTransaction: (then: (events: EventStore) => Promise<PublishedRow[]>) => Promise<PublishedRow[]>;
  readonly bus: Pick<NoticeBus, 'on'>;
  readonly log: Logger;
};

/** Interval of the poll that publishes events whose notice was lost. */
const POLL_INTERVAL_MS = 5_000;
/** The first event of a burst is published at once. Those behind it share a transaction. */
const GATHER_MS = 100;

/** Numbers committed events in every process that runs it. A database lock admits one at a time. */
export function createEventPublisher({ publishInTransaction, bus, log }: Deps) {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isWanted = false;
  let isStopped = false;

  async function run(): Promise<void> {
    while (isWanted && !isStopped) {
      isWanted = false;
      const published = await publishInTransaction((events) => events.number());
      if (published.length === PUBLISH_BATCH)
        isWanted = true; // more events are due
      else if (published.length > 0) await delay(GATHER_MS);
    }
  }

  function wake(): void {
    isWanted = true;
    running ??= run()
      .catch((error: unknown) => log.warn({ err: error }, 'publishing events failed'))
      .finally(() => {
        running = undefined;
      });
  }

  return {
    start(): void {
      bus.on('events', (what) => {
        if (what === 'added') wake();
      });
      timer = setInterval(wake, POLL_INTERVAL_MS);
      wake();
    },
    async stop(): Promise<void> {
      isStopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
