import { randomUUID } from 'node:crypto';
import { ActorId, EventId, IntentId } from '@assay/protocol';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { type IntentRow, worldIntentStore } from './intents.store.ts';

/** As many intents as one hour accepts. With all columns, these are more values than one statement has parameters. */
const MANY = 5_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const uuid7 = () => randomUUID().replace(/^(.{14})4/, '$17');
const actorId = ActorId.parse(uuid7());
const newIntent = (seq: number): IntentRow => ({
  id: IntentId.parse(uuid7()),
  seq,
  actorId,
  type: 'INTENT_TRANSFER',
  params: { amount: '1', memo: "it's" },
  priority: 0.25,
  source: 'owner_suggestion',
  status: 'QUEUED',
  reasonCode: null,
  reason: null,
  rewrittenTo: null,
  acceptanceProbability: 0.5,
  submittedTick: 7,
  notBeforeTick: null,
  expiresAtTick: 247,
  decidedTick: null,
  eventIds: [],
});

it('stores and decides as many intents as an hour accepts, with every value unchanged', async () => {
  const intents = Array.from({ length: MANY }, (_, seq) => newIntent(seq));
  const outcome = { status: 'BLOCKED', reasonCode: 'no_money', reason: 'not enough', rewrittenTo: null } as const;
  const decided = { ...outcome, decidedTick: 8, eventIds: [EventId.parse(uuid7()), EventId.parse(uuid7())] };

  await database.db.transaction(async (tx) => {
    await worldIntentStore(tx).insertAll(intents);
    await worldIntentStore(tx).decideAll(intents.slice(1).map(({ id }) => ({ id, ...decided })));
  });

  const store = worldIntentStore(database.db);
  const [first, second] = intents as [IntentRow, IntentRow];
  expect(await store.findOwn(first.id, actorId)).toEqual(first);
  expect(await store.findOwn(second.id, actorId)).toEqual({ ...second, ...decided });
  const { rows } = await database.pool.query('SELECT status, count(*)::int FROM world_intents GROUP BY 1 ORDER BY 1');
  expect(rows).toEqual([
    { status: 'BLOCKED', count: MANY - 1 },
    { status: 'QUEUED', count: 1 },
  ]);
});
