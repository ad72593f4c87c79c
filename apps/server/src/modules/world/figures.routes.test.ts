/** Every figure of the world that two routes show is the same in both, at the same hour. */
import {
  Actor,
  ActorState,
  City,
  CitySummary,
  EconomySummary,
  listOf,
  PublicEconomy,
  Snapshot,
  Wallet,
  World,
} from '@assay/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MANUAL_WORLD, settledWorld, smallWorld } from '../../testing/small-world.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { newTrader } from '../../testing/trader.ts';

const API = '/api/v1';

describe.each([
  ['in the middle of a month', settledWorld, 30],
  ['in the hour that closes a month', smallWorld(2), 3],
])('%s', (_, genesis, hours) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ env: MANUAL_WORLD, genesis });
    await server.app.world.stepBy(hours);
  });
  afterAll(() => server.close());

  const read = async <T>(path: string, shape: { parse(body: unknown): T }): Promise<T> => {
    const { status, body } = await server.get(path);
    expect([path, status]).toEqual([path, 200]);
    return shape.parse(body);
  };
  const cities = async () => (await read(`${API}/cities`, listOf(CitySummary))).items;

  it('shows the same city in the list, the detail and its economy', async () => {
    for (const listed of await cities()) {
      const city = await read(`${API}/cities/${listed.id}`, City);
      const economy = await read(`${API}/cities/${listed.id}/economy`, Snapshot);

      expect(city).toMatchObject(listed);
      const { active, bySector, founded, bankrupt } = economy.businesses;
      const { stock, occupied, vacant, underConstruction } = economy.housing;
      expect(city).toMatchObject({
        population: economy.population,
        unemploymentRate: economy.unemploymentRate,
        avgRent: economy.housing.avgRent,
        treasuryBalance: economy.treasury.balance,
        health: economy.health,
        housing: { stock, occupied, vacant, underConstruction },
        businessStats: {
          active,
          bySector,
          foundedThisMonth: founded,
          bankruptThisMonth: bankrupt,
          workers: economy.employed - economy.publicEmployees,
          vacancies: economy.vacancies,
          avgWage: economy.avgWagePrivate,
        },
        publicPosts: { filled: economy.publicEmployees },
        asOfTick: economy.tick,
      });
    }
  });

  it('shows the last closed month of the history as the summary', async () => {
    for (const { id } of await cities()) {
      const summary = await read(`${API}/cities/${id}/economy/summary`, EconomySummary);
      const [last] = (await read(`${API}/cities/${id}/economy/history`, listOf(Snapshot))).items;
      expect(summary.snapshot).toEqual(last);
    }
  });

  it('shows the nation as the sum of its cities', async () => {
    const [nation, world] = [await read(`${API}/public/economy`, PublicEconomy), await read(`${API}/world`, World)];
    const all = await cities();
    const snapshots = await Promise.all(all.map(({ id }) => read(`${API}/cities/${id}/economy`, Snapshot)));
    const details = await Promise.all(all.map(({ id }) => read(`${API}/cities/${id}`, City)));
    const sum = (of: (snapshot: Snapshot) => number) => snapshots.reduce((total, each) => total + of(each), 0);

    expect(world).toMatchObject({
      tick: nation.tick,
      worldTime: nation.worldTime,
      population: nation.population,
      cities: all.length,
      businesses: nation.businesses,
      moneySupply: nation.moneySupply,
      chainHash: nation.chainHash,
    });
    expect(nation.cities).toBe(all.length);
    expect(sum(({ population }) => population)).toBe(nation.population);
    expect(sum(({ unemployed }) => unemployed) / sum(({ labourForce }) => labourForce)).toBe(nation.unemploymentRate);
    // Each city has one bank, which its own count excludes.
    expect(sum(({ businesses }) => businesses.active) + all.length).toBe(nation.businesses);
    for (const { moneySupply } of snapshots) expect(moneySupply).toBe(nation.moneySupply);
    const held = details.reduce((total, { money }) => total + money, 0n);
    expect(held).toBeGreaterThan(0n);
    expect(held).toBeLessThanOrEqual(nation.moneySupply ?? 0n);
    for (const { money } of details) expect(money).toBeLessThan(held);
  });

  it('shows the same wallet in the actor, its state, its wallet and on RPC', async () => {
    const trader = await newTrader(server, 300);
    await server.app.world.stepBy(1);
    const id = trader.actorId;
    const wallet = Wallet.parse((await trader.get(`${API}/wallet/${id}`)).body);
    const actor = await read(`${API}/actors/${id}`, Actor);
    const state = await read(`${API}/actors/${id}/state`, ActorState);
    const rpc = await trader.post('/rpc/agent', { method: 'getWallet', params: { actor_id: id } });

    const { balance, locked, debt } = wallet;
    expect(actor.wallet).toMatchObject({ balance, locked });
    expect(actor.state).toEqual(state);
    expect(state).toMatchObject({ balance, locked, debt });
    expect(rpc.body).toMatchObject({ result: { balance: balance.toString(), locked: locked.toString() } });
  });
});
