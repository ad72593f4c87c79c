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
/** The queues in a transaction. The jobs exist exactly if it commits. */
export type TransactionJobs = { send(queue: string, keys: readonly string[]): Promise<void> };
type Working = {
  readonly queue: string;
  /** Jobs that this process runs concurrently. */
  readonly concurrency: number;
  readonly run: (key: string) => Promise<void>;
};

/** Jobs that are slow, repeated or external. They are stored in PostgreSQL, so that any process with the role may run them. */
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
    /** Runs a job repeatedly, once for all processes. */
    repeat: (job: Repeating): Promise<void> => repeating.add(job),
    /** Adds jobs in the caller's transaction, each key at most once. The jobs exist exactly if it commits. */
    async send(transaction: Database, queue: string, keys: readonly string[]): Promise<void> {
      if (keys.length > 0) await jobStore(transaction).send(queue, keys);
    },
    /**
     * Runs the jobs of a queue in this process. A job is removed even if it fails or its process dies; its sender
     * decides whether to send it again.
     */
    work({ queue, concurrency, run }: Working): void {
      const worker = createJobWorker({ queue, concurrency, run, log, take: (count) => store.take(queue, count) });
      bus.on(JOBS_NOTICE, (name) => {
        if (name === queue) worker.wake();
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
