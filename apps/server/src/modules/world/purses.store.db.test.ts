import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { HOURS_PER_MONTH, type PostingRow, worldPurseStore } from './purses.store.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const newPosting = (actorId: string, tick: number, amount: bigint, balanceAfter: bigint): PostingRow => ({
  actorId,
  tick,
  ordinal: 1,
  journalId: randomUUID(),
  kind: amount > 0n ? 'WAGE' : 'RENT',
  amount,
  balanceAfter,
  counterpartyType: 'business',
  counterpartyId: randomUUID(),
  occurredAt: new Date('2026-01-01T00:00:00Z'),
  reference: null,
  eventId: null,
  memo: null,
});

it('sums income and spending of one actor per month, newest first, with the balance at the end of the month', async () => {
  const [actor, other] = [randomUUID(), randomUUID()];
  const [first, second, fourth] = [5, HOURS_PER_MONTH, 3 * HOURS_PER_MONTH + 671];
  const store = worldPurseStore(database.db);
  await store.insertPostings([
    newPosting(actor, first, 100n, 100n),
    newPosting(actor, first + 1, -30n, 70n),
    newPosting(actor, first + 2, -20n, 50n),
    newPosting(actor, second, 10n, 60n),
    newPosting(actor, fourth, -60n, 0n),
    newPosting(other, second, 999n, 999n),
  ]);

  expect(await store.listMonths(actor, 24)).toEqual([
    { month: 3, income: '0', spending: '60', balance: '0' },
    { month: 1, income: '10', spending: '0', balance: '60' },
    { month: 0, income: '100', spending: '50', balance: '50' },
  ]);
  expect((await store.listMonths(actor, 1)).map(({ month }) => month)).toEqual([3]);
  expect(await store.listMonths(randomUUID(), 24)).toEqual([]);
});
