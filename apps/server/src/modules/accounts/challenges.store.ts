import { and, asc, eq, gt, isNull, lt, sql } from '../../platform/db/drizzle.ts';
import type { Database } from '../../platform/db/index.ts';
import { loginChallenges } from './accounts.tables.ts';

export type ChallengeRow = typeof loginChallenges.$inferSelect;

export function challengeStore(db: Database) {
  return {
    /** Locks the challenges of this address until the end of the transaction. */
    async lockEmail(email: string): Promise<void> {
      await db.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`login:${email}`}, 0))`);
    },
    /** Expiry times of this requester's live challenges, earliest first. */
    async listLiveUntil(email: string, requester: string, now: Date): Promise<Date[]> {
      const { expiresAt, usedAt } = loginChallenges;
      const isOwn = and(eq(loginChallenges.email, email), eq(loginChallenges.requester, requester));
      const rows = await db
        .select({ expiresAt })
        .from(loginChallenges)
        .where(and(isOwn, isNull(usedAt), gt(expiresAt, now)))
        .orderBy(asc(expiresAt));
      return rows.map((row) => row.expiresAt);
    },
    async add(row: ChallengeRow): Promise<void> {
      await db.insert(loginChallenges).values(row);
    },
    async find(id: string): Promise<ChallengeRow | undefined> {
      const [row] = await db.select().from(loginChallenges).where(eq(loginChallenges.id, id));
      return row;
    },
    /** Decrements the tries before the code is compared, so that concurrent guesses are all counted. */
    async takeTry(id: string, now: Date): Promise<ChallengeRow | undefined> {
      const usable = and(
        eq(loginChallenges.id, id),
        isNull(loginChallenges.usedAt),
        gt(loginChallenges.expiresAt, now),
        gt(loginChallenges.triesLeft, 0),
      );
      const [row] = await db
        .update(loginChallenges)
        .set({ triesLeft: sql`${loginChallenges.triesLeft} - 1` })
        .where(usable)
        .returning();
      return row;
    },
    /** Returns true to exactly one caller. */
    async use(id: string, usedAt: Date): Promise<boolean> {
      const unused = and(eq(loginChallenges.id, id), isNull(loginChallenges.usedAt));
      const rows = await db.update(loginChallenges).set({ usedAt }).where(unused).returning({ id: loginChallenges.id });
      return rows.length === 1;
    },
    async deleteOf(email: string): Promise<void> {
      await db.delete(loginChallenges).where(eq(loginChallenges.email, email));
    },
    async deleteExpired(before: Date): Promise<void> {
      await db.delete(loginChallenges).where(lt(loginChallenges.expiresAt, before));
    },
  };
}
export type ChallengeStore = ReturnType<typeof challengeStore>;
