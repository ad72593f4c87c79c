import { INTENT_AMOUNT_MAX, INTENT_TEXTS, INTENTS, type IntentType, Snapshot } from '@assay/protocol';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ask } from './consents.ts';
import { adoptRules } from './genesis.ts';
import { actorId, businessId, cityId } from './ids.ts';
import type { Input } from './inputs/types.ts';
import { checkInvariants, totalDeposits } from './invariants.ts';
import { ACTOR_FLAGS } from './layout.ts';
import { actorAccount, moneySupply, move } from './ledger.ts';
import { FOOD, MARK, SERVICES, TICKS_PER_MONTH } from './params.ts';
import { ASKED_MAX } from './player-limits.ts';
import type { World } from './state.ts';
import { build, buildersFor, buildingQuote, orderBuilding } from './steps/building.ts';
import { firstPrice } from './steps/business-openings.ts';
import { keepChosen } from './steps/consumption.ts';
import { owner } from './testing/players.ts';
import { act, intentOf, run, smallWorld } from './testing/worlds.ts';
import { step } from './tick.ts';
import { view } from './views/index.ts';
import { setWish } from './wishes.ts';

const AMOUNTS: readonly string[] = [
  'amount',
  'bond',
  'capital',
  'maxPrice',
  'maxRent',
  'maxUnitPrice',
  'minWage',
  'price',
  'rentPrice',
  'salePrice',
  'stake',
  'unitPrice',
  'wage',
];
const amountsOf = (type: IntentType): string[] => {
  const { params } = INTENTS[type];
  const shape: Record<string, unknown> = 'shape' in params ? (params.shape as Record<string, unknown>) : {};
  return Object.keys(shape).filter((name) => AMOUNTS.includes(name));
};
const CASES = (Object.keys(INTENTS) as IntentType[]).flatMap((type) =>
  amountsOf(type).map((name) => [type, name] as const),
);

/** The months of all cities in the form that the service stores. */
const encodeMonths = (w: World): unknown[] =>
  view.cityIds(w).map((id) => z.encode(Snapshot, view.economyHistory(w, id)?.[0] as Snapshot));

describe('an amount on an intent', () => {
  it.each(CASES)('%s: %s is at most a million marks', (type, name) => {
    const { example } = INTENT_TEXTS[type];
    const read = (amount: bigint) => INTENTS[type].params.safeParse({ ...example, [name]: amount.toString() }).success;

    expect(read(INTENT_AMOUNT_MAX)).toBe(true);
    expect(read(INTENT_AMOUNT_MAX + 1n)).toBe(false);
    expect(read(10n ** 38n)).toBe(false);
  });

  it('covers every intent with an amount', () => {
    const schemas = JSON.stringify(Object.values(INTENTS).map(({ params }) => z.toJSONSchema(params, { io: 'input' })));

    expect(schemas).not.toContain('{0,38}');
    expect(CASES.length).toBeGreaterThan(20);
  });

  it('is also refused by the kernel, and the month can be stored', () => {
    const { w, id } = owner();
    const params = { businessId: id, price: (10n ** 38n).toString() };

    const { results } = step(w, [intentOf('INTENT_SELL_BUSINESS', params)]);
    run(w, TICKS_PER_MONTH - w.tick + 1);

    expect(results).toEqual([{ isDone: false, code: 'validation_failed' }]);
    expect(encodeMonths(w)).toHaveLength(3);
  });
});

/** The player owns all but `others` businesses of one sector in a city. */
function monopoly(others: number): { w: World; mine: number[]; theirs: number[] } {
  const { w, h } = owner();
  adoptRules(w);
  const all = w.lists.byCitySector.reduce((most, list) => (list.length > most.length ? list : most));
  const [theirs, mine] = [all.slice(0, others), all.slice(others)];
  for (const f of theirs) w.business.owner[f] = 0;
  for (const f of mine) w.business.owner[f] = h;
  return { w, mine, theirs };
}
const setPrice = (w: World, f: number, price: number) =>
  act(w, 'INTENT_SET_PRICE', { businessId: businessId(w, f), unitPrice: String(Math.floor(price)) });

