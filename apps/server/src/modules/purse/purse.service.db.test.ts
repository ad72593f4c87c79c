import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../platform/db/index.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/index.ts';
import { purseTransaction } from '../../testing/purse-transaction.ts';
import { createMarkBooks } from './mark-books.ts';
import { COMMONS, ISSUE, purseOf, stakeOf, tillOf } from './owners.ts';
import { createPurse, type Payment } from './purse.service.ts';

const NOW = new Date('2026-01-01T00:00:00.000Z');
const clock = { now: () => NOW };
const books = createMarkBooks({ random: (length) => randomBytes(length), clock });
const purse = createPurse({ books });

let database: TestDatabase;
const over = (handle: Database) => purseTransaction(handle, clock);
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

async function openPurse(amount: bigint): Promise<string> {
  const actorId = randomUUID();
  const moves = [{ from: ISSUE, to: purseOf(actorId), amount }];
  await books.bookIn(over(database.db), { kind: 'money.issued', ref: { type: 'test', id: actorId }, moves });
  return actorId;
}
const balance = (actorId: string) => purse.balanceIn(over(database.db), actorId);
const commons = () => books.balanceOf(over(database.db), COMMONS);
const toPayment = (from: string, to: string, given: Partial<Payment> = {}): Payment => ({
  from,
  to,
  amount: 100n,
  fee: 5n,
  reason: 'listing.sold',
  ref: { type: 'purchase', id: '1' },
  idempotencyKey: randomUUID(),
  ...given,
});
const pay = (payment: Payment) => database.db.transaction((tx) => purse.payIn(over(tx), payment));

describe('paying', () => {
  it('moves the price from one purse to the other, less the fee for the commons fund', async () => {
    const [buyer, seller, before] = [await openPurse(250n), await openPurse(0n), await commons()];

    const paid = await pay(toPayment(buyer, seller));

    expect(paid).toMatchObject({ received: 95n, fee: 5n });
    expect([await balance(buyer), await balance(seller), (await commons()) - before]).toEqual([150n, 95n, 5n]);
  });

  it('happens once per key, even concurrently', async () => {
    const [buyer, seller] = [await openPurse(1_000n), await openPurse(0n)];
    const payment = toPayment(buyer, seller);

    const answers = await Promise.all(Array.from({ length: 8 }, () => pay(payment)));

    expect(new Set(answers.map(({ journalId }) => journalId)).size).toBe(1);
    expect(await balance(seller)).toBe(95n);
    await expect(pay({ ...payment, amount: 200n })).rejects.toThrow('another content');
  });

  it('never exceeds the balance of the purse, even concurrently', async () => {
    const [buyer, seller] = [await openPurse(250n), await openPurse(0n)];

    const attempts = await Promise.allSettled(Array.from({ length: 5 }, () => pay(toPayment(buyer, seller))));

    const refused = attempts.flatMap((attempt) => (attempt.status === 'rejected' ? [attempt.reason] : []));
    expect(refused).toHaveLength(3);
    for (const problem of refused) expect(problem).toMatchObject({ code: 'insufficient_funds' });
    expect([await balance(buyer), await balance(seller)]).toEqual([50n, 190n]);
  });

  it('is rolled back with the surrounding transaction', async () => {
    const [buyer, seller] = [await openPurse(250n), await openPurse(0n)];

    const attempt = database.db.transaction(async (tx) => {
      await purse.payIn(over(tx), toPayment(buyer, seller));
      throw new Error('The bundle is gone');
    });

    await expect(attempt).rejects.toThrow('The bundle is gone');
    expect(await balance(buyer)).toBe(250n);
  });

  it.each([
    ['nothing', { amount: 0n, fee: 0n }],
    ['less than nothing', { amount: -1n, fee: 0n }],
    ['a fee above the price', { fee: 101n }],
    ['a negative fee', { fee: -1n }],
  ])('rejects %s', async (_, given) => {
    const buyer = await openPurse(250n);

    await expect(pay(toPayment(buyer, randomUUID(), given))).rejects.toThrow(RangeError);
    await expect(pay(toPayment(buyer, buyer))).rejects.toThrow('cannot pay itself');
  });
});

describe('the commons fund', () => {
  const pairOf = async () => [await openPurse(100n), await openPurse(0n)] as const;
  const tillFor = (payment: Payment) => tillOf(COMMONS, purse.journalIdOf(payment)).id;

  it('does not block other sales while one is uncommitted, and is the sum of all their fees', async () => {
    const [one, other] = [await pairOf(), await pairOf()];
    const first = toPayment(...one);
    let second = toPayment(...other);
    while (tillFor(second) === tillFor(first)) second = toPayment(...other);
    // Opens both accounts first, because opening an account locks out others.
    for (const payment of [first, second]) await pay({ ...payment, amount: 10n, idempotencyKey: sameTill(payment) });
    const before = await commons();

    await database.db.transaction(async (open) => {
      await purse.payIn(over(open), { ...first, amount: 50n });
      await database.db.transaction(async (tx) => {
        await tx.execute("SET LOCAL lock_timeout = '5s'");
        await purse.payIn(over(tx), { ...second, amount: 50n });
      });
    });

    expect((await commons()) - before).toBe(10n);
  });

  /** Another key whose fee goes to the same till. */
  function sameTill(payment: Payment): string {
    const key = randomUUID();
    return tillFor({ ...payment, idempotencyKey: key }) === tillFor(payment) ? key : sameTill(payment);
  }
});

describe('pots', () => {
  it('take from a purse and return to it', async () => {
    const actorId = await openPurse(300n);
    const act = { actorId, pot: stakeOf(actorId), ref: { type: 'flag', id: '1' }, idempotencyKey: randomUUID() };

    await purse.chargeIn(over(database.db), { ...act, amount: 200n, reason: 'bond.taken' });
    await purse.refundIn(over(database.db), { ...act, amount: 150n, reason: 'bond.returned' });

    expect(await balance(actorId)).toBe(250n);
    expect(await books.balanceOf(over(database.db), stakeOf(actorId))).toBe(50n);
  });
});
