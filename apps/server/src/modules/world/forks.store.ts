import { FORK_LIMITS } from '@assay/protocol';
import { and, asc, eq, gt, inArray, lt, sql } from '../../platform/db/drizzle.ts';
import type { Database } from '../../platform/db/index.ts';
import { worldForks } from './world.tables.ts';

export type ForkRow = typeof worldForks.$inferSelect;

const isUnfinished = inArray(worldForks.state, ['QUEUED', 'RUNNING']);

export function worldForkStore(db: Database) {
  return {
    async insert(row: ForkRow): Promise<void> {
      await db.insert(worldForks).values(row);
    },
    async find(id: string): Promise<ForkRow | undefined> {
      return (
        await db
          .select()
          .from(worldForks)
          .where(eq(worldForks.id, id as ForkRow['id']))
      )[0];
    },
    /** The number of queued and running forks. Takes a lock, so that two requests cannot both take the last place. */
    async countUnfinished(): Promise<number> {
      await db.execute(sql`SELECT pg_advisory_xact_lock(hashtext('world_forks'))`);
      return db.$count(worldForks, isUnfinished);
    },
    /**
     * The times of this caller's requests since then, oldest first, and how many are unfinished. Call it under the lock
     * of `countUnfinished`.
     */
    async askedSince(askedBy: string, since: Date): Promise<{ readonly times: Date[]; readonly unfinished: number }> {
      const rows = await db
        .select({ createdAt: worldForks.createdAt, finishedAt: worldForks.finishedAt })
        .from(worldForks)
        .where(and(eq(worldForks.askedBy, askedBy), gt(worldForks.createdAt, since)))
        .orderBy(asc(worldForks.createdAt));
      const unfinished = rows.filter(({ finishedAt }) => finishedAt === null).length;
      return { times: rows.map(({ createdAt }) => createdAt), unfinished };
    },
    /** Applies only to an unfinished fork, so that a run that was taken over has no effect. */
    async change(id: string, change: Partial<ForkRow>): Promise<boolean> {
      const changed = await db
        .update(worldForks)
        .set(change)
        .where(and(eq(worldForks.id, id as ForkRow['id']), isUnfinished))
        .returning({ id: worldForks.id });
      return changed.length === 1;
    },
    /** Ids of abandoned forks. */
    async listAbandoned(since: Date): Promise<string[]> {
      const rows = await db
        .select({ id: worldForks.id })
        .from(worldForks)
        .where(and(isUnfinished, lt(worldForks.touchedAt, since)));
      return rows.map(({ id }) => id);
    },
    async deleteOldest(): Promise<void> {
      await db.execute(sql`
        DELETE FROM world_forks WHERE id IN (
          SELECT id FROM world_forks ORDER BY created_at DESC, id DESC OFFSET ${FORK_LIMITS.keptMax})`);
    },
  };
}
export type WorldForkStore = ReturnType<typeof worldForkStore>;
