import { and, asc, eq, inArray, sql } from '../../platform/db/drizzle.ts';
import type { Database } from '../../platform/db/index.ts';
import { bounties } from './payments.tables.ts';

export type BountyRow = typeof bounties.$inferSelect;

export function bountyStore(db: Database) {
  return {
    async insert(row: BountyRow): Promise<void> {
      await db.insert(bounties).values(row).onConflictDoNothing();
    },
    /** The fee of the review behind a certificate. 0 for an unpaid review. */
    async feeOf(certificateId: string): Promise<bigint> {
      const { rows } = await db.execute<{ amount: string }>(sql`
        SELECT i.amount::text FROM certificates c
        JOIN submissions s ON s.id = c.submission_id
        JOIN payment_intents i ON i.id = s.intent_id
        WHERE c.id = ${certificateId}`);
      return BigInt(rows[0]?.amount ?? '0');
    },
    /** Ordered by least recent change. */
    async listPending(limit: number): Promise<BountyRow[]> {
      return db
        .select()
        .from(bounties)
        .where(eq(bounties.state, 'PENDING'))
        .orderBy(asc(bounties.changedAt))
        .limit(limit);
    },
    async lock(flagId: string): Promise<BountyRow | undefined> {
      const [row] = await db.select().from(bounties).where(eq(bounties.flagId, flagId)).for('update');
      return row;
    },
    async listByFlags(flagIds: readonly string[]): Promise<BountyRow[]> {
      if (flagIds.length === 0) return [];
      return db
        .select()
        .from(bounties)
        .where(inArray(bounties.flagId, [...flagIds]));
    },
    async change(
      flagId: string,
      change: Partial<Pick<BountyRow, 'state' | 'txHash'>> & { changedAt: Date },
    ): Promise<void> {
      await db.update(bounties).set(change).where(eq(bounties.flagId, flagId));
    },
    /** The total of all bounties paid, or of those paid to one wallet. */
    async totalPaid(walletAddress?: string): Promise<bigint> {
      const to = walletAddress === undefined ? undefined : eq(bounties.walletAddress, walletAddress as `0x${string}`);
      const [row] = await db
        .select({ total: sql<string>`coalesce(sum(${bounties.amount}), 0)::text` })
        .from(bounties)
        .where(and(eq(bounties.state, 'PAID'), to));
      return BigInt(row?.total ?? '0');
    },
  };
}
export type BountyStore = ReturnType<typeof bountyStore>;
