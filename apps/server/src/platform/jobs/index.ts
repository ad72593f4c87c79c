import type { Database } from '../db/index.ts';
import type { NoticeBus } from '../events/index.ts';
import type { Logger } from '../log/index.ts';
import { createJobWorker, type JobWorker } from './job-worker.ts';
import { JOBS_NOTICE, jobStore } from './jobs.store.ts';
import { createRepeating, type Repeating } from './repeating.ts';

export { createEventFollower } from './event-follower.ts';
export { createLeaseRenewal } from './lease-renewal.ts';
export type { Repeating } from './repeating.ts';
export { isTransientError } from './transient-error.ts';
export { createWorkLoop, type WorkLoop } from './work-loop.ts';

type Deps = {
  readonly db: Database;
  readonly bus: Pick<NoticeBus, 'on'>;
  readonly log: Logger;
};
/** The queues inside one transaction: jobs are there exactly if it commits. */
export type TransactionJobs = { send(queue: string, keys: readonly string[]): Promise<void> };
type Working = {
  readonly queue: string;
  /** Jobs that this process runs at the same time. */
  readonly concurrency: number;
  readonly run: (key: string) => Promise<void>;
};

/** Work that is slow, repeated or on the outside: kept in PostgreSQL, so that any process with the role may do it. */
export function createJobs({ db, bus, log }: Deps) {
  const store = jobStore(db);
  const repeating = createRepeating({ store, log });
  const workers: JobWorker[] = [];
  let isRunning = false;

  return {
    start(): void {
      repeating.start();
      isRunning = true;
    },
    isRunning: (): boolean => isRunning,
    /** Runs a piece of work again and again, once for all processes. */
    repeat: (job: Repeating): Promise<void> => repeating.add(job),
    /** Puts jobs into the caller's transaction, each key at most once: they are there exactly if it commits. */
    async send(transaction: Database, queue: string, keys: readonly string[]): Promise<void> {
      if (keys.length > 0) await jobStore(transaction).send(queue, keys);
    },
    /** Runs the jobs of a queue in this process. A job that fails or dies is over: its sender looks whether to ask again. */
    work({ queue, concurrency, run }: Working): void {
      const worker = createJobWorker({ queue, concurrency, run, log, take: (count) => store.take(queue, count) });
      bus.on(JOBS_NOTICE, (name) => {
        if (name === queue) worker.look();
      });
      workers.push(worker);
      worker.start();
    },
    async stop(): Promise<void> {
      isRunning = false;
      await repeating.stop();
      await Promise.all(workers.map((worker) => worker.stop()));
    },
  };
}
export type Jobs = ReturnType<typeof createJobs>;
