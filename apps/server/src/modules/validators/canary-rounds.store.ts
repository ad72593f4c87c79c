import { and, asc, desc, eq, inArray, lte, ne } from '../../platform/db/drizzle.ts';
import type { Database } from '../../platform/db/index.ts';
import { panels, rounds } from '../council/council.tables.ts';
import type { CanaryTask } from './canary-task.ts';
import { canaryRounds } from './validators.tables.ts';

export type CanaryRoundRow = typeof canaryRounds.$inferSelect;

/** Enough to know how long things take at present. */
const RECENT_PANELS = 500;

/** Canaries that are out, and those that were judged. */
export function canaryRoundStore(db: Database) {
  return {
    /** Says whether it was the first with its key. */
    async insert(row: CanaryRoundRow): Promise<boolean> {
      const added = await db.insert(canaryRounds).values(row).onConflictDoNothing().returning();
      return added.length > 0;
    },
    async isKnown(key: string): Promise<boolean> {
      return (await db.$count(canaryRounds, eq(canaryRounds.key, key))) > 0;
    },
    /** Held for the rest of the transaction. */
    async lock(key: string): Promise<CanaryRoundRow | undefined> {
      const [row] = await db.select().from(canaryRounds).where(eq(canaryRounds.key, key)).for('update');
      return row;
    },
    async change(id: string, change: Partial<Pick<CanaryRoundRow, 'dueAt' | 'judgedAt'>>): Promise<void> {
      await db.update(canaryRounds).set(change).where(eq(canaryRounds.id, id));
    },

    /** The keys of those that are longest due. */
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

    /** How long other rounds of late had been open when a panel of this phase was drawn. */
    async listLeadsMs({ roundId, phase }: CanaryTask): Promise<number[]> {
      const recent = db.select().from(panels).orderBy(desc(panels.id)).limit(RECENT_PANELS).as('recent');
      const rows = await db
        .select({ startedAt: rounds.startedAt, drawnAt: recent.drawnAt })
        .from(recent)
        .innerJoin(rounds, eq(rounds.id, recent.roundId))
        .where(and(eq(recent.phase, phase), ne(rounds.id, roundId)))
        .orderBy(desc(recent.id));
      return rows.map(({ startedAt, drawnAt }) => drawnAt.getTime() - startedAt.getTime());
    },
  };
}
export type CanaryRoundStore = ReturnType<typeof canaryRoundStore>;
