import { adoptRules, checkInvariants, step, TICKS_PER_MONTH, view } from '@assay/economy/world';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { spawnServer } from '../../testing/server-process.ts';
import { MANUAL_WORLD, SMALL_VALIDATOR, smallWorld } from '../../testing/small-world.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { startTestServer, type TestServerOptions } from '../../testing/test-server.ts';
import { type KillAt, runWorldProcess } from '../../testing/world-kills.ts';
import { verifyWorld, worldStores } from './index.ts';

const BY = { principal: 'operator' };

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

describe('a process that is killed in the middle of a month end', () => {
  it('leaves a world that continues to the same hash, with every mark in place', async () => {
    const monthEnd = TICKS_PER_MONTH;
    const kills: KillAt[] = [
      { tick: monthEnd, stage: 'lives' },
      { tick: monthEnd, stage: 'written' },
      { tick: monthEnd, stage: 'written' },
      { tick: monthEnd + 1, stage: 'stored' },
      { tick: monthEnd + 1, stage: 'lives' },
    ];
    const until = monthEnd + 3;

    for (const kill of kills) await runWorldProcess(database.connection, until, kill);
    await runWorldProcess(database.connection, until);

    const undisturbed = adoptRules(smallWorld(1).open());
    while (undisturbed.tick < until) step(undisturbed, []);
    expect(checkInvariants(undisturbed)).toEqual([]);
    const { rows } = await database.pool.query(
      "SELECT tick::int, encode(chain_hash, 'hex') AS hash, money_supply FROM world",
    );
    const { chainHash, moneySupply } = view.world(undisturbed);
    expect(rows).toEqual([{ tick: until, hash: chainHash, money_supply: String(moneySupply) }]);
    expect(await verifyWorld(worldStores(database.db))).toMatchObject({ isIntact: true, to: until });
  });
});

describe('two processes that share a world', () => {
  const HOURS = 5;
  let shared: TestDatabase;
  let options: TestServerOptions;
  beforeAll(async () => {
    shared = await createTestDatabase();
    options = { env: MANUAL_WORLD, genesis: smallWorld(HOURS), database: shared };
  });
  afterAll(() => shared.close());

  it('write in turn, never concurrently, and both show the stored state', async () => {
    const one = await startTestServer(options);
    const two = await startTestServer(options);
    await one.app.inTransaction((tx) =>
      one.app.world.appendIn(tx, { kind: 'actor.follow', actorId: SMALL_VALIDATOR, isFollowed: true }, BY),
    );
    const { tick } = await one.app.world.stepBy(1);

    await expect(two.app.world.stepBy(1)).rejects.toMatchObject({ code: 'world_paused' });
    await two.app.world.reached(tick);
    expect(two.app.world.now().chainHash).toBe(one.app.world.now().chainHash);

    // Simulates an expired lease: the second process takes over, and the first writes nothing when it continues.
    await shared.pool.query("UPDATE world_lease SET expires_at = '-infinity'");
    await two.app.world.stepBy(1);
    await expect(one.app.world.stepBy(1)).rejects.toMatchObject({ code: 'world_paused' });
    const { rows } = await shared.pool.query('SELECT tick::int FROM world');
    expect(rows).toEqual([{ tick: tick + 1 }]);

    await two.close();
    expect(await one.app.world.stepBy(1)).toMatchObject({ tick: tick + 2 });
    await one.close();
  });

  it('do not continue from a changed input log', async () => {
    await shared.pool.query("UPDATE world_inputs SET payload = replace(payload, 'true', 'false')");

    const verdict = await verifyWorld(worldStores(shared.db));
    const after = await startTestServer(options);

    expect(verdict).toMatchObject({ isIntact: false, brokenAt: TICKS_PER_MONTH - HOURS });
    const { rows } = await shared.pool.query('SELECT state FROM world');
    expect(rows).toEqual([{ state: 'DIVERGED' }]);
    expect((await after.get('/api/v1/world')).status).toBe(503);
    await after.close();
  });
});

describe('a world that violates its invariants', () => {
  it('stops with a fault, stays readable, and accepts no input', async () => {
    const sound = smallWorld(1);
    const open = () => {
      const world = sound.open();
      world.actor.deposit[0] = (world.actor.deposit[0] ?? 0) + 1; // A mark without a source.
      return world;
    };
    const server = await startTestServer({ env: MANUAL_WORLD, genesis: { ...sound, open } });
    const waiting = async () =>
      (await server.database.pool.query('SELECT id FROM world_inputs WHERE assigned_tick IS NULL AND result IS NULL'))
        .rows;
    const before = await waiting();
    expect(before).not.toEqual([]);

    await expect(server.app.world.stepBy(1)).rejects.toMatchObject({ code: 'world_paused' });
    await server.published();

    const { rows } = await server.database.pool.query('SELECT state, fault, tick::int FROM world');
    const [detail, tick] = [expect.stringContaining('I2'), TICKS_PER_MONTH - 1];
    expect(await waiting(), 'inputs are not to blame for a state that was invalid before them').toEqual(before);
    expect(rows).toEqual([{ state: 'FAULTED', tick, fault: expect.objectContaining({ detail }) }]);
    await server.app.world.reached(tick);
    expect((await server.get('/api/v1/world')).body).toMatchObject({ state: 'FAULTED', nextTickAt: null });
    expect(await server.get('/readyz')).toMatchObject({
      status: 200,
      body: { status: 'degraded', failing: ['world'], checks: { world: { ok: false, detail } } },
    });
    const freeze = { kind: 'actor.freeze', actorId: SMALL_VALIDATOR, isFrozen: true } as const;
    await expect(server.app.world.submit(freeze, BY)).rejects.toMatchObject({ code: 'world_paused' });
    const { rowCount } = await server.database.pool.query("SELECT FROM events WHERE kind = 'world.paused'");
    expect(rowCount).toBe(1);

    // The operator's command runs beside the running service.
    const { host, port, user, password, database: name } = server.database.connection;
    const DATABASE_URL = `postgres://${user}:${password}@localhost:${port}/${name}?host=${encodeURIComponent(host)}&sslmode=disable`;
    const args = ['world', 'resume', String(tick), 'A mark from nowhere was found.'];
    const { code, stdout, stderr } = await spawnServer({
      env: { DATABASE_URL, SIGNING_KEY: '07'.repeat(32) },
      args,
    }).ended();
    expect([code, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toMatchObject({ isIntact: true, state: 'RUNNING' });
    expect((await server.database.pool.query('SELECT state FROM world')).rows).toEqual([{ state: 'RUNNING' }]);
    await server.close();
  }, 60_000);
});
