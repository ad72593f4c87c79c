import type { JournalId } from '@assay/protocol';
import { asc, desc, inArray, sql } from '../../platform/db/drizzle.ts';
import type { Database } from '../../platform/db/index.ts';
import type { AccountFacts, LedgerAccountId } from './journal.ts';
import { readAccountFacts, readJournals, type StoredJournal } from './journals.store.ts';
import { ledgerChain, ledgerUnsealed } from './ledger.tables.ts';

export type ChainRow = typeof ledgerChain.$inferSelect;
type UnsealedRow = typeof ledgerUnsealed.$inferSelect;

/** An arbitrary number that must be the same in every process. */
const SEAL_LOCK = 7_302_116;

/** The queries of the sealing job. */
export type ChainStore = {
  inTransaction<T>(work: (store: ChainStore) => Promise<T>): Promise<T>;
  /** False while another process seals. The lock is held until the transaction ends. */
  takeSealLock(): Promise<boolean>;
  findLast(): Promise<ChainRow | undefined>;
  /** The committed rows, in booking order. */
  listUnsealed(limit: number): Promise<UnsealedRow[]>;
  readJournals(ids: readonly JournalId[]): Promise<ReadonlyMap<JournalId, StoredJournal>>;
  readAccountFacts(ids: readonly LedgerAccountId[]): Promise<ReadonlyMap<LedgerAccountId, AccountFacts>>;
  append(rows: readonly ChainRow[]): Promise<void>;
  removeUnsealed(rows: readonly UnsealedRow[]): Promise<void>;
};

export function chainStore(db: Database): ChainStore {
  return {
    inTransaction: (work) => db.transaction((tx) => work(chainStore(tx))),

    /** A separate statement, so that the next one sees everything that the previous sealer committed. */
    async takeSealLock() {
      const { rows } = await db.execute<{ taken: boolean }>(
        sql`SELECT pg_try_advisory_xact_lock(${SEAL_LOCK}) AS taken`,
      );
      return rows[0]?.taken === true;
    },
    async findLast() {
      const [row] = await db.select().from(ledgerChain).orderBy(desc(ledgerChain.position)).limit(1);
      return row;
    },
    async listUnsealed(limit) {
      return db.select().from(ledgerUnsealed).orderBy(asc(ledgerUnsealed.added)).limit(limit);
    },
    readJournals: (ids) => readJournals(db, ids),
    readAccountFacts: (ids) => readAccountFacts(db, ids),
    async append(rows) {
      await db.insert(ledgerChain).values([...rows]);
    },
    async removeUnsealed(rows) {
      const added = rows.map((row) => row.added);
      await db.delete(ledgerUnsealed).where(inArray(ledgerUnsealed.added, added));
    },
  };
}
