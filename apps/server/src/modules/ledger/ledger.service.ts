import type { JournalId } from '@assay/protocol';
import { z } from 'zod';
import { readCursor, toPage } from '../../platform/http/index.ts';
import {
  type Account,
  type AccountTerms,
  type Booking,
  BookingRefused,
  type Currency,
  type Journal,
  LEDGER_LIMITS,
  type LedgerAccountId,
  type Owner,
  type StatementLine,
} from './journal.ts';
import { type AccountState, checkForm, type Decision, decideBooking, isSameContent } from './ledger.policy.ts';
import type { LedgerStore } from './ledger.store.ts';

type OwnerBooking = Omit<Booking, 'postings'> & {
  /** One per account. */
  readonly entries: readonly (AccountTerms & { readonly amount: bigint })[];
};
type Deps = { readonly store: LedgerStore; readonly clock: { now(): Date } };

/** The only writer of postings. On a store of a caller's transaction, all its bookings are part of that transaction. */
export function createLedger({ store, clock }: Deps) {
  /** The owner's account in this currency, which is opened if it does not exist. */
  async function openAccount(terms: AccountTerms): Promise<Account> {
    const [account] = await openAccounts([terms]);
    if (account === undefined) throw new Error('An account was opened and is not there.');
    return account;
  }

  /** One account for each of the terms, in their order. */
  async function openAccounts(terms: readonly AccountTerms[]): Promise<Account[]> {
    const found = toFinder(await store.findAccounts(terms));
    const missing = terms.filter((asked) => found(asked) === undefined);
    if (missing.length === 0) return terms.map((asked) => requireTerms(asked, found(asked)));
    for (const asked of missing) await store.insertAccount(asked, clock.now());
    const all = toFinder(await store.findAccounts(terms));
    return terms.map((asked) => requireTerms(asked, all(asked)));
  }

  async function book(booking: Booking): Promise<Journal> {
    return requireJournal((await bookAll([booking]))[0]);
  }

  /** Like `book`, by account owners. Missing accounts are opened; usually one statement finds and locks all of them. */
  async function bookFor({ entries, ...head }: OwnerBooking): Promise<Journal> {
    const bookOn = (accounts: readonly Account[]): Booking => ({
      ...head,
      postings: accounts.map(({ id: accountId }, place) => ({ accountId, amount: entries[place]?.amount ?? 0n })),
    });
    const journals = await store.joinTransaction(async (tx) => {
      const found = toFinder(await tx.lockAccountsOf(entries));
      if (entries.some((entry) => found(entry) === undefined)) return undefined;
      const accounts = entries.map((asked) => requireTerms(asked, found(asked)));
      const asked = toDistinct([bookOn(accounts)]);
      return bookLocked(tx, [...asked.values()], new Map(accounts.map((each) => [each.id, each])), clock.now());
    });
    return journals === undefined ? book(bookOn(await openAccounts(entries))) : requireJournal(journals.get(head.id));
  }

  /**
   * Books all of these in this order, or none. An id that was booked before returns its stored journal. Locks are taken in one
   * order within a call, so a transaction with several bookings must make them in one call.
   */
  async function bookAll(bookings: readonly Booking[]): Promise<Journal[]> {
    const asked = [...toDistinct(bookings).values()];
    if (asked.length === 0) return [];
    const work = (tx: LedgerStore) => bookIn(tx, asked, clock.now());
    // One statement writes a single journal completely or not at all. Several journals need a savepoint.
    const journals = await (asked.length === 1 ? store.joinTransaction(work) : store.inTransaction(work));
    return bookings.flatMap(({ id }) => journals.get(id) ?? []);
  }

  /** One page of an account's statement, newest first. */
  async function statement(
    accountId: LedgerAccountId,
    query: { readonly limit: number; readonly cursor?: string | undefined },
  ): Promise<{ items: readonly StatementLine[]; nextCursor: string | null }> {
    const now = clock.now();
    const before = query.cursor === undefined ? undefined : readCursor(z.int().positive(), query.cursor, now);
    const lines = await store.listEntries(accountId, before, query.limit + 1);
    const { page: items, nextCursor } = toPage(lines, query.limit, now, (last) => last.entry);
    return { items, nextCursor };
  }

  async function getAccount(id: LedgerAccountId): Promise<Account> {
    const account = await store.findAccountById(id);
    if (account === undefined) throw new Error(`There is no account ${id}.`);
    return account;
  }

  return {
    openAccount,
    book,
    bookFor,
    bookAll,
    statement,
    getAccount,
    findAccount: (owner: Owner, currency: Currency): Promise<Account | undefined> => store.findAccount(owner, currency),
    /** The existing accounts of these owners, in any order. */
    findAccounts: (owners: readonly Owner[], currency: Currency): Promise<Account[]> =>
      store.findAccounts(owners.map((owner) => ({ owner, currency }))),
    /** All accounts of this owner, with their balances. */
    listAccounts: (owner: Owner): Promise<Account[]> => store.listAccounts(owner),
  };
}
export type Ledger = ReturnType<typeof createLedger>;

