import { randomBytes } from 'node:crypto';
import { JournalId, newUuidV7 } from '@assay/protocol';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type OpenDatabase, openDatabase } from '../../platform/db/index.ts';
import { createTestDatabase, silentLog, type TestDatabase } from '../../testing/index.ts';
import { chainStore } from './chain.store.ts';
import { inspectionStore } from './inspection.store.ts';
import { type Account, type Booking, BookingRefused } from './journal.ts';
import { createLedger, type Ledger } from './ledger.service.ts';
import { ledgerStore } from './ledger.store.ts';
import { sealBatch } from './seal.service.ts';
import { verifyLedger } from './verify.service.ts';

const WRITERS = 64;
/** `npm run bench ledger` runs more rounds. */
const ROUNDS = 2;

const newId = () => newUuidV7(JournalId, Date.now(), (length) => randomBytes(length));

let database: TestDatabase;
let crowd: OpenDatabase;
let ledger: Ledger;
beforeAll(async () => {
  database = await createTestDatabase();
  crowd = openDatabase({ connection: database.connection, log: silentLog, connectionsMax: WRITERS });
  ledger = createLedger({ store: ledgerStore(crowd.db), clock: { now: () => new Date() } });
});
afterAll(async () => {
  await crowd.close();
  await database.close();
});

const openAccount = (mayGoNegative: boolean): Promise<Account> =>
  ledger.openAccount({ owner: { kind: 'test', id: newId() }, currency: 'MARK', mayGoNegative });
const transfer = (from: Account, to: Account, amount: bigint): Booking => ({
  id: newId(),
  kind: 'test',
  ref: { type: 'test', id: '1' },
  postings: [
    { accountId: from.id, amount: -amount },
    { accountId: to.id, amount },
  ],
});
const balanceOf = async ({ id }: Account): Promise<bigint> => (await ledger.getAccount(id)).balance;
/** Every writer runs its rounds in sequence, concurrently with all other writers. */
const everyWriter = (round: (writer: number, number: number) => Promise<void>): Promise<unknown> =>
  Promise.all(
    Array.from({ length: WRITERS }, async (_, writer) => {
      for (let number = 0; number < ROUNDS; number++) await round(writer, number);
    }),
  );

describe(`${WRITERS} writers on two hot accounts`, () => {
  let one: Account;
  let two: Account;
  beforeEach(async () => {
    [one, two] = [await openAccount(true), await openAccount(true)];
  });

  it('lose and duplicate nothing in either direction, while sealing runs concurrently', async () => {
    await everyWriter(async (writer) => {
      // Half of the writers use the accounts in the opposite order. Every journal is sent twice.
      const booking = writer % 2 === 0 ? transfer(one, two, 3n) : transfer(two, one, 1n);
      await Promise.all([ledger.book(booking), ledger.book(booking)]);
      if (writer === 0) await sealBatch(chainStore(database.db));
    });

    const net = BigInt((WRITERS / 2) * ROUNDS) * (3n - 1n);
    expect([await balanceOf(one), await balanceOf(two)]).toEqual([-net, net]);
    expect(await ledger.getAccount(one.id)).toMatchObject({ postings: WRITERS * ROUNDS });
  });

  it('book batches in any order without a deadlock', async () => {
    await everyWriter(async (writer) => {
      const [there, back] = [transfer(one, two, 2n), transfer(two, one, 1n)];
      await ledger.bookAll(writer % 2 === 0 ? [there, back] : [back, there]);
    });

    expect(await ledger.getAccount(two.id)).toMatchObject({
      balance: BigInt(WRITERS * ROUNDS),
      postings: 2 * WRITERS * ROUNDS,
    });
  });
});

it('pays out of a purse only while it is covered', async () => {
  const [source, purse, shop] = [await openAccount(true), await openAccount(false), await openAccount(false)];
  const covered = 100;
  await ledger.book(transfer(source, purse, BigInt(covered)));
  let refusals = 0;

  await everyWriter(async () => {
    await ledger.book(transfer(purse, shop, 1n)).catch((error: unknown) => {
      if (!(error instanceof BookingRefused) || error.because.code !== 'insufficient_funds') throw error;
      refusals++;
    });
  });

  expect(refusals).toBe(WRITERS * ROUNDS - covered);
  expect([await balanceOf(purse), await balanceOf(shop)]).toEqual([0n, BigInt(covered)]);
});

it('books the same batch once if all writers send it, each in another order', async () => {
  const [source, purse] = [await openAccount(true), await openAccount(false)];
  const batch = Array.from({ length: 8 }, () => transfer(source, purse, 1n));

  await everyWriter(async (writer) => {
    const turn = writer % batch.length;
    await ledger.bookAll([...batch.slice(turn), ...batch.slice(0, turn)]);
  });

  expect(await ledger.getAccount(purse.id)).toMatchObject({ balance: 8n, postings: 8 });
});

it('is one unbroken chain after concurrent sealing', async () => {
  await everyWriter(async () => {
    await sealBatch(chainStore(crowd.db));
  });
  while ((await sealBatch(chainStore(database.db))) > 0);

  const report = await verifyLedger(inspectionStore(database.db));

  expect(report).toMatchObject({ isIntact: true, findings: [] });
  expect(report.head.position).toBe(report.journals);
});
