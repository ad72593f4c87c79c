import type { JournalId } from '@assay/protocol';
import {
  type Account,
  type Booking,
  type Currency,
  type Journal,
  LEDGER_LIMITS,
  type LedgerAccountId,
  type Posting,
  type Refusal,
} from './journal.ts';

export type AccountState = Pick<Account, 'id' | 'currency' | 'mayGoNegative' | 'balance' | 'postings'>;
export type Decision =
  | { readonly kind: 'book'; readonly postings: ReadonlyMap<JournalId, readonly Posting[]> }
  | { readonly kind: 'refuse'; readonly journalId: JournalId; readonly because: Refusal };

type Accounts = ReadonlyMap<LedgerAccountId, AccountState>;
type Outcome = { readonly postings: readonly Posting[] } | { readonly because: Refusal };

/** The checks on a booking that do not need its accounts. */
export function checkForm({ postings }: Booking): Refusal | undefined {
  const malformed = (detail: string): Refusal => ({ code: 'malformed', detail });
  const max = LEDGER_LIMITS.postingsPerJournalMax;
  if (postings.length < 2 || postings.length > max) return malformed(`a journal has 2 to ${max} postings`);
  if (new Set(postings.map(({ accountId }) => accountId)).size < postings.length) {
    return malformed('an account occurs twice');
  }
  if (postings.some(({ amount }) => amount === 0n)) return malformed('an amount is zero');
  if (postings.some(({ amount }) => isTooLarge(amount))) return malformed('an amount is too large');
  return undefined;
}

/**
 * Decides whether these bookings are possible in this order on these accounts, and with which postings. The database enforces
 * the same rules; the check here gives a reason and keeps the caller's transaction usable.
 */
export function decideBooking(bookings: readonly Booking[], accounts: Accounts): Decision {
  const current = new Map(accounts);
  const postings = new Map<JournalId, readonly Posting[]>();
  for (const booking of bookings) {
    const outcome = post(booking, current);
    if ('because' in outcome) return { kind: 'refuse', journalId: booking.id, because: outcome.because };
    postings.set(booking.id, outcome.postings);
  }
  return { kind: 'book', postings };
}

/** Applies one booking to the accounts, or returns the reason why it is not possible. */
function post(booking: Booking, accounts: Map<LedgerAccountId, AccountState>): Outcome {
  const postings: Posting[] = [];
  let uncovered: Refusal | undefined;
  for (const { accountId, amount } of booking.postings) {
    const account = accounts.get(accountId);
    if (account === undefined) return { because: { code: 'account_unknown', accountId } };
    uncovered ??= findUncovered(account, amount);
    const after = { ...account, balance: account.balance + amount, postings: account.postings + 1 };
    accounts.set(accountId, after);
    const { currency, balance: balanceAfter, postings: entry } = after;
    postings.push({ accountId, currency, amount, entry, balanceAfter });
  }
  const [unbalanced] = findUnbalanced(postings);
  if (unbalanced !== undefined) return { because: { code: 'unbalanced', ...unbalanced } };
  if (uncovered !== undefined) return { because: uncovered };
  return { postings: postings.toSorted((one, other) => one.accountId - other.accountId) };
}

function findUncovered({ id, currency, mayGoNegative, balance }: AccountState, amount: bigint): Refusal | undefined {
  const after = balance + amount;
  if (after < 0n && !mayGoNegative) {
    return { code: 'insufficient_funds', accountId: id, currency, needed: -amount, available: balance };
  }
  if (isTooLarge(after)) return { code: 'malformed', detail: `the balance of account ${id} would be too large` };
  return undefined;
}

/** The currencies in which the amounts do not sum to zero. */
function findUnbalanced(lines: readonly Pick<Posting, 'currency' | 'amount'>[]): { currency: Currency; sum: bigint }[] {
  const sums = new Map<Currency, bigint>();
  for (const { currency, amount } of lines) sums.set(currency, (sums.get(currency) ?? 0n) + amount);
  return [...sums].filter(([, sum]) => sum !== 0n).map(([currency, sum]) => ({ currency, sum }));
}

/** Whether a stored journal has all the postings that it was booked with, and they are balanced. */
export const isBalanced = ({
  announced,
  postings,
}: Pick<Journal, 'postings'> & { readonly announced: number }): boolean =>
  postings.length === announced && findUnbalanced(postings).length === 0;

/** Whether both bookings request the same. The booking time is not compared. */
export function isSameContent(one: Booking, other: Booking): boolean {
  const amounts = new Map(other.postings.map(({ accountId, amount }) => [accountId, amount]));
  return (
    one.kind === other.kind &&
    one.ref.type === other.ref.type &&
    one.ref.id === other.ref.id &&
    (one.memo ?? null) === (other.memo ?? null) &&
    one.postings.length === other.postings.length &&
    one.postings.every(({ accountId, amount }) => amounts.get(accountId) === amount)
  );
}

const isTooLarge = (amount: bigint): boolean => amount > LEDGER_LIMITS.amountMax || -amount > LEDGER_LIMITS.amountMax;
