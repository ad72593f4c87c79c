import type { JournalId } from '@assay/protocol';
import { and, asc, eq, gt, isNotNull, or, sql } from '../../platform/db/drizzle.ts';
import type { Database } from '../../platform/db/index.ts';
import type { ChainRow } from './chain.store.ts';
import type { AccountFacts, LedgerAccountId, Posting } from './journal.ts';
import { readAccountFacts, readJournals, type StoredJournal } from './journals.store.ts';
import { ledgerAccounts, ledgerChain, ledgerJournals, ledgerPostings, ledgerUnsealed } from './ledger.tables.ts';

/** Whether a journal is in the chain or still unsealed. It must be exactly one of them. */
type JournalPlace = { readonly id: JournalId; readonly isSealed: boolean; readonly isWaiting: boolean };
export type PostingPlace = Posting & {
  readonly journalId: JournalId;
  readonly hasJournal: boolean;
  readonly hasAccount: boolean;
};
/** The stored totals of an account, and the values of its last posting. */
type AccountEnd = {
  readonly id: LedgerAccountId;
  readonly mayGoNegative: boolean;
  readonly balance: bigint;
  readonly postings: number;
  readonly lastEntry: number | null;
  readonly lastBalance: bigint | null;
};

/** Reads the whole ledger page by page. Each list continues after the given row. */
export type InspectionStore = {
  /** All reads of `work` see the same snapshot, regardless of concurrent bookings. */
  inSnapshot<T>(work: (store: InspectionStore) => Promise<T>): Promise<T>;
  readJournals(ids: readonly JournalId[]): Promise<ReadonlyMap<JournalId, StoredJournal>>;
  readAccountFacts(ids: readonly LedgerAccountId[]): Promise<ReadonlyMap<LedgerAccountId, AccountFacts>>;
  listLinks(after: ChainRow | undefined, limit: number): Promise<ChainRow[]>;
  listJournals(after: JournalPlace | undefined, limit: number): Promise<JournalPlace[]>;
  /** By account, then entry. */
  listPostings(after: PostingPlace | undefined, limit: number): Promise<PostingPlace[]>;
  listAccounts(after: AccountEnd | undefined, limit: number): Promise<AccountEnd[]>;
};

export function inspectionStore(db: Database): InspectionStore {
  return {
    inSnapshot: (work) =>
      db.transaction((tx) => work(inspectionStore(tx)), { isolationLevel: 'repeatable read', accessMode: 'read only' }),
    readJournals: (ids) => readJournals(db, ids),
    readAccountFacts: (ids) => readAccountFacts(db, ids),

    async listLinks(after, limit) {
      const { position } = ledgerChain;
      return db
        .select()
        .from(ledgerChain)
        .where(after === undefined ? undefined : gt(position, after.position))
        .orderBy(asc(position))
        .limit(limit);
    },

    async listJournals(after, limit) {
      const { id } = ledgerJournals;
      return db
        .select({
          id,
          isSealed: sql<boolean>`EXISTS (SELECT FROM ${ledgerChain} WHERE ${ledgerChain.journalId} = ${id})`,
          isWaiting: sql<boolean>`EXISTS (SELECT FROM ${ledgerUnsealed} WHERE ${ledgerUnsealed.journalId} = ${id})`,
        })
        .from(ledgerJournals)
        .where(after === undefined ? undefined : gt(id, after.id))
        .orderBy(asc(id))
        .limit(limit);
    },

    async listPostings(after, limit) {
      const { journalId, accountId, currency, amount, entry, balanceAfter } = ledgerPostings;
      return db
        .select({
          journalId,
          accountId,
          currency,
          amount,
          entry,
          balanceAfter,
          hasJournal: sql<boolean>`${isNotNull(ledgerJournals.id)}`,
          hasAccount: sql<boolean>`${isNotNull(ledgerAccounts.id)}`,
        })
        .from(ledgerPostings)
        .leftJoin(ledgerJournals, eq(ledgerJournals.id, journalId))
        .leftJoin(ledgerAccounts, eq(ledgerAccounts.id, accountId))
        .where(
          after === undefined
            ? undefined
            : or(gt(accountId, after.accountId), and(eq(accountId, after.accountId), gt(entry, after.entry))),
        )
        .orderBy(asc(accountId), asc(entry))
        .limit(limit);
    },

    async listAccounts(after, limit) {
      const { id, mayGoNegative, balance, postings } = ledgerAccounts;
      const lastOf = (column: typeof ledgerPostings.entry | typeof ledgerPostings.balanceAfter) =>
        sql<string | null>`(SELECT ${column} FROM ${ledgerPostings} WHERE ${ledgerPostings.accountId} = ${id}
          ORDER BY ${ledgerPostings.entry} DESC LIMIT 1)`;
      const rows = await db
        .select({
          end: { id, mayGoNegative, balance, postings },
          lastEntry: lastOf(ledgerPostings.entry),
          lastBalance: lastOf(ledgerPostings.balanceAfter),
        })
        .from(ledgerAccounts)
        .where(after === undefined ? undefined : gt(id, after.id))
        .orderBy(asc(id))
        .limit(limit);
      return rows.map(({ end, lastEntry, lastBalance }) => ({
        ...end,
        lastEntry: lastEntry === null ? null : Number(lastEntry),
        lastBalance: lastBalance === null ? null : BigInt(lastBalance),
      }));
    },
  };
}
