import { randomUUID } from 'node:crypto';
import { IntentId } from '@assay/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { createInputQuotas } from './input-quotas.service.ts';
import { worldInputQuotaStore } from './input-quotas.store.ts';
import { worldInputStore } from './inputs.store.ts';
import { worldIntentStore } from './intents.store.ts';
import { worldSnapshotStore } from './snapshots.store.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

let now = new Date('2026-01-01T18:00:00.000Z');
const clock = { now: () => now };
const input = { kind: 'intent.cancel', intentId: 'x'.repeat(69) };
const INPUT_BYTES = JSON.stringify(input).length;
const setup = (quotas = { perPrincipalDayBytes: 2 * INPUT_BYTES, tableBytes: 1024 ** 3 }) =>
  createInputQuotas({ store: worldInputQuotaStore(database.db), clock, quotas });

describe('the input log', () => {
  it('limits the bytes per caller and day, and says when the quota resets', async () => {
    const quotas = setup();
    for (const _ of [1, 2]) await quotas.spend('actor:a', input);

    await expect(quotas.spend('actor:a', input)).rejects.toMatchObject({
      code: 'rate_limited',
      data: { retryAfterSeconds: 6 * 3_600 },
    });
    await quotas.spend('actor:b', input);
    now = new Date('2026-01-02T00:00:00.000Z');
    await quotas.spend('actor:a', input);
  });

  it('rejects a single input that exceeds the quota of a day', async () => {
    const quotas = setup({ perPrincipalDayBytes: INPUT_BYTES - 1, tableBytes: 1024 ** 3 });
    await expect(quotas.spend('actor:large', input)).rejects.toMatchObject({ code: 'rate_limited' });
  });

  it('rejects inputs while its table is full', async () => {
    const quotas = setup({ perPrincipalDayBytes: 1024, tableBytes: 1 });
    await expect(quotas.spend('actor:c', input)).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('deletes only the inputs of callers from before the oldest kept state', async () => {
    const store = worldInputStore(database.db);
    const added: number[] = [];
    for (const principal of ['actor:a', 'ledger', 'actor:a', 'actor:a']) {
      const { id } = await store.insert({ input: input as never, principal, createdAt: now });
      added.push(id);
    }
    const [old, booked, kept, waiting] = added as [number, number, number, number];
    const result = { isDone: true, data: {} } as const;
    await store.assign(
      9,
      [old, booked].map((id) => ({ id, result })),
    );
    await store.assign(10, [{ id: kept, result }]);
    const hash = '00'.repeat(32);
    const snapshot = { tick: 10, kernelVersion: 1, stateHash: hash, chainHash: hash, takenAt: now };
    await worldSnapshotStore(database.db).insert(snapshot, Buffer.from('state'));

    const intentAt = async (decidedTick: number | null) => {
      const id = IntentId.parse(randomUUID().replace(/^(.{14})4/, '$17'));
      await worldIntentStore(database.db).insertAll([
        {
          id,
          seq: 0,
          actorId: id as never,
          type: 'INTENT_REST',
          params: {},
          priority: 1,
          source: 'owner_suggestion',
          status: decidedTick === null ? 'QUEUED' : 'EXECUTED',
          reasonCode: null,
          reason: null,
          rewrittenTo: null,
          acceptanceProbability: 1,
          submittedTick: 1,
          notBeforeTick: null,
          expiresAtTick: 20,
          decidedTick,
          eventIds: [],
        },
      ]);
      return id;
    };
    const intents = [await intentAt(9), await intentAt(10), await intentAt(null)];

    await setup().deleteOld();

    const left = await database.pool.query('SELECT id FROM world_intents');
    expect(new Set(left.rows.map(({ id }) => id))).toEqual(new Set(intents.slice(1)));
    const { rows } = await database.pool.query('SELECT id::int FROM world_inputs ORDER BY id');
    expect(rows.map(({ id }) => id)).toEqual([booked, kept, waiting]);
  });
});

describe('kept snapshots', () => {
  it('are the newest, and the first of each of the last years', async () => {
    const store = worldSnapshotStore(database.db);
    const hash = '00'.repeat(32);
    for (const tick of [20, 30, 40, 50, 60, 70]) {
      const row = { tick, kernelVersion: 1, stateHash: hash, chainHash: hash, takenAt: now };
      await store.insert(row, Buffer.from('state'));
    }

    await store.prune({ keep: 2, ticksPerYear: 20, yearsKept: 2 });

    expect((await store.listKept(1_000)).map(({ tick }) => tick)).toEqual([70, 60, 40]);
  });
});
