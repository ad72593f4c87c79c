import { sql } from '../db/drizzle.ts';
import { type Database, statement } from '../db/index.ts';
import { CHANNEL } from '../events/index.ts';
import { readContext } from '../log/index.ts';
import { repeatingJobs } from './jobs.tables.ts';

/** Prefix of a notice about waiting jobs. The name of their queue follows. */
export const JOBS_NOTICE = 'jobs';

/** The key, and the request that sent it first. */
export type WaitingJob = { key: string; requestId: string | null };

const sendJobs = statement(
  'jobs_send',
  `WITH added AS (
     INSERT INTO waiting_jobs (queue, key, request_id)
     SELECT $1::text, sent.key, $5::text FROM unnest($2::text[]) AS sent (key)
     WHERE NOT EXISTS (
       SELECT FROM waiting_jobs w WHERE w.queue = $1::text AND w.key = sent.key FOR KEY SHARE SKIP LOCKED))
   SELECT pg_notify($3, $4)`,
);
const takeJobs = statement<WaitingJob>(
  'jobs_take',
  `DELETE FROM waiting_jobs WHERE id = ANY (ARRAY(
     SELECT id FROM waiting_jobs WHERE queue = $1 ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED))
   RETURNING key, request_id AS "requestId"`,
);

export function jobStore(db: Database) {
  return {
    /**
     * Part of the caller's transaction. A key that is already waiting is locked until the transaction ends, so no
     * worker takes it before the caller's changes are visible. A key that a worker is taking is added again.
     */
    async send(queue: string, keys: readonly string[]): Promise<void> {
      const { requestId = null } = readContext();
      await sendJobs(db, [queue, [...new Set(keys)], CHANNEL, `${JOBS_NOTICE}:${queue}`, requestId]);
    },

    /**
     * Takes the jobs that have waited longest. The array makes PostgreSQL select them once: a subquery in `IN` may run
     * again for every row and return more than the limit.
     */
    async take(queue: string, count: number): Promise<WaitingJob[]> {
      return takeJobs(db, [queue, count]);
    },

    /** First due after one period, so that it does not burden the start of the service. */
    async declare(name: string, everyMinutes: number): Promise<void> {
      await db.execute(sql`
        INSERT INTO ${repeatingJobs} (name, due_at) VALUES (${name}, now() + ${everyMinutes} * interval '1 minute')
        ON CONFLICT (name) DO NOTHING`);
    },

    /** Takes those of `names` that are due. If the caller dies, they are due again after `retryMinutes`. */
    async takeDue(names: readonly string[], retryMinutes: number): Promise<string[]> {
      const { rows } = await db.execute<{ name: string }>(sql`
        UPDATE ${repeatingJobs} SET due_at = now() + ${retryMinutes} * interval '1 minute'
        WHERE name = ANY(${sql.param(names)}::text[]) AND due_at <= now() RETURNING name`);
      return rows.map(({ name }) => name);
    },

    async postpone(name: string, everyMinutes: number): Promise<void> {
      await db.execute(sql`
        UPDATE ${repeatingJobs} SET due_at = now() + ${everyMinutes} * interval '1 minute' WHERE name = ${name}`);
    },
  };
}
export type JobStore = ReturnType<typeof jobStore>;
