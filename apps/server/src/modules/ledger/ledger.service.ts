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
import { checkForm, decideBooking, isSameContent } from './ledger.policy.ts';
import type { LedgerStore } from './ledger.store.ts';

type Deps = { readonly store: LedgerStore; readonly clock: { now(): Date } };

/** The only writer of postings. On a store over a caller's transaction, all it books is part of that transaction. */
export function createLedger({ store, clock }: Deps) {
  /** The owner's account in this currency, opened when there is none yet. */
  async function openAccount(terms: AccountTerms): Promise<Account> {
    const { owner, currency, mayGoNegative } = terms;
    let account = await store.findAccount(owner, currency);
    if (account === undefined) {
      await store.insertAccount(terms, clock.now());
      account = await store.findAccount(owner, currency);
    }
    if (account?.mayGoNegative !== mayGoNegative) {
      throw new Error(`The ${currency} account of ${owner.kind} ${owner.id} was opened on other terms.`);
    }
    return account;
  }

  async function book(booking: Booking): Promise<Journal> {
    const [journal] = await bookAll([booking]);
    if (journal === undefined) throw new Error('A booking gave no journal');
    return journal;
  }

  /**
   * All of these, in this order, or none. What was booked before under the same id is given back as it was.
   * Locks are taken in one order within a call; a transaction that books twice should do it in one call.
   */
  async function bookAll(bookings: readonly Booking[]): Promise<Journal[]> {
    const asked = [...toDistinct(bookings).values()];
    if (asked.length === 0) return [];
    const journals = await store.inTransaction(async (tx) => {
      const bookedAt = clock.now();
      const newIds = await tx.insertJournals(asked, bookedAt);
      const repeated = asked.filter(({ id }) => !newIds.has(id));
      const fresh = asked.filter(({ id }) => newIds.has(id));
      return new Map([...(await findRepeated(tx, repeated)), ...(await bookFresh(tx, fresh, bookedAt))]);
    });
    return bookings.flatMap(({ id }) => journals.get(id) ?? []);
  }

  /** One page of what happened on an account, newest first. */
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
    bookAll,
    statement,
    getAccount,
    findAccount: (owner: Owner, currency: Currency): Promise<Account | undefined> => store.findAccount(owner, currency),
    /** Every account of this owner, with its balance. */
    listAccounts: (owner: Owner): Promise<Account[]> => store.listAccounts(owner),
  };
}
export type Ledger = ReturnType<typeof createLedger>;

/** Each id once; an id that comes twice must ask for the same. */
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

async function findRepeated(tx: LedgerStore, bookings: readonly Booking[]): Promise<Map<JournalId, Journal>> {
  const stored = await tx.readJournals(bookings.map(({ id }) => id));
  return new Map(
    bookings.map((booking) => {
      const journal = stored.get(booking.id);
      if (journal === undefined || !isSameContent(booking, journal)) {
        throw new BookingRefused(booking.id, { code: 'id_reused' });
      }
      const { announced: _, ...repeated } = journal;
      return [booking.id, repeated];
    }),
  );
}

async function bookFresh(
  tx: LedgerStore,
  bookings: readonly Booking[],
  bookedAt: Date,
): Promise<Map<JournalId, Journal>> {
  if (bookings.length === 0) return new Map();
  const accountIds = new Set(bookings.flatMap(({ postings }) => postings.map(({ accountId }) => accountId)));
  const decision = decideBooking(bookings, await tx.lockAccounts([...accountIds]));
  if (decision.kind === 'refuse') throw new BookingRefused(decision.journalId, decision.because);

  await tx.insertPostings(decision.postings);
  return new Map(
    bookings.map(({ id, kind, ref, memo = null }) => {
      const postings = decision.postings.get(id) ?? [];
      return [id, { id, kind, ref, memo, bookedAt, postings }];
    }),
  );
}
