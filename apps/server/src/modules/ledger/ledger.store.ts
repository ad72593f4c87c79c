import type { JournalId } from '@assay/protocol';
import type { SQL } from 'drizzle-orm';
import { and, asc, desc, eq, lt, PgTransaction } from '../../platform/db/drizzle.ts';
import { type Database, statement } from '../../platform/db/index.ts';
import {
  type Account,
  type AccountTerms,
  type Booking,
  type Currency,
  LedgerAccountId,
  type Owner,
  type Posting,
  type StatementLine,
} from './journal.ts';
import { readJournals, type StoredJournal } from './journals.store.ts';
import type { AccountState } from './ledger.policy.ts';
import { ledgerAccounts, ledgerJournals, ledgerPostings } from './ledger.tables.ts';

type AccountRow = typeof ledgerAccounts.$inferSelect;

export type LedgerStore = {
  /** Runs the work completely or not at all. Inside a caller's transaction it is a savepoint: the caller can continue after a refusal. */
  inTransaction<T>(work: (store: LedgerStore) => Promise<T>): Promise<T>;
  /** Uses the caller's transaction if there is one: for work that has written nothing when it refuses. */
  joinTransaction<T>(work: (store: LedgerStore) => Promise<T>): Promise<T>;
  insertAccount(terms: AccountTerms, openedAt: Date): Promise<void>;
  findAccount(owner: Owner, currency: Currency): Promise<Account | undefined>;
  /** The existing accounts among these, in any order. */
  findAccounts(terms: readonly Pick<AccountTerms, 'owner' | 'currency'>[]): Promise<Account[]>;
  findAccountById(id: LedgerAccountId): Promise<Account | undefined>;
  listAccounts(owner: Owner): Promise<Account[]>;
  /** Inserts all of them with their postings, or none. False if an id exists already. */
  insertJournals(
    bookings: readonly Booking[],
    postings: ReadonlyMap<JournalId, readonly Posting[]>,
    bookedAt: Date,
  ): Promise<boolean>;
  readJournals(ids: readonly JournalId[]): Promise<ReadonlyMap<JournalId, StoredJournal>>;
  lockAccounts(ids: readonly LedgerAccountId[]): Promise<ReadonlyMap<LedgerAccountId, AccountState>>;
  /** Locks all of these, in the common lock order, and returns them in any order. Returns none and locks none if one does not exist. */
  lockAccountsOf(terms: readonly Pick<AccountTerms, 'owner' | 'currency'>[]): Promise<Account[]>;
  /** Newest first, before the given entry. */
  listEntries(accountId: LedgerAccountId, before: number | undefined, limit: number): Promise<StatementLine[]>;
};

type StateRow = Pick<AccountRow, 'currency' | 'mayGoNegative'> & {
  readonly id: string;
  readonly balance: string;
  readonly postings: string;
};
type FoundRow = StateRow & Pick<AccountRow, 'ownerKind' | 'ownerId'> & { readonly openedAt: string };

const ACCOUNT = `a.id, a.owner_kind AS "ownerKind", a.owner_id AS "ownerId", a.currency, a.may_go_negative AS "mayGoNegative",
     a.opened_at AS "openedAt", a.balance, a.postings`;
const ASKED_FOR = `FROM unnest($1::text[], $2::text[], $3::text[]) AS asked (kind, id, currency)
   JOIN ledger_accounts a ON a.owner_kind = asked.kind AND a.owner_id = asked.id AND a.currency = asked.currency`;

const findAccounts = statement<FoundRow>('ledger_find_accounts', `SELECT ${ACCOUNT} ${ASKED_FOR}`);

/** Locks in id order until the transaction ends, so that two callers cannot deadlock. */
const lockAccounts = statement<StateRow>(
  'ledger_lock_accounts',
  `SELECT id, currency, may_go_negative AS "mayGoNegative", balance, postings
   FROM ledger_accounts WHERE id = ANY($1::bigint[]) ORDER BY id FOR NO KEY UPDATE`,
);

const lockAccountsOf = statement<FoundRow>(
  'ledger_lock_accounts_of',
  `WITH found AS MATERIALIZED (SELECT a.id ${ASKED_FOR})
   SELECT ${ACCOUNT} FROM ledger_accounts a
   WHERE a.id IN (SELECT id FROM found) AND (SELECT count(*) FROM found) = cardinality($1::text[])
   ORDER BY a.id FOR NO KEY UPDATE OF a`,
);

