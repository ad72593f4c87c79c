import { randomBytes } from 'node:crypto';
import { JournalId, newUuidV7 } from '@assay/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/index.ts';
import { type Account, type Booking, type Currency, LEDGER_LIMITS } from './journal.ts';
import { createLedger, type Ledger } from './ledger.service.ts';
import { ledgerStore } from './ledger.store.ts';

const NOW = new Date('2026-01-01T00:00:00.000Z');
const clock = { now: () => NOW };
const newId = () => newUuidV7(JournalId, NOW.getTime(), (length) => randomBytes(length));

let database: TestDatabase;
let ledger: Ledger;
beforeAll(async () => {
  database = await createTestDatabase();
  ledger = createLedger({ store: ledgerStore(database.db), clock });
});
afterAll(() => database.close());

const openAccount = (mayGoNegative: boolean, currency: Currency = 'MARK'): Promise<Account> =>
  ledger.openAccount({ owner: { kind: 'actor', id: newId() }, currency, mayGoNegative });
/** A source that may go negative, and two purses that may not. */
const openThree = async (currency: Currency = 'MARK') => ({
  source: await openAccount(true, currency),
  one: await openAccount(false, currency),
  two: await openAccount(false, currency),
});
const transfer = (from: Account, to: Account, amount: bigint, given: Partial<Booking> = {}): Booking => ({
  id: newId(),
  kind: 'test.transfer',
  ref: { type: 'test', id: '1' },
  postings: [
    { accountId: from.id, amount: -amount },
    { accountId: to.id, amount },
  ],
  ...given,
});
const balanceOf = async ({ id }: Account): Promise<bigint> => (await ledger.getAccount(id)).balance;

describe('openAccount', () => {
  it('opens one account per owner and currency, even concurrently', async () => {
    const facts = { owner: { kind: 'actor', id: newId() }, currency: 'USDC', mayGoNegative: false } as const;

    const opened = await Promise.all(Array.from({ length: 8 }, () => ledger.openAccount(facts)));

    expect(new Set(opened.map(({ id }) => id)).size).toBe(1);
    expect(opened[0]).toMatchObject({ ...facts, balance: 0n, postings: 0, openedAt: NOW });
  });

  it('rejects a second opening with other terms', async () => {
    const { owner, currency } = await openAccount(false);

    await expect(ledger.openAccount({ owner, currency, mayGoNegative: true })).rejects.toThrow('on other terms');
  });

  it('lists the accounts of an owner', async () => {
    const owner = { kind: 'developer', id: newId() };
    await ledger.openAccount({ owner, currency: 'USDC', mayGoNegative: false });
    await ledger.openAccount({ owner, currency: 'ASY', mayGoNegative: false });

    expect((await ledger.listAccounts(owner)).map(({ currency }) => currency)).toEqual(['ASY', 'USDC']);
    expect(await ledger.findAccount(owner, 'USDC')).toMatchObject({ owner, currency: 'USDC' });
    expect(await ledger.findAccount(owner, 'MARK')).toBeUndefined();
  });
});

describe('book', () => {
  it('moves money, and returns the balances', async () => {
    const { source, one } = await openThree();
    const booking = transfer(source, one, 7n, { memo: 'wages' });

    const journal = await ledger.book(booking);

    expect(journal).toEqual({
      id: booking.id,
      kind: 'test.transfer',
      ref: { type: 'test', id: '1' },
      memo: 'wages',
      bookedAt: NOW,
      postings: [
        { accountId: source.id, currency: 'MARK', amount: -7n, entry: 1, balanceAfter: -7n },
        { accountId: one.id, currency: 'MARK', amount: 7n, entry: 1, balanceAfter: 7n },
      ],
    });
    expect([await balanceOf(source), await balanceOf(one)]).toEqual([-7n, 7n]);
  });

  it('moves several currencies in one journal', async () => {
    const [marks, asy] = [await openThree('MARK'), await openThree('ASY')];
    const postings = [
      ...transfer(marks.source, marks.one, 2n).postings,
      ...transfer(asy.source, asy.one, 3n * 10n ** 18n).postings,
    ];

    await ledger.book(transfer(marks.source, marks.one, 2n, { postings }));

    expect([await balanceOf(marks.one), await balanceOf(asy.one)]).toEqual([2n, 3n * 10n ** 18n]);
  });

  it('stores the largest amount exactly', async () => {
    const { source, one } = await openThree('ASY');

    await ledger.book(transfer(source, one, LEDGER_LIMITS.amountMax));

    expect(await balanceOf(one)).toBe(LEDGER_LIMITS.amountMax);
  });

  it('rejects an overdraft with its reason, and changes nothing', async () => {
    const { source, one, two } = await openThree();
    await ledger.book(transfer(source, one, 5n));

    const attempt = ledger.book(transfer(one, two, 6n));

    await expect(attempt).rejects.toMatchObject({
      name: 'BookingRefused',
      because: { code: 'insufficient_funds', accountId: one.id, needed: 6n, available: 5n },
    });
    expect(await ledger.getAccount(one.id)).toMatchObject({ balance: 5n, postings: 1 });
  });

  it('returns the journal of the same id, even after the money is spent', async () => {
    const { source, one, two } = await openThree();
    await ledger.book(transfer(source, one, 5n));
    const payment = transfer(one, two, 5n);

    const first = await ledger.book(payment);
    const second = await ledger.book(payment);

    expect(second).toEqual(first);
    expect(await ledger.getAccount(two.id)).toMatchObject({ balance: 5n, postings: 1 });
  });

  it('rejects other content under the same id', async () => {
    const { source, one } = await openThree();
    const { id } = await ledger.book(transfer(source, one, 5n));

    await expect(ledger.book(transfer(source, one, 6n, { id }))).rejects.toMatchObject({
      because: { code: 'id_reused' },
    });
    expect(await balanceOf(one)).toBe(5n);
  });
});

