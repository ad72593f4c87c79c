import type { NoticeBus } from '../../platform/events/index.ts';
import { createWorkLoop, type Jobs } from '../../platform/jobs/index.ts';
import type { Logger } from '../../platform/log/index.ts';
import type { Beacons } from './beacons.service.ts';
import type { Council } from './council.service.ts';
import type { InTransaction } from './council.transaction.ts';
import { BEACON_NOTICE } from './openings.service.ts';
import { queueReviews, REVIEW_QUEUE } from './review-queue.ts';
import type { RoundStore } from './rounds.store.ts';

type Deps = {
  readonly jobs: Pick<Jobs, 'work'>;
  readonly council: Council;
  readonly beacons: Beacons;
  readonly store: Pick<RoundStore, 'listDue'>;
  readonly inTransaction: InTransaction;
  readonly bus: Pick<NoticeBus, 'on'>;
  readonly clock: { now(): Date };
  readonly log: Logger;
};

/** Reviews in progress per process. The engine pool sets the actual pace. */
const CONCURRENCY = 8;
const LOOK_EVERY_MS = 1_000;
/** Rounds that open within this time share one request to the chain. */
const GATHER_MS = 100;
/** Reviews of dead processes are found by their due time and queued again. */
const DUE_BATCH = 100;
const TAKEN_WITHIN_MS = 5_000;

/** The council's jobs in a worker: the queue, overdue reviews and beacons. */
export function createCouncilJobs({ jobs, council, beacons, store, inTransaction, bus, clock, log }: Deps) {
  const bringing = createWorkLoop({
    name: 'beacons',
    work: beacons.bring,
    everyMs: LOOK_EVERY_MS,
    gatherMs: GATHER_MS,
    log,
  });
  const sweeping = createWorkLoop({ name: 'due reviews', work: sweep, everyMs: LOOK_EVERY_MS, log });
  bus.on(BEACON_NOTICE, bringing.wake);

  async function sweep(): Promise<number> {
    const now = clock.now();
    const due = await store.listDue(now, new Date(now.getTime() - TAKEN_WITHIN_MS), DUE_BATCH);
    if (due.length > 0) await inTransaction((tx) => queueReviews(tx, due));
    return 0;
  }

  return {
    start(): void {
      jobs.work({ queue: REVIEW_QUEUE, concurrency: CONCURRENCY, run: council.advance });
      bringing.start();
      sweeping.start();
    },
    async stop(): Promise<void> {
      await sweeping.stop();
      await bringing.stop();
    },
  };
}
