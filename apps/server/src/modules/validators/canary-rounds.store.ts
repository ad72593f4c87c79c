import { and, asc, eq, inArray, isNotNull, lte } from '../../platform/db/drizzle.ts';
import type { Database } from '../../platform/db/index.ts';
import { seats } from '../seats/seats.tables.ts';
import { canaryRounds } from './validators.tables.ts';

export type CanaryRoundRow = typeof canaryRounds.$inferSelect;

/** Running and judged canaries. */
export function canaryRoundStore(db: Database) {
  return {
    /** Returns whether this was the first with its key. */
    async insert(row: CanaryRoundRow): Promise<boolean> {
      const added = await db.insert(canaryRounds).values(row).onConflictDoNothing().returning();
      return added.length > 0;
    },
    async isKnown(key: string): Promise<boolean> {
      return (await db.$count(canaryRounds, eq(canaryRounds.key, key))) > 0;
    },
    /** Locked until the end of the transaction. */
    async lock(key: string): Promise<CanaryRoundRow | undefined> {
      const [row] = await db.select().from(canaryRounds).where(eq(canaryRounds.key, key)).for('update');
      return row;
    },
    async change(id: string, change: Partial<Pick<CanaryRoundRow, 'dueAt' | 'judgedAt'>>): Promise<void> {
      await db.update(canaryRounds).set(change).where(eq(canaryRounds.id, id));
    },

    /** The keys of the longest due canaries. */
    async listDue(now: Date, limit: number): Promise<string[]> {
      const rows = await db
        .select({ key: canaryRounds.key })
        .from(canaryRounds)
        .where(lte(canaryRounds.dueAt, now))
        .orderBy(asc(canaryRounds.dueAt))
        .limit(limit);
      return rows.map(({ key }) => key);
    },
    async postpone(keys: readonly string[], now: Date, dueAt: Date): Promise<void> {
      await db
        .update(canaryRounds)
        .set({ dueAt })
        .where(and(inArray(canaryRounds.key, [...keys]), lte(canaryRounds.dueAt, now)));
    },

    /** The key of the canary that has seats in this round. */
    async findKey(roundId: string): Promise<string | undefined> {
      const [row] = await db.select({ key: canaryRounds.key }).from(canaryRounds).where(eq(canaryRounds.id, roundId));
      return row?.key;
    },
    /** The cases of completed canaries that remote validators have seen. Those validators can now share the answers. */
    async listRetired(): Promise<Set<string>> {
      const rows = await db
        .selectDistinct({ id: canaryRounds.caseId })
        .from(canaryRounds)
        .innerJoin(seats, and(eq(seats.roundId, canaryRounds.id), eq(seats.mode, 'REMOTE')))
        .where(isNotNull(canaryRounds.judgedAt));
      return new Set(rows.flatMap(({ id }) => id ?? []));
    },
  };
}
export type CanaryRoundStore = ReturnType<typeof canaryRoundStore>;