describe('bookAll', () => {
  it('books in the given order, each on the balances of the previous ones', async () => {
    const { source, one, two } = await openThree();

    const journals = await ledger.bookAll([transfer(source, one, 5n), transfer(one, two, 4n), transfer(two, one, 1n)]);

    const ofOne = journals.flatMap(({ postings }) => postings).filter(({ accountId }) => accountId === one.id);
    expect(ofOne.map(({ entry, balanceAfter }) => [entry, balanceAfter])).toEqual([
      [1, 5n],
      [2, 1n],
      [3, 2n],
    ]);
  });

  it('books all or none', async () => {
    const { source, one, two } = await openThree();

    const attempt = ledger.bookAll([transfer(source, one, 5n), transfer(two, one, 1n)]);

    await expect(attempt).rejects.toMatchObject({ because: { code: 'insufficient_funds', accountId: two.id } });
    expect(await ledger.getAccount(one.id)).toMatchObject({ balance: 0n, postings: 0 });
  });

  it('accepts new, known and duplicate journals in one batch', async () => {
    const { source, one } = await openThree();
    const [old, fresh] = [transfer(source, one, 1n), transfer(source, one, 2n)];
    await ledger.book(old);

    const journals = await ledger.bookAll([fresh, old, fresh]);

    expect(journals.map(({ id }) => id)).toEqual([fresh.id, old.id, fresh.id]);
    expect(await balanceOf(one)).toBe(3n);
    await expect(ledger.bookAll([fresh, { ...fresh, kind: 'other' }])).rejects.toMatchObject({
      because: { code: 'id_reused' },
    });
  });

  it('accepts at most its limit', async () => {
    const { source, one } = await openThree();
    const many = Array.from({ length: LEDGER_LIMITS.journalsPerBatchMax + 1 }, () => transfer(source, one, 1n));

    await expect(ledger.bookAll(many)).rejects.toThrow(RangeError);
    await ledger.bookAll(many.slice(1));

    expect(await balanceOf(one)).toBe(BigInt(LEDGER_LIMITS.journalsPerBatchMax));
  });

  it('does nothing for an empty batch', async () => {
    expect(await ledger.bookAll([])).toEqual([]);
  });
});

describe("inside a caller's transaction", () => {
  it('books only if the caller commits', async () => {
    const { source, one } = await openThree();

    const attempt = database.db.transaction(async (tx) => {
      await createLedger({ store: ledgerStore(tx), clock }).book(transfer(source, one, 5n));
      throw new Error('changed my mind');
    });

    await expect(attempt).rejects.toThrow('changed my mind');
    expect(await balanceOf(one)).toBe(0n);
  });

  it('allows the caller to continue after a rejection', async () => {
    const { source, one, two } = await openThree();

    await database.db.transaction(async (tx) => {
      const inside = createLedger({ store: ledgerStore(tx), clock });
      await expect(inside.book(transfer(one, two, 1n))).rejects.toMatchObject({ name: 'BookingRefused' });
      await inside.book(transfer(source, two, 2n));
    });

    expect([await balanceOf(one), await balanceOf(two)]).toEqual([0n, 2n]);
  });
});

describe('statement', () => {
  it('lists every entry once across pages, newest first, while new ones arrive', async () => {
    const { source, one, two } = await openThree();
    await ledger.bookAll([1n, 2n, 3n, 4n, 5n].map((amount) => transfer(source, one, amount)));

    const first = await ledger.statement(one.id, { limit: 2 });
    await ledger.book(transfer(one, two, 10n));
    const second = await ledger.statement(one.id, { limit: 2, cursor: first.nextCursor ?? undefined });
    const third = await ledger.statement(one.id, { limit: 2, cursor: second.nextCursor ?? undefined });

    const lines = [first, second, third].flatMap(({ items }) => items);
    expect(lines.map(({ entry, amount, balanceAfter }) => [entry, amount, balanceAfter])).toEqual([
      [5, 5n, 15n],
      [4, 4n, 10n],
      [3, 3n, 6n],
      [2, 2n, 3n],
      [1, 1n, 1n],
    ]);
    expect(third.nextCursor).toBeNull();
    expect(lines[0]).toMatchObject({
      kind: 'test.transfer',
      ref: { type: 'test', id: '1' },
      memo: null,
      bookedAt: NOW,
    });
  });

  it('ends on a full last page and on an empty account', async () => {
    const { source, one, two } = await openThree();
    await ledger.bookAll([transfer(source, one, 1n), transfer(source, one, 1n)]);

    expect(await ledger.statement(one.id, { limit: 2 })).toMatchObject({ items: [{}, {}], nextCursor: null });
    expect(await ledger.statement(two.id, { limit: 2 })).toEqual({ items: [], nextCursor: null });
  });
});