describe('a price', () => {
  it('cannot be raised step by step by an owner of many businesses', () => {
    const { w, mine, theirs } = monopoly(1);
    const asked = w.business.price[theirs[0] as number];
    for (let round = 0; round < 30; round++) {
      for (const f of mine) setPrice(w, f, w.business.price[f] * 4.9);
    }

    for (const f of mine) expect(w.business.price[f]).toBeLessThanOrEqual(asked * 5);
    expect(setPrice(w, mine[0] as number, asked * 5 + 1)).toMatchObject({
      status: 'BLOCKED',
      reasonCode: 'out_of_range',
    });
    expect(setPrice(w, mine[0] as number, asked * 4)).toMatchObject({ status: 'EXECUTED' });
  });

  it('has a limit even without competitors, and the month can be stored', () => {
    const { w, mine } = monopoly(0);
    const [first] = mine as [number];
    for (const f of w.lists.bySector[w.business.sector[first]] ?? []) w.business.owner[f] = w.business.owner[first];
    for (let round = 0; round < 60; round++) setPrice(w, first, w.business.price[first] * 4.9);
    run(w, 2 * TICKS_PER_MONTH - w.tick + 1);

    expect(w.business.price[first]).toBeLessThanOrEqual(5 * firstPrice(w));
    expect(encodeMonths(w)).toHaveLength(3);
    expect(checkInvariants(w)).toEqual([]);
  });

  it('cannot be dumped far below the prices of others', () => {
    const { w, mine, theirs } = monopoly(1);
    const asked = w.business.price[theirs[0] as number];

    expect(setPrice(w, mine[0] as number, asked / 6)).toMatchObject({ reasonCode: 'out_of_range' });
    expect(setPrice(w, mine[0] as number, asked / 4)).toMatchObject({ status: 'EXECUTED' });
  });
});

describe('a wage', () => {
  it("follows the wages of other owners, not the owner's previous wage", () => {
    const { w, f, id, here } = owner();
    adoptRules(w);
    const others = (w.lists.byCity[here] ?? []).filter((g) => g !== f).map((g): number => w.business.wage[g]);
    others.sort((a, b) => a - b);
    const usual = others[Math.floor(others.length / 2)] as number;
    const setWage = (wage: number) => act(w, 'INTENT_SET_WAGE', { businessId: id, wage: String(Math.floor(wage)) });

    expect(setWage(usual * 4.9)).toMatchObject({ status: 'EXECUTED' });
    expect(setWage(usual * 5.1)).toMatchObject({ reasonCode: 'out_of_range' });
    expect(setWage(usual * 0.2)).toMatchObject({ reasonCode: 'out_of_range' });
  });
});

describe('a world from before the limits', () => {
  it('reduces earlier prices and wages to the limits in the hour of the adoption', () => {
    const w = smallWorld();
    step(w, []);
    w.business.price[0] = 1e30;
    w.business.wage[1] = Number.MAX_SAFE_INTEGER;
    w.dwelling.salePrice[0] = 1e30;
    w.side.offers = [{ business: 2, price: 1e38, to: null }];
    const change: Input = { kind: 'params.change', change: { switches: { playerLimits: true } } };

    step(w, [change], { isChecked: true });

    expect(w.business.price[0]).toBe(ASKED_MAX);
    expect(w.business.wage[1]).toBe(ASKED_MAX);
    expect(w.dwelling.salePrice[0]).toBe(ASKED_MAX);
    expect(w.side.offers).toEqual([{ business: 2, price: ASKED_MAX, to: null }]);
  });

  it('reports prices and wages beyond the limits', () => {
    const w = adoptRules(smallWorld());
    w.business.price[3] = Number.NaN;
    w.dwelling.rentAsked[1] = ASKED_MAX + MARK;

    expect(checkInvariants(w).map(({ invariant }) => invariant)).toEqual(['I13', 'I13']);
  });
});

