import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../log/index.ts';
import { type EventStore, PUBLISH_BATCH, type PublishedRow } from './events.store.ts';
import type { NoticeBus } from './notice-bus.ts';

type Deps = {
  /** Runs `number` and everything that follows from it in one transaction. */
  readonly publishInTransaction: (then: (events: EventStore) => Promise<PublishedRow[]>) => Promise<PublishedRow[]>;
  readonly bus: Pick<NoticeBus, 'on'>;
  readonly log: Logger;
};

/** Events that a lost notice left behind are published by the next look, at the latest after this long. */
const LOOK_EVERY_MS = 5_000;
/** The first event of a burst goes out at once; those behind it share a transaction. */
const GATHER_MS = 100;

/** Numbers committed events in every process that runs it; the database lets one at a time. */
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
        isWanted = true; // more wait
      else if (published.length > 0) await delay(GATHER_MS);
    }
  }

  function look(): void {
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
        if (what === 'added') look();
      });
      timer = setInterval(look, LOOK_EVERY_MS);
      look();
    },
    async stop(): Promise<void> {
      isStopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
