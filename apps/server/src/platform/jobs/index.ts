import { PgBoss } from 'pg-boss';
import type { DatabaseConnection } from '../db/index.ts';
import type { Logger } from '../log/index.ts';

export { createWorkLoop, type WorkLoop } from './work-loop.ts';

type Deps = { readonly connection: DatabaseConnection; readonly log: Logger };
type Repeating = { readonly name: string; readonly cron: string; readonly run: () => Promise<void> };

const STOP_MS = 10_000;

/** Work that is slow, repeated or on the outside: kept in PostgreSQL, so that it survives whatever process runs it. */
export function createJobs({ connection, log }: Deps) {
  const boss = new PgBoss({ ...connection, schema: 'jobs', application_name: 'assay jobs', max: 4 });
  boss.on('error', (error) => log.warn({ err: error }, 'job queue reported an error'));
  let isRunning = false;

  return {
    async start(): Promise<void> {
      await boss.start();
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
    async stop(): Promise<void> {
      isRunning = false;
      await boss.stop({ graceful: true, timeout: STOP_MS });
    },
  };
}
export type Jobs = ReturnType<typeof createJobs>;
