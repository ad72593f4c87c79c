import { randomBytes, randomUUID } from 'node:crypto';
import { createSigner, WEBHOOK_LIMITS } from '@assay/protocol';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createSecretBox } from '../../platform/auth/index.ts';
import { eventStore } from '../../platform/events/index.ts';
import { createGuardedFetch } from '../../platform/fetch/index.ts';
import { createEventFollower } from '../../platform/jobs/index.ts';
import { createLoopbackNetwork } from '../../testing/loopback-network.ts';
import { silentLog } from '../../testing/silent-log.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { deliveryStore } from './deliveries.store.ts';
import { createDeliveries, type WebhookTransaction } from './delivery.service.ts';
import { webhookStore } from './webhooks.store.ts';

const NOW = new Date('2026-01-01T00:00:00.000Z');
const [OWNERS, WEBHOOKS_EACH, EVENTS] = [6, 10, 1_200];
/** Events are announced in pages, and the limit of a webhook is checked before each page. */
const PAGE_MAX = 100;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const storesOf = (handle: TestDatabase['db']): WebhookTransaction => ({
  webhooks: webhookStore(handle),
  deliveries: deliveryStore(handle),
  events: eventStore(handle),
});

it('sixty webhooks get deliveries up to their limit in a burst of events, without blocking each other or the publisher', async () => {
  const stores = storesOf(database.db);
  for (let place = 0; place < OWNERS * WEBHOOKS_EACH; place++)
    await stores.webhooks.insert({
      id: randomUUID(),
      owner: `actor:${place % OWNERS}`,
      url: 'https://hooks.example/a',
      kinds: ['certificate.*'],
      certificateIds: null,
      description: '',
      sealedSecret: 'sealed',
      state: 'ACTIVE',
      failingSince: null,
      createdAt: NOW,
    });
  const deliveries = createDeliveries({
    stores,
    fetch: createGuardedFetch({ network: createLoopbackNetwork({ port: 1 }) }),
    box: createSecretBox(randomBytes(32)),
    signer: createSigner(randomBytes(32)),
    random: (length) => randomBytes(length),
    clock: { now: () => NOW },
    log: silentLog,
  });
  const onSkipped = vi.fn();
  const follow = createEventFollower<WebhookTransaction>({
    name: 'webhooks',
    inTransaction: (work) => database.db.transaction((handle) => work(storesOf(handle))),
    pageOf: deliveries.pageOf,
    handle: deliveries.announce,
    onSkipped,
    log: silentLog,
  });
  const events = eventStore(database.db);
  await events.addAll(
    Array.from({ length: EVENTS }, (_, place) => ({
      id: randomUUID(),
      kind: 'certificate.issued',
      occurredAt: NOW,
      subjectType: 'certificate',
      subjectId: String(place),
      outcome: 'success',
      data: {},
      causedBy: null,
    })),
  );

  let numbered = 0;
  for (let size = -1; size !== 0; numbered += size)
    size = (await database.db.transaction((handle) => eventStore(handle).number())).length;
  while ((await follow()) > 0);

  expect(numbered).toBe(EVENTS);
  expect(onSkipped).not.toHaveBeenCalled();
  const { rows } = await database.pool.query<{ count: number }>(
    'SELECT count(*)::int FROM webhook_deliveries GROUP BY webhook_id',
  );
  expect(rows).toHaveLength(OWNERS * WEBHOOKS_EACH);
  for (const { count } of rows) {
    expect(count).toBeGreaterThanOrEqual(WEBHOOK_LIMITS.waitingMax);
    expect(count).toBeLessThan(WEBHOOK_LIMITS.waitingMax + PAGE_MAX);
  }
  const cursor = await database.pool.query("SELECT seq FROM event_cursors WHERE name = 'webhooks'");
  expect(Number(cursor.rows[0].seq)).toBe(await events.latestSeq());
});
