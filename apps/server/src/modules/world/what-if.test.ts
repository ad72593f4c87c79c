import { createHash } from 'node:crypto';
import { view } from '@assay/economy/world';
import { canonicalBytes, WorldFork } from '@assay/protocol';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { smallWorld } from '../../testing/small-world.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { recomputeFork, worldStores } from './index.ts';

const FORKS = '/api/v1/world/forks';
const LIMIT_MS = 120_000;

let server: TestServer;
beforeAll(async () => {
  const env = { ASSAY_ROLES: 'api,world,worker', WORLD_TICK_MS: '0' };
  server = await startTestServer({ env, genesis: smallWorld(2) });
}, LIMIT_MS);
afterAll(() => server.close());

const ask = (body: unknown) => server.post(FORKS, body);
const finished = async (id: string): Promise<WorldFork> =>
  vi.waitFor(
    async () => {
      const fork = WorldFork.parse((await server.get(`${FORKS}/${id}`)).body);
      expect(fork.finishedAt).not.toBeNull();
      return fork;
    },
    { timeout: LIMIT_MS, interval: 200 },
  );

describe('a fork of the world', () => {
  it(
    'returns bands beside the unchanged world, and a hash that an operator computes again from the log',
    async () => {
      const question = 'What if everybody had twice the deposits?';
      const asked = await ask({ question, changes: [{ path: 'shock.deposits', value: 1 }], months: 2, replicas: 3 });

      expect([asked.status, asked.headers.get('location')]).toEqual([
        202,
        expect.stringContaining(`${FORKS}/${WorldFork.parse(asked.body).id}`),
      ]);
      const fork = await finished(WorldFork.parse(asked.body).id);
      expect(fork).toMatchObject({ state: 'DONE', question, replicasDone: 3, error: null });
      expect(fork.baseTick).toBe(server.app.world.row()?.tick);
      expect(fork.series?.unemploymentRate?.control).toHaveLength(2);
      expect(fork.series?.gdpReal?.changed).not.toEqual(fork.series?.gdpReal?.control);
      const stores = worldStores(server.database.db);
      expect(await recomputeFork(stores, fork.id)).toMatchObject({ isIntact: true, hash: fork.hash });
      await server.database.pool.query(
        'UPDATE world_forks SET changes = \'[{"path":"benefit","value":0.1}]\' WHERE id = $1',
        [fork.id],
      );
      expect(await recomputeFork(stores, fork.id)).toMatchObject({ isIntact: false });
      const { kernelVersion, baseHash, changes, months, replicas, series } = fork;
      const facts = canonicalBytes({ kernelVersion, baseHash, changes, months, replicas, series });
      expect(fork.hash).toBe(`0x${createHash('sha256').update(facts).digest('hex')}`);
    },
    LIMIT_MS,
  );

  it('lists the parameters that may change, with their present values', async () => {
    const { items } = (await server.get(`${FORKS}/parameters`)).body as { items: { path: string; now: number }[] };
    const city = view.cities(server.app.world.now())[0]?.id;

    expect(items.find(({ path }) => path === 'tax.income')?.now).toBeCloseTo(0.15);
    const changes = [{ path: `cities.${city}.tax.income`, value: 0.3 }];
    expect((await ask({ changes, months: 1, replicas: 1 })).status).toBe(202);
  });

  it.each([
    [{ changes: [] }, '/changes'],
    [{ changes: [{ path: 'tax.income', value: 2 }] }, '/changes/0'],
    [{ changes: [{ path: '__proto__', value: 0 }] }, '/changes/0'],
    [{ changes: [{ path: 'benefit', value: 0.1 }], months: 61 }, '/months'],
    [{ changes: [{ path: 'benefit', value: 0.1 }], replicas: 17 }, '/replicas'],
  ])('rejects %j', async (body, pointer) => {
    const { status, body: problem } = await ask(body);

    expect([status, (problem as { errors: { pointer: string }[] }).errors[0]?.pointer]).toEqual([422, pointer]);
  });

  it('is not found under an unknown id', async () => {
    const { status, body } = await server.get(`${FORKS}/01900000-0000-7000-8000-000000000000`);

    expect([status, (body as { code: string }).code]).toEqual([404, 'world_fork_not_found']);
  });

  it(
    'is resumed after the process that ran it has ended',
    async () => {
      const { body } = await ask({ changes: [{ path: 'benefit', value: 0.2 }], months: 1, replicas: 1 });
      const { id } = WorldFork.parse(body);
      await finished(id);
      const { pool } = server.database;
      await pool.query(
        `UPDATE world_forks SET state = 'RUNNING', hash = NULL, finished_at = NULL, touched_at = now() - interval '1 hour' WHERE id = $1`,
        [id],
      );

      await server.app.whatIf.sweep();

      expect((await finished(id)).state).toBe('DONE');
    },
    LIMIT_MS,
  );
});
