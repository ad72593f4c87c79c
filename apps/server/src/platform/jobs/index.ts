import { fromDrizzle, PgBoss } from 'pg-boss';
import { sql } from '../db/drizzle.ts';
import type { Database, DatabaseConnection } from '../db/index.ts';
import type { NoticeBus } from '../events/index.ts';
import { CHANNEL } from '../events/index.ts';
import type { Logger } from '../log/index.ts';
import { createJobWorker, type JobWorker } from './job-worker.ts';

export { createLeaseRenewal } from './lease-renewal.ts';
export { isPassingTrouble } from './passing-trouble.ts';
export { createWorkLoop, type WorkLoop } from './work-loop.ts';

type Deps = {
  readonly connection: DatabaseConnection;
  readonly bus: Pick<NoticeBus, 'on'>;
  /** Other processes only put work into the queues. */
  readonly isWorker: boolean;
  readonly log: Logger;
};
/** The queues inside one transaction: jobs are there exactly if it commits. */
export type TransactionJobs = { send(queue: string, keys: readonly string[]): Promise<void> };
export type Repeating = { readonly name: string; readonly cron: string; readonly run: () => Promise<void> };
type Working = {
  readonly queue: string;
  /** Jobs that this process runs at the same time. */
  readonly concurrency: number;
  readonly run: (key: string) => Promise<void>;
};

const STOP_MS = 10_000;
/** Done jobs are only of interest to whoever looks for a fault. */
const KEEP_DONE_SECONDS = 3_600;
const JOBS_NOTICE = 'jobs';

/** Work that is slow, repeated or on the outside: kept in PostgreSQL, so that it survives whatever process runs it. */
export function createJobs({ connection, bus, isWorker, log }: Deps) {
  const own = { schema: 'jobs', application_name: 'assay jobs', max: isWorker ? 4 : 1 };
  const boss = new PgBoss({ ...connection, ...own, supervise: isWorker, schedule: isWorker });
  boss.on('error', (error) => log.warn({ err: error }, 'job queue reported an error'));
  const queues = new Map<string, Promise<void>>();
  const workers: JobWorker[] = [];
  let opened: Promise<unknown> | undefined;
  let isRunning = false;

  /** A process that never has work for others never opens it. */
  const open = (): Promise<unknown> => {
    opened ??= boss.start();
    return opened;
  };

  /** At most one job with the same key waits; while one runs, the next may wait behind it. */
  async function makeQueue(queue: string): Promise<void> {
    await open();
    await boss.createQueue(queue, { policy: 'short', retryLimit: 0, deleteAfterSeconds: KEEP_DONE_SECONDS });
  }

  function openQueue(queue: string): Promise<void> {
    const known = queues.get(queue);
    if (known !== undefined) return known;
    const made = makeQueue(queue).catch((error: unknown) => {
      queues.delete(queue);
      throw error;
    });
    queues.set(queue, made);
    return made;
  }

  return {
    async start(): Promise<void> {
      await open();
      isRunning = true;
    },
    isRunning: (): boolean => isRunning,
    /** Runs a piece of work on a schedule, once for all processes. */
    async repeat({ name, cron, run }: Repeating): Promise<void> {
      await boss.createQueue(name, { policy: 'singleton' });
      await boss.schedule(name, cron);
      await boss.work(name, async () => {
        await run();
      });
    },
    /** Puts jobs into the caller's transaction: they are there exactly if it commits. */
    async send(db: Database, queue: string, keys: readonly string[]): Promise<void> {
      if (keys.length === 0) return;
      await openQueue(queue);
      const jobs = keys.map((key) => ({ data: { key }, singletonKey: key }));
      await boss.insert(queue, jobs, { db: fromDrizzle(db, sql) });
      await db.execute(sql`SELECT pg_notify(${CHANNEL}, ${`${JOBS_NOTICE}:${queue}`})`);
    },
    /** Runs the jobs of a queue in this process. A job that fails is over: its sender decides whether to ask again. */
    async work({ queue, concurrency, run }: Working): Promise<void> {
      await openQueue(queue);
      const worker = createJobWorker({
        queue,
        concurrency,
        run,
        log,
        async fetch(count) {
          const jobs = await boss.fetch<{ key: string }>(queue, { batchSize: count });
          return jobs.map(({ id, data }) => ({ id, key: data.key }));
        },
        complete: async ({ id }) => void (await boss.complete(queue, id)),
      });
      bus.on(JOBS_NOTICE, (name) => {
        if (name === queue) worker.look();
      });
      workers.push(worker);
      worker.start();
    },
    async stop(): Promise<void> {
      isRunning = false;
      await Promise.all(workers.map((worker) => worker.stop()));
      if (opened !== undefined) await boss.stop({ graceful: true, timeout: STOP_MS });
    },
  };
}
export type Jobs = ReturnType<typeof createJobs>;
