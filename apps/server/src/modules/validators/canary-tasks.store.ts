import { and, asc, eq, gte, inArray, lt, lte, sql } from '../../platform/db/drizzle.ts';
import type { Database } from '../../platform/db/index.ts';
import { canaryTasks } from './validators.tables.ts';

export type CanaryTaskRow = typeof canaryTasks.$inferSelect;

/** Canaries that are due to go out. */
export function canaryTaskStore(db: Database) {
  return {
    async addAll(rows: readonly CanaryTaskRow[]): Promise<void> {
      if (rows.length === 0) return;
      await db
        .insert(canaryTasks)
        .values([...rows])
        .onConflictDoNothing();
    },
    async find(key: string): Promise<CanaryTaskRow | undefined> {
      const [row] = await db.select().from(canaryTasks).where(eq(canaryTasks.key, key));
      return row;
    },
    async remove(key: string): Promise<void> {
      await db.delete(canaryTasks).where(eq(canaryTasks.key, key));
    },

    /** Counts an attempt at the longest due tasks and makes them due again at `dueAt`. Returns their keys. */
    async takeDue(query: { now: Date; dueAt: Date; attemptsMax: number; limit: number }): Promise<string[]> {
      const { now, dueAt, attemptsMax, limit } = query;
      const due = db
        .select({ key: canaryTasks.key })
        .from(canaryTasks)
        .where(and(lte(canaryTasks.dueAt, now), lt(canaryTasks.attempts, attemptsMax)))
        .orderBy(asc(canaryTasks.dueAt))
        .limit(limit)
        .for('update', { skipLocked: true });
      const taken = await db
        .update(canaryTasks)
        .set({ dueAt, attempts: sql`${canaryTasks.attempts} + 1` })
        .where(inArray(canaryTasks.key, due))
        .returning({ key: canaryTasks.key });
      return taken.map(({ key }) => key);
    },
    /** Removes tasks that have used all their attempts and returns their keys. */
    async giveUp(now: Date, attemptsMax: number): Promise<string[]> {
      const lost = await db
        .delete(canaryTasks)
        .where(and(lte(canaryTasks.dueAt, now), gte(canaryTasks.attempts, attemptsMax)))
        .returning({ key: canaryTasks.key });
      return lost.map(({ key }) => key);
    },
  };
}
export type CanaryTaskStore = ReturnType<typeof canaryTaskStore>;
