import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { type DeliveryRow, deliveryStore } from './deliveries.store.ts';
import { webhookStore } from './webhooks.store.ts';

/** With all columns, more values than PostgreSQL accepts as parameters of one statement. */
const MANY = 6_000;
const NOW = new Date('2026-01-02T03:04:05.678Z');

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

async function addWebhook(owner: string): Promise<string> {
  const id = randomUUID();
  const terms = { url: 'https://hooks.example/a', kinds: ['world.*'], certificateIds: null, description: '' };
  const state = { sealedSecret: 'sealed', state: 'ACTIVE', failingSince: null, createdAt: NOW } as const;
  await webhookStore(database.db).insert({ id, owner, ...terms, ...state });
  return id;
}
const newDelivery = (webhookId: string, change: Partial<DeliveryRow> = {}): DeliveryRow => ({
  id: randomUUID(),
  webhookId,
  eventId: randomUUID(),
  requestId: null,
  kind: 'world.paused',
  body: '{"a": "\\u00e9\'"}',
  state: 'PENDING',
  tries: 0,
  lastStatus: null,
  lastError: null,
  dueAt: NOW,
  createdAt: NOW,
  finishedAt: null,
  ...change,
});
const read = async (webhookId: string) => deliveryStore(database.db).list(webhookId, undefined, 2 * MANY);

const take = (change: Partial<Parameters<ReturnType<typeof deliveryStore>['takeDue']>[0]>) =>
  deliveryStore(database.db).takeDue({
    now: NOW,
    retryAt: new Date(NOW.getTime() + 60_000),
    limit: 100,
    limitOfOthers: 100,
    busyOwners: [],
    served: [],
    ...change,
  });
/** The owner of each taken delivery, sorted. */
const takeOwners = async (change: Parameters<typeof take>[0]) =>
  (await take(change)).map(({ owner }) => owner).toSorted();

/** Replaces all deliveries with this many per owner. Owners that are listed earlier have been due longer. */
async function addWaiting(counts: Readonly<Record<string, number>>): Promise<void> {
  await database.pool.query('DELETE FROM webhook_deliveries');
  for (const [place, [owner, count]] of Object.entries(counts).entries()) {
    const webhookId = await addWebhook(owner);
    const dueAt = new Date(NOW.getTime() - 1_000 * (10 - place));
    await deliveryStore(database.db).insert(Array.from({ length: count }, () => newDelivery(webhookId, { dueAt })));
  }
}

describe('deliveries', () => {
  it('are stored in any number, with every value unchanged', async () => {
    const webhookId = await addWebhook('dev:many');
    const rows = Array.from({ length: MANY }, () => newDelivery(webhookId));

    await database.db.transaction((tx) => deliveryStore(tx).insert(rows));

    const byId = (one: DeliveryRow, other: DeliveryRow) => (one.id < other.id ? -1 : 1);
    expect((await read(webhookId)).sort(byId)).toEqual(rows.sort(byId));
  });

  it('are not stored again for an announced event', async () => {
    const webhookId = await addWebhook('dev:again');
    const row = newDelivery(webhookId);

    await deliveryStore(database.db).insert([row]);
    await deliveryStore(database.db).insert([{ ...row, id: randomUUID() }]);

    expect(await read(webhookId)).toEqual([row]);
  });

  it('are taken up to a limit per owner, the longest due first', async () => {
    await database.pool.query('DELETE FROM webhook_deliveries');
    const [first, second] = [await addWebhook('dev:one'), await addWebhook('dev:one')];
    const other = await addWebhook('dev:two');
    const at = (seconds: number) => ({ dueAt: new Date(NOW.getTime() + seconds * 1_000) });
    const rows = [0, 1, 2, 3, 4].flatMap((place) => [newDelivery(first, at(place)), newDelivery(second, at(place))]);
    const late = newDelivery(other, at(9));
    await deliveryStore(database.db).insert([...rows, late, newDelivery(other, at(11))]);
    const now = at(10).dueAt;

    const due = await take({ now });

    const expected = [...rows.slice(0, 4), late].map(({ id }) => id);
    expect(new Set(due.map(({ id }) => id))).toEqual(new Set(expected));
  });

  it('are taken in turns: each owner gets one before any gets a second, the least recently served owner first', async () => {
    await addWaiting({ 'dev:flood': 4, 'dev:early': 1, 'dev:late': 1, 'dev:new': 1 });
    const served = ['dev:early', 'dev:late', 'dev:flood'].map((owner) => ({ owner, isSlow: false }));

    expect(await takeOwners({ served, limit: 2 })).toEqual(['dev:early', 'dev:new']);
    expect(await takeOwners({ served, limit: 3 })).toEqual(['dev:flood', 'dev:flood', 'dev:late']);
  });

  it('are taken one at a time for slow owners, and up to a common limit for owners that are not known as fast', async () => {
    await addWaiting({ 'dev:slow': 4, 'dev:slower': 4, 'dev:new': 4, 'dev:fast': 4 });
    const served = [
      { owner: 'dev:slow', isSlow: true },
      { owner: 'dev:slower', isSlow: true },
      { owner: 'dev:fast', isSlow: false },
    ];
    const fast = Array.from({ length: 4 }, () => 'dev:fast');

    expect(await takeOwners({ served, limitOfOthers: 2 })).toEqual([...fast, 'dev:new', 'dev:slow']);
    expect(await takeOwners({ served, limitOfOthers: 0 })).toEqual([]);
    expect(await takeOwners({ served })).toEqual(['dev:new', 'dev:new', 'dev:new', 'dev:slow', 'dev:slower']);
  });

  it('that are finished are kept only for the newest of each webhook', async () => {
    const webhookId = await addWebhook('dev:old');
    const finished = { state: 'DELIVERED', finishedAt: NOW } as const;
    const rows = [1, 2, 3, 4].map((day) =>
      newDelivery(webhookId, { ...finished, createdAt: new Date(NOW.getTime() + day * 86_400_000) }),
    );
    const waiting = newDelivery(webhookId);
    await deliveryStore(database.db).insert([...rows, waiting]);

    await deliveryStore(database.db).deleteBeyond(2);

    expect(await read(webhookId)).toEqual([rows[3], rows[2], waiting]);
  });
});

describe('listeners of an event', () => {
  it('exclude webhooks with too many pending deliveries, and webhooks that are newer than the event', async () => {
    await database.pool.query('DELETE FROM webhooks');
    const [full, free] = [await addWebhook('dev:full'), await addWebhook('dev:free')];
    await deliveryStore(database.db).insert([newDelivery(full), newDelivery(full), newDelivery(free)]);
    const added = async (occurredAt: Date) => {
      const id = randomUUID();
      await database.pool.query(
        `INSERT INTO events (id, kind, occurred_at, subject_type, subject_id, outcome, data)
         VALUES ($1, 'world.paused', $2, 'world', 'a', 'success', '{}')`,
        [id, occurredAt],
      );
      return id;
    };
    const [before, since] = [await added(new Date(NOW.getTime() - 1)), await added(NOW)];

    const asked = { eventIds: [before, since], publicKinds: ['world.paused'], waitingMax: 2 };
    expect(await webhookStore(database.db).findListeners(asked)).toEqual([{ webhookId: free, eventId: since }]);
  });
});
