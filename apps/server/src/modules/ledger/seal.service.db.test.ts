import { randomBytes } from 'node:crypto';
import { JournalId, newUuidV7 } from '@assay/protocol';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/index.ts';
import { chainStore } from './chain.store.ts';
import { inspectionStore } from './inspection.store.ts';
import { LEDGER_LIMITS } from './journal.ts';
import { createLedger } from './ledger.service.ts';
import { ledgerStore } from './ledger.store.ts';
import { SEAL_BATCH_MAX, sealBatch } from './seal.service.ts';
import { verifyLedger } from './verify.service.ts';

const newId = () => newUuidV7(JournalId, Date.now(), (length) => randomBytes(length));

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const seal = () => sealBatch(chainStore(database.db));
const readChain = async () => (await database.pool.query('SELECT * FROM ledger_chain ORDER BY position')).rows;

async function bookMany(count: number): Promise<void> {
  const ledger = createLedger({ store: ledgerStore(database.db), clock: { now: () => new Date() } });
  const open = (id: string) =>
    ledger.openAccount({ owner: { kind: 'test', id }, currency: 'MARK', mayGoNegative: true });
  const [from, to] = [await open('from'), await open('to')];
  const bookings = Array.from({ length: count }, () => ({
    id: newId(),
    kind: 'test',
    ref: { type: 'test', id: '1' },
    postings: [
      { accountId: from.id, amount: -1n },
      { accountId: to.id, amount: 1n },
    ],
  }));
  for (let done = 0; done < count; done += LEDGER_LIMITS.journalsPerBatchMax) {
    await ledger.bookAll(bookings.slice(done, done + LEDGER_LIMITS.journalsPerBatchMax));
  }
}

it('seals every journal once, in bounded batches, and never changes sealed links', async () => {
  await bookMany(3);
  await seal();
  const before = await readChain();
  await bookMany(SEAL_BATCH_MAX + 1);

  expect([await seal(), await seal(), await seal()]).toEqual([SEAL_BATCH_MAX, 1, 0]);

  expect((await readChain()).slice(0, before.length)).toEqual(before);
  expect(await verifyLedger(inspectionStore(database.db))).toMatchObject({
    isIntact: true,
    head: { position: 3 + SEAL_BATCH_MAX + 1 },
  });
});

it('does nothing while another process seals', async () => {
  await bookMany(1);

  await database.db.transaction(async (tx) => {
    await chainStore(tx).takeSealLock();
    expect(await seal()).toBe(0);
  });

  expect(await seal()).toBe(1);
});

it('skips an uncommitted journal, and seals it after the commit', async () => {
  await bookMany(1);
  await database.db.transaction(async (tx) => {
    const ledger = createLedger({ store: ledgerStore(tx), clock: { now: () => new Date() } });
    const open = (id: string) =>
      ledger.openAccount({ owner: { kind: 'late', id }, currency: 'MARK', mayGoNegative: true });
    const [from, to] = [await open('from'), await open('to')];
    const postings = [
      { accountId: from.id, amount: -1n },
      { accountId: to.id, amount: 1n },
    ];
    await ledger.book({ id: newId(), kind: 'test', ref: { type: 'test', id: '1' }, postings });
    await bookMany(1);

    expect(await seal()).toBe(2);
  });

  expect(await seal()).toBe(1);
});
