import { randomUUID } from 'node:crypto';
import { ActorId } from '@assay/protocol';
import { createTestWallet } from '@assay/protocol/testing';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { MANUAL_WORLD, smallWorld } from '../../testing/small-world.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { INTAKE_LIMITS } from '../world/intake.ts';

const [WALLETS, BATCHES, CALLS] = [60, 2, 20];
const HOURS = 100;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: MANUAL_WORLD, genesis: smallWorld(HOURS) });
  await server.app.world.stepBy(1);
});
afterAll(() => server.close());

type Sender = { readonly actorId: string; readonly headers: Record<string, string> };
async function newSender(place: number): Promise<Sender> {
  const actorId = ActorId.parse(randomUUID().replace(/^(.{14})4/, '$17'));
  const { address } = createTestWallet(`flood ${place}`);
  const { apiKey } = await server.app.credentials.mintApiKey({ actorId, walletAddress: address });
  return { actorId, headers: { authorization: `Bearer ${apiKey}` } };
}

it('batches of intents from many wallets fill one hour up to its limit, and the service stays ready', async () => {
  const senders: Sender[] = [];
  for (let place = 0; place < WALLETS; place++) senders.push(await newSender(place));
  const call = (actorId: string, id: number) => ({
    jsonrpc: '2.0',
    id,
    method: 'submitIntent',
    params: { actor_id: actorId, type: 'INTENT_REST', params: { hours: 1 } },
  });
  const sent = Promise.all(
    Array.from({ length: BATCHES }, () =>
      senders.map(({ actorId, headers }) =>
        server.post(
          '/rpc/agent',
          Array.from({ length: CALLS }, (_, id) => call(actorId, id)),
          headers,
        ),
      ),
    ).flat(),
  );
  const countWaiting = async () =>
    (
      await server.database.pool.query<{ count: number }>(
        "SELECT count(*)::int FROM world_inputs WHERE assigned_tick IS NULL AND kind = 'intent.submit'",
      )
    ).rows[0]?.count;
  await vi.waitFor(async () => expect(await countWaiting()).toBe(INTAKE_LIMITS.perHourMax), { timeout: 60_000 });

  expect((await server.get('/readyz')).status).toBe(200);
  await server.app.world.stepBy(1);
  const answers = await sent;

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  type Refused = { error: { data: { code: string } } };
  const codes = answers.flatMap(({ body }) => (body as Refused[]).map(({ error }) => error.data.code));
  const counts = Map.groupBy(codes, (code) => code);
  const all = WALLETS * BATCHES * CALLS;
  // The actors do not exist, so the kernel answers each input that the hour accepted.
  expect(counts.get('actor_not_found')).toHaveLength(INTAKE_LIMITS.perHourMax);
  expect(counts.get('rate_limited')).toHaveLength(all - INTAKE_LIMITS.perHourMax);
}, 120_000);