/** The bookings by id. A repeated id must request the same booking. */
function toDistinct(bookings: readonly Booking[]): Map<JournalId, Booking> {
  if (bookings.length > LEDGER_LIMITS.journalsPerBatchMax) {
    throw new RangeError(`At most ${LEDGER_LIMITS.journalsPerBatchMax} journals are booked in one call.`);
  }
  const asked = new Map<JournalId, Booking>();
  for (const booking of bookings) {
    const malformed = checkForm(booking);
    if (malformed !== undefined) throw new BookingRefused(booking.id, malformed);
    const first = asked.get(booking.id);
    if (first !== undefined && !isSameContent(first, booking)) {
      throw new BookingRefused(booking.id, { code: 'id_reused' });
    }
    asked.set(booking.id, first ?? booking);
  }
  return asked;
}

async function bookIn(
  tx: LedgerStore,
  asked: readonly Booking[],
  bookedAt: Date,
): Promise<ReadonlyMap<JournalId, Journal>> {
  const accountIds = new Set(asked.flatMap(({ postings }) => postings.map(({ accountId }) => accountId)));
  return bookLocked(tx, asked, await tx.lockAccounts([...accountIds]), bookedAt);
}

/** Usually all bookings are new and covered. Otherwise this finds the ones that were booked before and decides the others again. */
async function bookLocked(
  tx: LedgerStore,
  asked: readonly Booking[],
  accounts: ReadonlyMap<LedgerAccountId, AccountState>,
  bookedAt: Date,
): Promise<ReadonlyMap<JournalId, Journal>> {
  const booked = await bookNew(tx, asked, decideBooking(asked, accounts), bookedAt);
  if (booked !== undefined) return booked;

  const repeated = await findRepeated(tx, asked);
  const fresh = asked.filter(({ id }) => !repeated.has(id));
  const [first] = fresh;
  if (first === undefined) return repeated;
  const decision = decideBooking(fresh, accounts);
  if (decision.kind === 'refuse') throw new BookingRefused(decision.journalId, decision.because);
  const rest = await bookNew(tx, fresh, decision, bookedAt);
  // Another transaction books one of these ids on other accounts. A transaction with shared accounts would have finished.
  if (rest === undefined) throw new BookingRefused(first.id, { code: 'id_reused' });
  return new Map([...repeated, ...rest]);
}

/** Undefined if nothing was booked. */
async function bookNew(
  tx: LedgerStore,
  bookings: readonly Booking[],
  decision: Decision,
  bookedAt: Date,
): Promise<Map<JournalId, Journal> | undefined> {
  if (decision.kind === 'refuse' || !(await tx.insertJournals(bookings, decision.postings, bookedAt))) return undefined;
  return new Map(
    bookings.map(({ id, kind, ref, memo = null }) => {
      const postings = decision.postings.get(id) ?? [];
      return [id, { id, kind, ref, memo, bookedAt, postings }];
    }),
  );
}

async function findRepeated(tx: LedgerStore, asked: readonly Booking[]): Promise<Map<JournalId, Journal>> {
  const stored = await tx.readJournals(asked.map(({ id }) => id));
  const repeated = new Map<JournalId, Journal>();
  for (const booking of asked) {
    const journal = stored.get(booking.id);
    if (journal === undefined) continue;
    if (!isSameContent(booking, journal)) throw new BookingRefused(booking.id, { code: 'id_reused' });
    const { announced: _, ...before } = journal;
    repeated.set(booking.id, before);
  }
  return repeated;
}

function requireJournal(journal: Journal | undefined): Journal {
  if (journal === undefined) throw new Error('A booking gave no journal');
  return journal;
}

const keyOf = ({ owner, currency }: Pick<AccountTerms, 'owner' | 'currency'>): string =>
  JSON.stringify([owner.kind, owner.id, currency]);

function toFinder(accounts: readonly Account[]): (terms: AccountTerms) => Account | undefined {
  const byKey = new Map(accounts.map((account) => [keyOf(account), account]));
  return (terms) => byKey.get(keyOf(terms));
}

function requireTerms({ owner, currency, mayGoNegative }: AccountTerms, account: Account | undefined): Account {
  if (account?.mayGoNegative !== mayGoNegative) {
    throw new Error(`The ${currency} account of ${owner.kind} ${owner.id} was opened on other terms.`);
  }
  return account;
}
