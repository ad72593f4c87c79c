import { and, eq, gt, sql } from '../../platform/db/drizzle.ts';
import type { Database } from '../../platform/db/index.ts';
import { ledgerAccounts } from '../ledger/ledger.tables.ts';

/** The balances on which world and ledger must agree. */
export function borderStore(db: Database) {
  return {
    /** Purses with a balance. */
    async listPurses(): Promise<{ actorId: string; balance: bigint }[]> {
      return db
        .select({ actorId: ledgerAccounts.ownerId, balance: ledgerAccounts.balance })
        .from(ledgerAccounts)
        .where(
          and(
            eq(ledgerAccounts.ownerKind, 'actor'),
            eq(ledgerAccounts.currency, 'MARK'),
            gt(ledgerAccounts.balance, 0n),
          ),
        )
        .orderBy(ledgerAccounts.ownerId);
    },
    /** Marks that the ledger keeps in stakes, escrows and pots: all issued marks that did not enter the world. */
    async kept(): Promise<bigint> {
      const { rows } = await db.execute<{ kept: string }>(sql`
        SELECT -coalesce(sum(balance), 0) AS kept FROM ledger_accounts
        WHERE currency = 'MARK' AND owner_id = 'marks' AND owner_kind IN ('issue', 'world')`);
      return BigInt(rows[0]?.kept ?? 0);
    },
    /** An actor's stake, bonds and vesting at each of these times, in their order. */
    async lockedAt(actorId: string, times: readonly Date[]): Promise<bigint[]> {
      if (times.length === 0) return [];
      const { rows } = await db.execute<{ locked: string }>(sql`
        SELECT (
          SELECT coalesce(sum(last.balance_after), 0)
          FROM ledger_accounts a CROSS JOIN LATERAL (
            SELECT p.balance_after FROM ledger_postings p JOIN ledger_journals j ON j.id = p.journal_id
            WHERE p.account_id = a.id AND j.booked_at <= asked.at ORDER BY p.entry DESC LIMIT 1
          ) last
          WHERE a.owner_id = ${actorId} AND a.owner_kind IN ('actor-stake', 'actor-bond', 'actor-vesting', 'actor-proceeds') AND a.currency = 'MARK'
        ) AS locked
        FROM unnest(${sql.param(times.map((at) => at.toISOString()))}::timestamptz[]) WITH ORDINALITY AS asked (at, place)
        ORDER BY place`);
      return rows.map(({ locked }) => BigInt(locked));
    },
  };
}
export type BorderStore = ReturnType<typeof borderStore>;
