import { ActorId, newUuidV7 } from '@assay/protocol';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MANUAL_WORLD, smallWorld } from '../../testing/small-world.ts';
import { createTestClock } from '../../testing/test-clock.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { queueWorldInputIn } from './index.ts';

const PATIENCE = { timeout: 60_000, interval: 20 };
const clock = createTestClock();

let database: TestDatabase;
let api: TestServer;
beforeAll(async () => {
  database = await createTestDatabase();
  api = await startTestServer({ database, clock });
});
afterAll(async () => {
  await api.close();
  await database.close();
});

const isCreationWaiting = async (): Promise<boolean> => {
  const { rowCount } = await database.pool.query("SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted");
  return rowCount === 1;
};

it('accepts an actor whose link sees no world and commits after the creation has started', async () => {
  const id = newUuidV7(ActorId, clock.now().getTime(), (length) => crypto.getRandomValues(new Uint8Array(length)));
  const [isQueued, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const agent = {
    id,
    walletAddress: `0x${'1'.repeat(40)}`,
    name: 'Late',
    control: 'REMOTE',
    blockedAt: null,
    createdAt: clock.now(),
  } as const;
  const link = api.app.inTransaction(async (tx) => {
    await tx.agents.ensure(agent);
    await queueWorldInputIn(tx, {
      input: { kind: 'actor.join', actorId: id, name: 'Late' },
      key: `join/${id}`,
      at: clock.now(),
    });
    isQueued.resolve();
    await mayEnd.promise;
  });
  await isQueued.promise;

  const starting = startTestServer({ database, clock, env: MANUAL_WORLD, genesis: smallWorld(24) });
  await expect.poll(isCreationWaiting, PATIENCE).toBe(true);
  mayEnd.resolve();
  await link;
  const server = await starting;

  await expect
    .poll(async () => {
      const { rows } = await database.pool.query<{ payload: string }>(
        "SELECT payload FROM world_inputs WHERE kind = 'actor.join'",
      );
      return rows.map(({ payload }) => JSON.parse(payload).actorId);
    }, PATIENCE)
    .toContain(id);
  await server.close();
});
