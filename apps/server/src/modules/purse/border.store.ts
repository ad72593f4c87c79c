import { and, eq, gt, sql } from '../../platform/db/drizzle.ts';
import { type Database, statement } from '../../platform/db/index.ts';
import { ledgerAccounts } from '../ledger/ledger.tables.ts';

/** Any number: it only has to be the same in every process. */
const BORDER_LOCK = 7_302_123;

const shareBorder = statement('border_share', `SELECT pg_advisory_xact_lock_shared(${BORDER_LOCK})`);

/** What the world and the ledger have to agree about. */
export function borderStore(db: Database) {
  return {
    /** No world is made before this transaction ends. */
    async share(): Promise<void> {
      await shareBorder(db, []);
    },
    /** Nobody books marks before this transaction ends. */
    async close(): Promise<void> {
      await db.execute(sql`SELECT pg_advisory_xact_lock(${BORDER_LOCK})`);
    },
    /** Purses that hold something. */
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
    /** Marks that the ledger keeps in stakes, escrows and pots: all that were issued and did not go into the world. */
    async kept(): Promise<bigint> {
      const { rows } = await db.execute<{ kept: string }>(sql`
        SELECT -coalesce(sum(balance), 0) AS kept FROM ledger_accounts
        WHERE currency = 'MARK' AND owner_id = 'marks' AND owner_kind IN ('issue', 'world')`);
      return BigInt(rows[0]?.kept ?? 0);
    },
  };
}
export type BorderStore = ReturnType<typeof borderStore>;