/** Waits for another transaction that is booking one of these ids. */
const writeJournals = statement<{ journal_id: string }>(
  'ledger_write_journals',
  `WITH added AS (
     INSERT INTO ledger_journals (id, kind, ref_type, ref_id, memo, postings, booked_at)
     SELECT id, kind, ref_type, ref_id, memo, postings, $7::timestamptz
     FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::int[])
       AS asked (id, kind, ref_type, ref_id, memo, postings)
     WHERE NOT EXISTS (SELECT FROM ledger_journals known WHERE known.id = ANY($1::uuid[]))
     ORDER BY id
     ON CONFLICT (id) DO NOTHING
     RETURNING id
   )
   INSERT INTO ledger_postings (journal_id, account_id, currency, amount, entry, balance_after)
   SELECT * FROM unnest($8::uuid[], $9::bigint[], $10::text[], $11::numeric[], $12::bigint[], $13::numeric[])
   WHERE (SELECT count(*) FROM added) = cardinality($1::uuid[])
   RETURNING journal_id`,
);

export function ledgerStore(db: Database): LedgerStore {
  const accountsWhere = async (condition: SQL | undefined): Promise<Account[]> =>
    (await db.select().from(ledgerAccounts).where(condition).orderBy(asc(ledgerAccounts.currency))).map(toAccount);
  const isOwnedBy = (owner: Owner) =>
    and(eq(ledgerAccounts.ownerKind, owner.kind), eq(ledgerAccounts.ownerId, owner.id));

  const store: LedgerStore = {
    inTransaction: (work) => db.transaction((tx) => work(ledgerStore(tx))),
    joinTransaction: (work) => (db instanceof PgTransaction ? work(store) : store.inTransaction(work)),

    /** Does nothing if the owner has an account in this currency: unique key `ledger_accounts_once`. */
    async insertAccount({ owner, ...terms }, openedAt) {
      const row = { ...terms, ownerKind: owner.kind, ownerId: owner.id, openedAt };
      await db.insert(ledgerAccounts).values(row).onConflictDoNothing();
    },

    async findAccount(owner, currency) {
      return (await accountsWhere(and(isOwnedBy(owner), eq(ledgerAccounts.currency, currency))))[0];
    },
    async findAccounts(terms) {
      return (await findAccounts(db, toKeys(terms))).map(toFound);
    },
    async findAccountById(id) {
      return (await accountsWhere(eq(ledgerAccounts.id, id)))[0];
    },
    listAccounts: (owner) => accountsWhere(isOwnedBy(owner)),

    async insertJournals(bookings, postings, bookedAt) {
      const lines = [...postings].flatMap(([id, those]) => those.map((posting) => ({ id, ...posting })));
      const rows = await writeJournals(db, [
        bookings.map(({ id }) => id),
        bookings.map(({ kind }) => kind),
        bookings.map(({ ref }) => ref.type),
        bookings.map(({ ref }) => ref.id),
        bookings.map(({ memo }) => memo ?? null),
        bookings.map((booking) => booking.postings.length),
        bookedAt.toISOString(),
        lines.map(({ id }) => id),
        lines.map(({ accountId }) => accountId),
        lines.map(({ currency }) => currency),
        lines.map(({ amount }) => amount.toString()),
        lines.map(({ entry }) => entry),
        lines.map(({ balanceAfter }) => balanceAfter.toString()),
      ]);
      return rows.length > 0;
    },

    readJournals: (ids) => readJournals(db, ids),

    async lockAccounts(ids) {
      const rows = await lockAccounts(db, [ids]);
      return new Map(rows.map(toState).map((state) => [state.id, state]));
    },

    async lockAccountsOf(terms) {
      return (await lockAccountsOf(db, toKeys(terms))).map(toFound);
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
  return store;
}

const toState = ({ id, currency, mayGoNegative, balance, postings }: StateRow): AccountState => ({
  id: LedgerAccountId.parse(Number(id)),
  currency,
  mayGoNegative,
  balance: BigInt(balance),
  postings: Number(postings),
});

const toKeys = (terms: readonly Pick<AccountTerms, 'owner' | 'currency'>[]): unknown[] => [
  terms.map(({ owner }) => owner.kind),
  terms.map(({ owner }) => owner.id),
  terms.map(({ currency }) => currency),
];

const toFound = ({ openedAt, ...row }: FoundRow): Account => ({
  ...toState(row),
  owner: { kind: row.ownerKind, id: row.ownerId },
  openedAt: new Date(openedAt),
});

const toAccount = ({ ownerKind, ownerId, ...row }: AccountRow): Account => ({
  ...row,
  owner: { kind: ownerKind, id: ownerId },
});