describe('the effect of a player', () => {
  const limited = () => {
    const made = owner();
    adoptRules(made.w);
    return made;
  };

  it('excludes building orders without funds', () => {
    const { w, h, here } = limited();
    const order = () => act(w, 'INTENT_ORDER_BUILDING', { cityId: cityId(w, here), tier: 'FLAT' }).reasonCode;
    w.actor.deposit[h] = 2.5 * buildingQuote(w, here, 1);
    w.nation.issued += totalDeposits(w) - moneySupply(w);

    expect([order(), order(), order()]).toEqual([null, null, 'insufficient_funds']);
  });

  it('excludes demand without money and orders without an end', () => {
    const { w, h, here } = limited();
    orderBuilding(w, { city: here, tier: 1, payer: actorAccount(h), owner: h, forSale: false });
    w.business.stock.fill(0);
    move(w, actorAccount(h), actorAccount(0), w.actor.deposit[h], 'TRANSFER');
    const builders = buildersFor(w, here);
    const demand = () => builders.reduce((sum, f) => sum + w.business.demandNow[f], 0);
    const others = w.side.projects.splice(0);
    const before = demand();
    build(w);
    const upkeep = demand() - before;
    w.side.projects.push(...others);
    build(w);

    expect(demand() - before - upkeep).toBeCloseTo(upkeep);
    expect(w.side.projects).toHaveLength(1);
    w.tick += 25 * TICKS_PER_MONTH;
    build(w);
    expect(w.side.projects).toEqual([]);
  });

  it("is limited to a share of a city's homes per month, whatever its budget", () => {
    const { w, here } = limited();
    w.city.buildingBudget[here] = ASKED_MAX;
    for (const f of buildersFor(w, here)) w.business.price[f] = 1000;
    build(w);

    const ordered = w.side.projects.filter(({ city }) => city === here).length;
    expect(ordered).toBe(Math.ceil(0.05 * w.city.population[here]));
  });

  it('excludes a service supplier in a city that the player left', () => {
    const { w, h, here } = limited();
    const f = w.lists.bySector[SERVICES]?.find((shop) => w.business.city[shop] === here) ?? 0;
    w.business.sector[f] = SERVICES;
    w.actor.suppliers.fill(-1, h * 9, (h + 1) * 9);
    setWish(w, { actor: h, kind: 'supplier', value: f, other: SERVICES, untilTick: w.tick + TICKS_PER_MONTH });
    keepChosen(w);
    const chosen = [...w.actor.suppliers.subarray(h * 9, (h + 1) * 9)].filter((supplier) => supplier >= 0);
    w.actor.suppliers.fill(-1, h * 9, (h + 1) * 9);
    w.business.city[f] = (here + 1) % w.rows.city;
    keepChosen(w);

    expect(chosen).toEqual([f]);
    expect([...w.actor.suppliers.subarray(h * 9, (h + 1) * 9)]).not.toContain(f);
  });

  it('is limited to 20 open requests', () => {
    const { w, h } = limited();
    for (let other = 1; other <= 19; other++) ask(w, { type: 'ALLIANCE', from: h, to: other, terms: {}, left: 0 });
    const propose = (other: number) =>
      act(w, 'INTENT_PROPOSE_RELATION', { targetActorId: actorId(w, other), type: 'TRADE' }).reasonCode;
    for (const consent of w.side.consents) w.actor.flags[consent.to] |= ACTOR_FLAGS.remote;

    expect([propose(20), propose(21)]).toEqual([null, 'relation_limit']);
  });

  it('is limited to 500 stacks of items', () => {
    const { w, h } = limited();
    const stack = { kind: 'RATION', name: 'Ration', quantity: 1, quality: 100, ref: null, unitCost: null } as const;
    for (let k = 0; k < 500; k++) w.side.items.push({ id: w.side.nextId++, owner: h, ...stack, acquiredTick: w.tick });
    const f = w.lists.bySector[FOOD]?.find((shop) => w.business.stock[shop] > 2) as number;

    const buy = () => act(w, 'INTENT_BUY_GOODS', { businessId: businessId(w, f), quantity: 1 }).reasonCode;
    expect(buy()).toBe('inventory_full');
    w.side.items.pop();
    expect(buy()).toBe(null);
  });
});
