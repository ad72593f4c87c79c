import type { JournalId } from '@assay/protocol';
import type { SQL } from 'drizzle-orm';
import { and, asc, desc, eq, lt, sql } from '../../platform/db/drizzle.ts';
import type { Database } from '../../platform/db/index.ts';
import type {
  Account,
  AccountTerms,
  Booking,
  Currency,
  LedgerAccountId,
  Owner,
  Posting,
  StatementLine,
} from './journal.ts';
import { readJournals, type StoredJournal } from './journals.store.ts';
import type { AccountState } from './ledger.policy.ts';
import { ledgerAccounts, ledgerJournals, ledgerPostings } from './ledger.tables.ts';

type AccountRow = typeof ledgerAccounts.$inferSelect;

export type LedgerStore = {
  /** All of the work or nothing. Inside a caller's transaction it is a savepoint: the caller may go on after a refusal. */
  inTransaction<T>(work: (store: LedgerStore) => Promise<T>): Promise<T>;
  insertAccount(terms: AccountTerms, openedAt: Date): Promise<void>;
  findAccount(owner: Owner, currency: Currency): Promise<Account | undefined>;
  findAccountById(id: LedgerAccountId): Promise<Account | undefined>;
  listAccounts(owner: Owner): Promise<Account[]>;
  insertJournals(bookings: readonly Booking[], bookedAt: Date): Promise<ReadonlySet<JournalId>>;
  readJournals(ids: readonly JournalId[]): Promise<ReadonlyMap<JournalId, StoredJournal>>;
  lockAccounts(ids: readonly LedgerAccountId[]): Promise<ReadonlyMap<LedgerAccountId, AccountState>>;
  insertPostings(postings: ReadonlyMap<JournalId, readonly Posting[]>): Promise<void>;
  /** Newest first, older than the entry given. */
  listEntries(accountId: LedgerAccountId, before: number | undefined, limit: number): Promise<StatementLine[]>;
};

export function ledgerStore(db: Database): LedgerStore {
  const accountsWhere = async (condition: SQL | undefined): Promise<Account[]> =>
    (await db.select().from(ledgerAccounts).where(condition).orderBy(asc(ledgerAccounts.currency))).map(toAccount);
  const isOwnedBy = (owner: Owner) =>
    and(eq(ledgerAccounts.ownerKind, owner.kind), eq(ledgerAccounts.ownerId, owner.id));

  return {
    inTransaction: (work) => db.transaction((tx) => work(ledgerStore(tx))),

    /** Does nothing when the owner has an account in this currency: unique key `ledger_accounts_once`. */
    async insertAccount({ owner, ...terms }, openedAt) {
      const row = { ...terms, ownerKind: owner.kind, ownerId: owner.id, openedAt };
      await db.insert(ledgerAccounts).values(row).onConflictDoNothing();
    },

    async findAccount(owner, currency) {
      return (await accountsWhere(and(isOwnedBy(owner), eq(ledgerAccounts.currency, currency))))[0];
    },
    async findAccountById(id) {
      return (await accountsWhere(eq(ledgerAccounts.id, id)))[0];
    },
    listAccounts: (owner) => accountsWhere(isOwnedBy(owner)),

    /**
     * The ids that are new. An id that another transaction is just booking is waited for; all callers take the ids in
     * one order, so that no two wait for each other.
     */
    async insertJournals(bookings, bookedAt) {
      const column = <T>(value: (booking: Booking) => T) => sql.param(bookings.map(value));
      const { rows } = await db.execute<{ id: JournalId }>(sql`
        INSERT INTO ledger_journals (id, kind, ref_type, ref_id, memo, postings, booked_at)
        SELECT id, kind, ref_type, ref_id, memo, postings, ${bookedAt.toISOString()}::timestamptz
        FROM unnest(
          ${column(({ id }) => id)}::uuid[], ${column(({ kind }) => kind)}::text[],
          ${column(({ ref }) => ref.type)}::text[], ${column(({ ref }) => ref.id)}::text[],
          ${column(({ memo }) => memo ?? null)}::text[], ${column(({ postings }) => postings.length)}::int[]
        ) AS asked (id, kind, ref_type, ref_id, memo, postings)
        ORDER BY id
        ON CONFLICT (id) DO NOTHING
        RETURNING id`);
      return new Set(rows.map(({ id }) => id));
    },

    readJournals: (ids) => readJournals(db, ids),

    /** Held until the transaction ends, and taken in the order of their ids: no two callers wait for each other. */
    async lockAccounts(ids) {
      const { id, currency, mayGoNegative, balance, postings } = ledgerAccounts;
      const rows = await db
        .select({ id, currency, mayGoNegative, balance, postings })
        .from(ledgerAccounts)
        .where(sql`${id} = ANY(${sql.param(ids)}::bigint[])`)
        .orderBy(asc(id))
        .for('no key update');
      return new Map(rows.map((row) => [row.id, row]));
    },

    async insertPostings(postings) {
      const lines = [...postings].flatMap(([id, those]) => those.map((posting) => ({ id, ...posting })));
      const column = <T>(value: (line: Posting & { id: JournalId }) => T) => sql.param(lines.map(value));
      await db.execute(sql`
        INSERT INTO ledger_postings (journal_id, account_id, currency, amount, entry, balance_after)
        SELECT * FROM unnest(
          ${column(({ id }) => id)}::uuid[], ${column(({ accountId }) => accountId)}::bigint[],
          ${column(({ currency }) => currency)}::text[], ${column(({ amount }) => amount.toString())}::numeric[],
          ${column(({ entry }) => entry)}::bigint[], ${column(({ balanceAfter }) => balanceAfter.toString())}::numeric[]
        )`);
    },

    async listEntries(accountId, before, limit) {
      const rows = await db
        .select({ journal: ledgerJournals, posting: ledgerPostings })
        .from(ledgerPostings)
        .innerJoin(ledgerJournals, eq(ledgerJournals.id, ledgerPostings.journalId))
        .where(
          and(
            eq(ledgerPostings.accountId, accountId),
            before === undefined ? undefined : lt(ledgerPostings.entry, before),
          ),
        )
        .orderBy(desc(ledgerPostings.entry))
        .limit(limit);
      return rows.map(({ journal: { kind, refType, refId, memo, bookedAt }, posting }) => ({
        journalId: posting.journalId,
        kind,
        ref: { type: refType, id: refId },
        memo,
        bookedAt,
        entry: posting.entry,
        amount: posting.amount,
        balanceAfter: posting.balanceAfter,
      }));
    },
  };
}

const toAccount = ({ ownerKind, ownerId, ...row }: AccountRow): Account => ({
  ...row,
  owner: { kind: ownerKind, id: ownerId },
});
