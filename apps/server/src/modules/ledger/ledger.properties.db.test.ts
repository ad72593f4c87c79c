import { randomBytes } from 'node:crypto';
import { JournalId, newUuidV7 } from '@assay/protocol';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/index.ts';
import { chainStore } from './chain.store.ts';
import { inspectionStore } from './inspection.store.ts';
import { type Account, type Booking, BookingRefused, CURRENCIES, type LedgerAccountId } from './journal.ts';
import { createLedger, type Ledger } from './ledger.service.ts';
import { ledgerStore } from './ledger.store.ts';
import { sealBatch } from './seal.service.ts';
import { verifyLedger } from './verify.service.ts';

const RUNS = 30;
/** Per currency, one account that may go negative and two that may not. */
const ROLES = [true, false, false];

const newId = () => newUuidV7(JournalId, Date.now(), (length) => randomBytes(length));

let database: TestDatabase;
let ledger: Ledger;
beforeAll(async () => {
  database = await createTestDatabase();
  ledger = createLedger({ store: ledgerStore(database.db), clock: { now: () => new Date() } });
});
afterAll(() => database.close());

const openAccounts = (): Promise<Account[]> =>
  Promise.all(
    CURRENCIES.flatMap((currency) =>
      ROLES.map((mayGoNegative) =>
        ledger.openAccount({ owner: { kind: 'test', id: newId() }, currency, mayGoNegative }),
      ),
    ),
  );

/** A transfer between two accounts of one currency: small enough to be covered sometimes, or huge. */
const Move = fc.record({
  currency: fc.nat({ max: CURRENCIES.length - 1 }),
  from: fc.nat({ max: ROLES.length - 1 }),
  to: fc.nat({ max: ROLES.length - 1 }),
  amount: fc.oneof({ weight: 4, arbitrary: fc.bigInt(1n, 20n) }, { weight: 1, arbitrary: fc.bigInt(1n, 10n ** 36n) }),
});
/** A journal of a few moves, mostly balanced, or an earlier journal with or without a change. */
const Ask = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      moves: fc.array(Move, { minLength: 1, maxLength: 4 }),
      error: fc.oneof({ weight: 9, arbitrary: fc.constant(0n) }, { weight: 1, arbitrary: fc.bigInt(-2n, 2n) }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ again: fc.nat(), isChanged: fc.boolean() }) },
);
type Move = typeof Move extends fc.Arbitrary<infer Value> ? Value : never;

function toBooking(moves: readonly Move[], error: bigint, accounts: readonly Account[]): Booking {
  const amounts = new Map<LedgerAccountId, bigint>();
  const add = (index: number, amount: bigint) => {
    const id = accounts[index]?.id;
    if (id !== undefined) amounts.set(id, (amounts.get(id) ?? 0n) + amount);
  };
  for (const { currency, from, to, amount } of moves) {
    add(currency * ROLES.length + from, -amount - error);
    add(currency * ROLES.length + to, amount);
  }
  const postings = [...amounts].map(([accountId, amount]) => ({ accountId, amount }));
  return { id: newId(), kind: 'test', ref: { type: 'test', id: '1' }, postings };
}

/** A minimal model of the ledger: the balance of each account, and the journals by id. */
class Model {
  readonly #accounts: ReadonlyMap<LedgerAccountId, Account>;
  balances = new Map<LedgerAccountId, bigint>();
  booked = new Map<JournalId, Booking>();

  constructor(accounts: readonly Account[]) {
    this.#accounts = new Map(accounts.map((account) => [account.id, account]));
  }

  /** Books all bookings, or returns false and books none. */
  take(bookings: readonly Booking[]): boolean {
    const [balances, booked] = [new Map(this.balances), new Map(this.booked)];
    for (const booking of bookings) {
      const earlier = booked.get(booking.id);
      if (earlier !== undefined && earlier.kind !== booking.kind) return false;
      if (earlier !== undefined) continue;
      if (booking.postings.length < 2 || booking.postings.some(({ amount }) => amount === 0n)) return false;
      if (CURRENCIES.some((currency) => this.#sum(booking, currency) !== 0n)) return false;
      for (const { accountId, amount } of booking.postings) {
        const after = (balances.get(accountId) ?? 0n) + amount;
        if (after < 0n && !this.#accounts.get(accountId)?.mayGoNegative) return false;
        balances.set(accountId, after);
      }
      booked.set(booking.id, booking);
    }
    Object.assign(this, { balances, booked });
    return true;
  }

  #sum({ postings }: Booking, currency: Account['currency']): bigint {
    const ofCurrency = postings.filter(({ accountId }) => this.#accounts.get(accountId)?.currency === currency);
    return ofCurrency.reduce((sum, { amount }) => sum + amount, 0n);
  }
}

async function isBooked(bookings: readonly Booking[]): Promise<boolean> {
  try {
    await ledger.bookAll(bookings);
    return true;
  } catch (error) {
    if (error instanceof BookingRefused) return false;
    throw error;
  }
}

it('books exactly the batches that its rules allow', async () => {
  const batches = fc.array(fc.array(Ask, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(batches, async (asked) => {
      const accounts = await openAccounts();
      const model = new Model(accounts);
      const known: Booking[] = [];
      for (const batch of asked) {
        const bookings = batch.flatMap((ask) => {
          if ('moves' in ask) return [toBooking(ask.moves, ask.error, accounts)];
          const earlier = known[ask.again % Math.max(known.length, 1)];
          return earlier === undefined ? [] : [ask.isChanged ? { ...earlier, kind: 'changed' } : earlier];
        });
        known.push(...bookings);

        expect(await isBooked(bookings)).toBe(model.take(bookings));
      }

      for (const { id } of accounts) {
        expect((await ledger.getAccount(id)).balance).toBe(model.balances.get(id) ?? 0n);
      }
    }),
    { numRuns: RUNS },
  );
});

it('has neither created nor lost a unit after these batches', async () => {
  const { rows: sums } = await database.pool.query(
    'SELECT currency, sum(balance) AS total FROM ledger_accounts GROUP BY currency ORDER BY currency',
  );
  const { rows: strayed } = await database.pool.query(`
    SELECT id FROM ledger_accounts a
    WHERE balance <> (SELECT coalesce(sum(amount), 0) FROM ledger_postings WHERE account_id = a.id)
       OR (balance < 0 AND NOT may_go_negative)`);

  expect(sums).toEqual(CURRENCIES.toSorted().map((currency) => ({ currency, total: '0' })));
  expect(strayed).toEqual([]);
  while ((await sealBatch(chainStore(database.db))) > 0);
  const report = await verifyLedger(inspectionStore(database.db));
  expect(report).toMatchObject({ isIntact: true, findings: [] });
  expect(report.head.position).toBe(report.journals);
});
