import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSigner } from '@assay/protocol';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createSecretBox } from '../../platform/auth/index.ts';
import { createGuardedFetch } from '../../platform/fetch/index.ts';
import { createLogger } from '../../platform/log/index.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/index.ts';
import { createLoopbackNetwork } from '../../testing/loopback-network.ts';
import { deliveryStore } from './deliveries.store.ts';
import { createDeliveries } from './delivery.service.ts';
import { RETRY_AFTER_MS } from './retry.policy.ts';
import { toSecret } from './signature.ts';
import { webhookStore } from './webhooks.store.ts';

const DRIP_MS = 20;
/** Long enough for a responsive receiver, even on a busy machine. */
const DEADLINE_MS = 3_000;

const asked: string[] = [];
const drips = new Set<NodeJS.Timeout>();
/** Never answers `/hangs`, answers `/drips` without end, and answers other paths at once, a number with that status. */
const receiver = createServer((request, response) => {
  asked.push(request.url ?? '');
  if (request.url === '/hangs') return;
  if (request.url !== '/drips') return void response.writeHead(Number(request.url?.slice(1)) || 204).end();
  response.writeHead(200);
  const drip = setInterval(() => response.write('.'), DRIP_MS);
  drips.add(drip);
  response.on('close', () => clearInterval(drip));
});

let database: TestDatabase;
beforeAll(async () => {
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.close();
  for (const drip of drips) clearInterval(drip);
  receiver.close().closeAllConnections();
});

let now = new Date('2026-01-01T00:00:00.000Z');
const clock = { now: () => now };

function setup() {
  const lines: string[] = [];
  const stores = { webhooks: webhookStore(database.db), deliveries: deliveryStore(database.db) };
  const box = createSecretBox(randomBytes(32));
  const network = createLoopbackNetwork({ port: (receiver.address() as AddressInfo).port });
  const deliveries = createDeliveries({
    stores,
    fetch: createGuardedFetch({ network }),
    box,
    signer: createSigner(randomBytes(32)),
    random: (length) => randomBytes(length),
    clock,
    log: createLogger('debug', { write: (line) => void lines.push(line) }),
    totalMs: DEADLINE_MS,
  });
  /** Adds a due message for a new webhook. */
  async function add(owner: string, path: string): Promise<string> {
    const id = randomUUID();
    const sealedSecret = box.seal(toSecret(randomBytes(32)), id);
    const terms = { kinds: ['certificate.issued'], certificateIds: null, description: '', state: 'ACTIVE' } as const;
    const row = { id, owner, url: `https://hooks.example${path}`, ...terms, kinds: [...terms.kinds], sealedSecret };
    await stores.webhooks.insert({ ...row, failingSince: null, createdAt: now });
    const event = { id: randomUUID(), kind: 'certificate.issued', requestId: 'request-1' };
    const delivery = deliveries.newDelivery(id, event, '{}');
    await stores.deliveries.insert([delivery]);
    return delivery.id;
  }
  const read = async (id: string) =>
    (await database.pool.query('SELECT state, tries, last_error FROM webhook_deliveries WHERE id = $1', [id])).rows[0];
  return { deliveries, add, read, lines };
}

it('logs the outcome of each attempt with the id of the request, without the address', async () => {
  const { deliveries, add, lines } = setup();
  const [delivered, gone, failed, last] = [
    await add('dev:delivered', '/204'),
    await add('dev:gone', '/410'),
    await add('dev:failed', '/500'),
    await add('dev:last', '/503'),
  ];
  await database.pool.query('UPDATE webhook_deliveries SET tries = $2 WHERE id = $1', [last, RETRY_AFTER_MS.length]);

  await deliveries.sendDue();
  await deliveries.settled();

  const from = { requestId: 'request-1', queue: 'webhooks' };
  const logged = lines.map((line) => JSON.parse(line)).toSorted((one, other) => one.status - other.status);
  expect(logged).toMatchObject([
    { ...from, level: 30, key: delivered, status: 204, msg: 'webhook delivered' },
    { ...from, level: 30, key: gone, status: 410, msg: 'webhook disabled: its receiver is gone' },
    { ...from, level: 20, key: failed, status: 500, tries: 1, msg: 'webhook delivery failed and is retried later' },
    { ...from, level: 30, key: last, status: 503, msg: 'webhook delivery given up' },
  ]);
  expect(lines.join('')).not.toContain('hooks.example');
  // Not due again in the other test.
  await database.pool.query('DELETE FROM webhooks');
  asked.length = 0;
});

it('cuts off a receiver that hangs or drips, serves others meanwhile, and then retries its messages one at a time', async () => {
  const { deliveries, add, read } = setup();
  const slow = [await add('dev:slow', '/hangs'), await add('dev:slow', '/drips')];
  expect(await deliveries.sendDue()).toBe(2);
  await vi.waitFor(() => expect(asked.toSorted()).toEqual(['/drips', '/hangs']), { timeout: 60_000 });

  const quick = await add('dev:other', '/quick');
  expect(await deliveries.sendDue()).toBe(1);
  await deliveries.settled();

  expect(await read(quick)).toEqual({ state: 'DELIVERED', tries: 1, last_error: null });
  for (const id of slow) expect(await read(id)).toEqual({ state: 'PENDING', tries: 1, last_error: 'timeout' });

  now = new Date(now.getTime() + RETRY_AFTER_MS[0]);
  expect(await deliveries.sendDue()).toBe(1);
  receiver.close().closeAllConnections(); // Ends the pending request, so that the test need not wait for it.
  await deliveries.settled();
});
