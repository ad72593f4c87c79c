import { JournalId, newUuidV7 } from '@assay/protocol';
import { describe, expect, it } from 'vitest';
import { type Booking, type Currency, LEDGER_LIMITS, LedgerAccountId } from './journal.ts';
import { type AccountState, checkForm, decideBooking, isBalanced, isSameContent } from './ledger.policy.ts';

const accountId = (number: number) => LedgerAccountId.parse(number);
const idOf = (nowMs: number) => newUuidV7(JournalId, nowMs, (length) => new Uint8Array(length));
const [ID, OTHER] = [idOf(0), idOf(1)];

const booking = (...lines: readonly (readonly [number, bigint])[]): Booking => ({
  id: ID,
  kind: 'test',
  ref: { type: 'test', id: '1' },
  postings: lines.map(([account, amount]) => ({ accountId: accountId(account), amount })),
});
const account = (number: number, state: Partial<AccountState> = {}): AccountState => ({
  id: accountId(number),
  currency: 'MARK',
  mayGoNegative: false,
  balance: 0n,
  postings: 0,
  ...state,
});
const accounts = (...all: readonly AccountState[]) => new Map(all.map((one) => [one.id, one]));

describe('checkForm', () => {
  const { postingsPerJournalMax: max, amountMax } = LEDGER_LIMITS;
  const wide = (width: number) => booking(...Array.from({ length: width }, (_, n) => [n + 1, 1n] as const));

  it('accepts a journal at every limit', () => {
    expect(checkForm(wide(2))).toBeUndefined();
    expect(checkForm(wide(max))).toBeUndefined();
    expect(checkForm(booking([1, amountMax], [2, -amountMax]))).toBeUndefined();
  });

  it.each([
    ['too few postings', booking([1, 1n])],
    ['too many postings', wide(max + 1)],
    ['an account that occurs twice', booking([1, 1n], [1, -1n])],
    ['an amount of zero', booking([1, 0n], [2, 0n])],
    ['an amount one past the largest', booking([1, amountMax + 1n], [2, -1n])],
    ['an amount one below the smallest', booking([1, 1n], [2, -amountMax - 1n])],
  ])('rejects %s', (_, refused) => {
    expect(checkForm(refused)).toMatchObject({ code: 'malformed' });
  });
});

describe('decideBooking', () => {
  it('allows an account to be emptied, and no unit more', () => {
    const state = accounts(account(1, { balance: 5n }), account(2));

    expect(decideBooking([booking([1, -5n], [2, 5n])], state)).toMatchObject({ kind: 'book' });
    expect(decideBooking([booking([1, -6n], [2, 6n])], state)).toEqual({
      kind: 'refuse',
      journalId: ID,
      because: { code: 'insufficient_funds', accountId: 1, currency: 'MARK', needed: 6n, available: 5n },
    });
  });

  it('allows a negative balance only on accounts that permit it', () => {
    const state = accounts(account(1, { mayGoNegative: true }), account(2));

    expect(decideBooking([booking([1, -1n], [2, 1n])], state)).toMatchObject({ kind: 'book' });
  });

  it('numbers the postings of an account onwards from its last entry', () => {
    const state = accounts(account(2, { balance: 9n, postings: 4 }), account(1, { mayGoNegative: true }));
    const [first, second] = [booking([2, -1n], [1, 1n]), { ...booking([2, -3n], [1, 3n]), id: OTHER }];

    expect(decideBooking([first, second], state)).toEqual({
      kind: 'book',
      postings: new Map([
        [
          ID,
          [
            { accountId: 1, currency: 'MARK', amount: 1n, entry: 1, balanceAfter: 1n },
            { accountId: 2, currency: 'MARK', amount: -1n, entry: 5, balanceAfter: 8n },
          ],
        ],
        [
          OTHER,
          [
            { accountId: 1, currency: 'MARK', amount: 3n, entry: 2, balanceAfter: 4n },
            { accountId: 2, currency: 'MARK', amount: -3n, entry: 6, balanceAfter: 5n },
          ],
        ],
      ]),
    });
    expect(state.get(accountId(2))).toMatchObject({ balance: 9n, postings: 4 });
  });

  it('includes the effect of earlier bookings in the batch', () => {
    const state = accounts(account(1, { mayGoNegative: true }), account(2), account(3));
    const [earn, spend] = [booking([1, -3n], [2, 3n]), booking([2, -3n], [3, 3n])];

    expect(decideBooking([earn, spend], state)).toMatchObject({ kind: 'book' });
    expect(decideBooking([spend, earn], state)).toMatchObject({ because: { code: 'insufficient_funds' } });
  });

  it('requires zero per currency, not across currencies', () => {
    const usdc = (number: number) => account(number, { currency: 'USDC', mayGoNegative: true });
    const mark = (number: number) => account(number, { mayGoNegative: true });
    const state = accounts(usdc(1), usdc(2), mark(3), mark(4));

    expect(decideBooking([booking([1, 1n], [2, -1n], [3, 2n], [4, -2n])], state)).toMatchObject({ kind: 'book' });
    expect(decideBooking([booking([1, 1n], [3, -1n])], state)).toMatchObject({
      because: { code: 'unbalanced', currency: 'USDC', sum: 1n },
    });
  });

  it('rejects an unknown account', () => {
    expect(decideBooking([booking([1, 1n], [2, -1n])], accounts(account(1)))).toMatchObject({
      because: { code: 'account_unknown', accountId: 2 },
    });
  });

  it('rejects a balance that the database cannot hold', () => {
    const state = accounts(account(1, { mayGoNegative: true }), account(2, { balance: LEDGER_LIMITS.amountMax }));

    expect(decideBooking([booking([1, -1n], [2, 1n])], state)).toMatchObject({ because: { code: 'malformed' } });
  });
});

describe('isSameContent', () => {
  const first = booking([1, 1n], [2, -1n]);

  it('compares content, regardless of the order of postings and of null or absent members', () => {
    expect(isSameContent(first, { ...first, memo: null, postings: first.postings.toReversed() })).toBe(true);
  });

  it.each([
    ['kind', { kind: 'other' }],
    ['type of reference', { ref: { type: 'other', id: '1' } }],
    ['id of reference', { ref: { type: 'test', id: '2' } }],
    ['memo', { memo: 'thanks' }],
    ['amount', booking([1, 2n], [2, -2n])],
    ['account', booking([1, 1n], [3, -1n])],
    ['number of postings', booking([1, 1n], [2, -2n], [3, 1n])],
  ])('distinguishes another %s', (_, difference) => {
    expect(isSameContent(first, { ...first, ...difference })).toBe(false);
    expect(isSameContent({ ...first, ...difference }, first)).toBe(false);
  });
});

describe('isBalanced', () => {
  const posting = (number: number, amount: bigint, currency: Currency = 'MARK') => ({
    accountId: accountId(number),
    currency,
    amount,
    entry: 1,
    balanceAfter: amount,
  });

  it('requires all postings, and each currency balanced', () => {
    expect(isBalanced({ announced: 2, postings: [posting(1, 1n), posting(2, -1n)] })).toBe(true);
    expect(isBalanced({ announced: 3, postings: [posting(1, 1n), posting(2, -1n)] })).toBe(false);
    expect(isBalanced({ announced: 2, postings: [posting(1, 1n), posting(2, -1n, 'ASY')] })).toBe(false);
  });
});
