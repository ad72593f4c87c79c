import { INTENTS } from '@assay/protocol';
import { describe, expect, it } from 'vitest';
import { answer, ask } from '../consents.ts';
import { moveOut } from '../homes.ts';
import { actorId, bankId, businessId, cityId, loanId, propertyId, worldId } from '../ids.ts';
import { leaveJob } from '../labour.ts';
import { typeNumber } from '../seed/types.ts';
import type { World } from '../state.ts';
import { act, intentOf, join, neighbour, PLAYER, run, smallWorld } from '../testing/worlds.ts';
import { step } from '../tick.ts';
import { DEFINITIONS } from './definitions.ts';

const COUNCIL = [
  'ACTIVATE_VALIDATOR',
  'DEACTIVATE_VALIDATOR',
  'ADD_STAKE',
  'EQUIP_PLUGIN',
  'COMMIT_VERDICT',
  'REVEAL_VERDICT',
  'FLAG_CERTIFICATE',
];
const NOBODY = '99999999-9999-7999-8999-999999999999';

/** A player with 3,000 marks in a world of 120. */
function setup(): { w: World; h: number; here: number } {
  const w = smallWorld();
  run(w, 30);
  const h = join(w, 3000);
  return { w, h, here: w.actor.city[h] };
}

/** A business of the player's in its own city. */
function owner(): { w: World; h: number; here: number; f: number; id: string } {
  const { w, h, here } = setup();
  const f = w.lists.byCity[here]?.[0] as number;
  w.business.owner[f] = h;
  w.lists.owners.add(h);
  return { w, h, here, f, id: businessId(w, f) };
}

const code = (w: World, type: string, params: Record<string, unknown>): string | null =>
  act(w, type, params).reasonCode;
const executes = (w: World, type: string, params: Record<string, unknown>): void =>
  expect(act(w, type, params)).toMatchObject({ status: 'EXECUTED', reasonCode: null });
const shopWith = (w: World, city: number, test: (f: number) => boolean): number =>
  w.lists.byCity[city]?.find(test) as number;

describe('the list of intents', () => {
  it('is that of the protocol, less the seven of the council', () => {
    const names = Object.keys(INTENTS).filter((name) => !COUNCIL.includes(name.slice('INTENT_'.length)));
    expect([...DEFINITIONS.keys()].sort()).toEqual(names.sort());
  });
});

describe('submitting an intent', () => {
  it.each([
    ['actor_not_found', { actorId: NOBODY }],
    ['unknown_intent_type', { type: 'INTENT_FLY' }],
    ['unknown_intent_type', { type: 'INTENT_ADD_STAKE', params: { amount: '1' } }],
    ['validation_failed', { params: { hours: 99 } }],
    ['validation_failed', { priority: 2 }],
    ['validation_failed', { priority: Number.NaN }],
    ['source_not_allowed', { source: 'agent_autonomous' as const }],
  ])('answers %s', (expected, change) => {
    const { w } = setup();
    const input = intentOf('INTENT_REST', { hours: 1 }, change);

    expect(step(w, [input], { isChecked: true }).results).toEqual([{ isDone: false, code: expected }]);
  });

  it('is refused for a frozen actor, and past fifty open ones', () => {
    const { w } = setup();
    const later = () => intentOf('INTENT_REST', { hours: 1 }, { notBeforeTick: w.tick + 100 });
    const full = step(w, Array.from({ length: 51 }, later), { isChecked: true }).results;
    expect(full.filter(({ isDone }) => isDone)).toHaveLength(50);
    expect(full.at(-1)).toEqual({ isDone: false, code: 'intent_queue_full' });

    step(w, [{ kind: 'actor.freeze', actorId: PLAYER, isFrozen: true }]);
    expect(step(w, [later()]).results).toEqual([{ isDone: false, code: 'actor_frozen' }]);
  });

  it('waits for its hour, expires, and can be cancelled', () => {
    const { w } = setup();
    const at = w.tick;
    const [waiting, expiring, cancelled] = [
      intentOf('INTENT_REST', { hours: 1 }, { notBeforeTick: at + 3 }),
      intentOf('INTENT_REST', { hours: 1 }, { notBeforeTick: at + 5, expiresAtTick: at + 4 }),
      intentOf('INTENT_REST', { hours: 1 }, { notBeforeTick: at + 9 }),
    ];
    expect(step(w, [waiting, expiring, cancelled] as never).intents).toEqual([]);
    const id = cancelled?.kind === 'intent.submit' ? cancelled.intent.id : '';
    expect(step(w, [{ kind: 'intent.cancel', intentId: id }]).results[0]).toMatchObject({ isDone: true });
    expect(step(w, [{ kind: 'intent.cancel', intentId: id }]).results[0]).toEqual({
      isDone: false,
      code: 'intent_wrong_state',
    });
    expect(step(w, []).intents[0]).toMatchObject({ status: 'EXECUTED' });
    step(w, []);
    expect(step(w, []).intents[0]).toMatchObject({ status: 'EXPIRED' });
  });

  it('takes one main intent an hour, the most urgent first', () => {
    const { w } = setup();
    const [low, high] = [
      intentOf('INTENT_REST', { hours: 1 }, { priority: 0.9 }),
      intentOf('INTENT_REST', { hours: 2 }, { priority: 1 }),
    ];
    const first = step(w, [low, high]).intents;
    expect(first).toHaveLength(1);
    expect(first[0]?.intentId).toBe(high.kind === 'intent.submit' ? high.intent.id : '');
    expect(step(w, []).intents).toHaveLength(1);
  });

  it('meets an actor with a will of its own', () => {
    const { w, h } = setup();
    w.actor.autonomy[h] = 100;
    const input = intentOf('INTENT_SET_SAVINGS_GOAL', { shareBp: 100 }, { priority: 0 });
    const { results, intents } = step(w, [input]);
    expect(results[0]).toMatchObject({ isDone: true, data: { acceptanceProbability: 0 } });
    expect(intents[0]).toMatchObject({ status: 'REFUSED', reasonCode: 'suggestion_declined' });
  });

  it('never gives away rent and food, unless it is urgent', () => {
    const { w, h } = setup();
    const amount = String(w.actor.deposit[h] - 1_000_000);
    const other = actorId(w, neighbour(w, h));
    const risky = act(w, 'INTENT_TRANSFER', { toActorId: other, amount }, { priority: 0.99 });
    expect(risky).toMatchObject({ status: 'REFUSED', reasonCode: 'living_at_risk' });
    executes(w, 'INTENT_TRANSFER', { toActorId: other, amount });
  });
});

describe('work', () => {
  it('applies for a job and is first in line', () => {
    const { w, h, here } = setup();
    leaveJob(w, h);
    const f = shopWith(w, here, () => true);
    w.business.vacancies[f] = 0;
    w.business.sector.fill(1);
    w.business.sector[f] = 0;
    expect(code(w, 'INTENT_APPLY_JOB', { businessId: businessId(w, f) })).toBe('no_vacancy');
    w.business.vacancies[f] = 1;
    expect(code(w, 'INTENT_APPLY_JOB', { businessId: businessId(w, f), minWage: '900000000000' })).toBe(
      'wage_below_min',
    );
    expect(code(w, 'INTENT_APPLY_JOB', { businessId: NOBODY })).toBe('target_not_found');
    executes(w, 'INTENT_APPLY_JOB', { businessId: businessId(w, f) });
    w.business.vacancies[f] = 1;
    run(w, 168 - (w.tick % 168) + 1);
    expect(w.actor.employer[h]).toBe(f);
    expect(code(w, 'INTENT_APPLY_JOB', { businessId: businessId(w, f) })).toMatch(/already_employed|no_vacancy/);
  });

  it('is sent to another business of the sector when the named one has no place', () => {
    const { w, h, here } = setup();
    leaveJob(w, h);
    const [one, other] = w.lists.byCity[here] as number[];
    w.business.vacancies.fill(0);
    w.business.sector[other as number] = w.business.sector[one as number];
    w.business.vacancies[other as number] = 1;
    expect(act(w, 'INTENT_APPLY_JOB', { businessId: businessId(w, one as number) })).toMatchObject({
      status: 'REWRITTEN',
      reasonCode: 'no_vacancy',
    });
    expect(step(w, []).intents[0]).toMatchObject({ status: 'EXECUTED' });
  });

  it('quits, serves the city, works overtime', () => {
    const { w, h, here } = setup();
    leaveJob(w, h);
    expect(code(w, 'INTENT_QUIT_JOB', {})).toBe('not_employed');
    expect(code(w, 'INTENT_WORK_OVERTIME', { days: 1 })).toBe('not_employed');
    w.city.publicPosts[here] = 0;
    expect(code(w, 'INTENT_APPLY_PUBLIC_JOB', { role: 'NURSE' })).toBe('no_vacancy');
    w.city.publicPosts[here] = 0.9;
    w.city.deposit[here] += 0;
    executes(w, 'INTENT_APPLY_PUBLIC_JOB', { role: 'NURSE' });
    run(w, 672 - (w.tick % 672) + 1);
    expect(w.actor.publicPost[h]).toBe(3);
    expect(code(w, 'INTENT_APPLY_PUBLIC_JOB', { role: 'CLERK' })).toBe('already_employed');
    executes(w, 'INTENT_QUIT_JOB', {});
    expect(w.actor.publicPost[h]).toBe(0);
  });

  it('is too tired for overtime at low energy', () => {
    const { w, h, here } = setup();
    const f = shopWith(w, here, (shop) => (w.lists.staff[shop]?.length ?? 0) > 0);
    const worker = w.lists.staff[f]?.[0] as number;
    w.actor.needs[worker * 6] = 10;
    w.actor.needTick[worker] = w.tick;
    w.actor.autonomy[worker] = 0;
    const change = { actorId: actorId(w, worker) };
    expect(act(w, 'INTENT_WORK_OVERTIME', { days: 2 }, change).reasonCode).toBe('too_tired');
    w.actor.needs[worker * 6] = 90;
    expect(act(w, 'INTENT_WORK_OVERTIME', { days: 2 }, change).status).toBe('EXECUTED');
    expect(h).not.toBe(worker);
  });
});

describe('own time and money', () => {
  it('studies where there is a school, up to the highest grade', () => {
    const { w, h, here } = setup();
    w.business.type.fill(typeNumber('FARM'));
    expect(code(w, 'INTENT_STUDY', { skill: 'FOOD', hours: 2 })).toBe('no_school');
    w.business.type[shopWith(w, here, () => true)] = typeNumber('SCHOOL');
    w.actor.xp[h * 4] = 1199;
    executes(w, 'INTENT_STUDY', { skill: 'FOOD', hours: 2 });
    expect(w.actor.grade[h]).toBe(2);
    w.actor.grade[h] = 3;
    expect(code(w, 'INTENT_STUDY', { skill: 'FOOD', hours: 2 })).toBe('max_grade');
  });

  it('rests, meets, saves, sets its claim', () => {
    const { w, h } = setup();
    executes(w, 'INTENT_REST', { hours: 12 });
    executes(w, 'INTENT_SOCIALISE', { targetActorId: actorId(w, neighbour(w, h)) });
    expect(code(w, 'INTENT_SOCIALISE', { targetActorId: NOBODY })).toBe('target_not_found');
    executes(w, 'INTENT_SET_SAVINGS_GOAL', { shareBp: 4000 });
    executes(w, 'INTENT_SET_RESERVATION_WAGE', { amount: '90000000' });
    expect(code(w, 'INTENT_SET_RESERVATION_WAGE', { amount: '1' })).toBe('out_of_range');
  });

  it('gives money ten times a day at most, and only what it has', () => {
    const { w, h } = setup();
    const toActorId = actorId(w, neighbour(w, h));
    for (let time = 0; time < 10; time++) executes(w, 'INTENT_TRANSFER', { toActorId, amount: '1000' });
    expect(code(w, 'INTENT_TRANSFER', { toActorId, amount: '1000' })).toBe('daily_limit');
    run(w, 24);
    expect(code(w, 'INTENT_TRANSFER', { toActorId, amount: '999000000000' })).toBe('insufficient_funds');
    expect(code(w, 'INTENT_TRANSFER', { toActorId: PLAYER, amount: '1' })).toBe('target_not_found');
    expect(code(w, 'INTENT_TRANSFER', { toActorId, amount: '0' })).toBe('out_of_range');
  });
});

describe('homes', () => {
  it('moves to another city once a week', () => {
    const { w, h, here } = setup();
    const there = (here + 1) % 3;
    expect(code(w, 'INTENT_MOVE_CITY', { targetCityId: cityId(w, here) })).toBe('same_city');
    expect(code(w, 'INTENT_MOVE_CITY', { targetCityId: NOBODY })).toBe('target_not_found');
    executes(w, 'INTENT_MOVE_CITY', { targetCityId: cityId(w, there) });
    expect(w.actor.city[h]).toBe(there);
    expect(code(w, 'INTENT_MOVE_CITY', { targetCityId: cityId(w, here) })).toBe('cooldown');
  });

  it('does not move where no home is free', () => {
    const { w, here } = setup();
    const there = (here + 1) % 3;
    const free = [...(w.lists.vacant[there] ?? [])];
    const guests = Array.from({ length: w.rows.actor }, (_, row) => row).filter(
      (row) => w.actor.city[row] === there && w.actor.home[row] < 0,
    );
    expect(guests.length).toBeLessThanOrEqual(free.length);
    for (const d of free) w.dwelling.rentAsked[d] = 9e12;
    expect(code(w, 'INTENT_MOVE_CITY', { targetCityId: cityId(w, there) })).toBe('rent_above_income_share');
  });

  it('rents, leaves, and is refused what it cannot bear', () => {
    const { w, h, here } = setup();
    moveOut(w, h);
    const [d] = w.lists.vacant[here] as number[];
    const lived = w.dwelling.tenant.findIndex((tenant, row) => tenant >= 0 && w.dwelling.city[row] === here);
    w.dwelling.tier[d as number] = 0;
    w.dwelling.tier[lived] = 3;
    expect(code(w, 'INTENT_LEAVE_HOME', {})).toBe('no_home');
    expect(code(w, 'INTENT_RENT_HOME', { propertyId: propertyId(w, lived), maxRent: '1' })).toBe('not_vacant');
    expect(code(w, 'INTENT_RENT_HOME', { propertyId: propertyId(w, d as number), maxRent: '1' })).toBe(
      'price_above_max',
    );
    w.dwelling.rentAsked[d as number] = 9e12;
    w.dwelling.tier[d as number] = 2;
    for (const other of w.lists.vacant[here] ?? []) if (other !== d) w.dwelling.tier[other] = 1;
    expect(code(w, 'INTENT_RENT_HOME', { propertyId: propertyId(w, d as number) })).toBe('rent_above_income_share');
    w.dwelling.rentAsked[d as number] = 0;
    executes(w, 'INTENT_RENT_HOME', { propertyId: propertyId(w, d as number) });
    expect(w.actor.home[h]).toBe(d);
    executes(w, 'INTENT_LEAVE_HOME', {});
  });

  it('buys what is listed, lists what it owns', () => {
    const { w, h } = setup();
    const seller = neighbour(w, h);
    const d = w.dwelling.standing.indexOf(1);
    w.dwelling.owner[d] = seller;
    const id = propertyId(w, d);
    expect(code(w, 'INTENT_BUY_PROPERTY', { propertyId: id, maxPrice: '1000000000' })).toBe('not_listed');
    expect(code(w, 'INTENT_LIST_PROPERTY', { propertyId: id, salePrice: '1' })).toBe('not_owner');
    w.dwelling.salePrice[d] = 500_000_000;
    expect(code(w, 'INTENT_BUY_PROPERTY', { propertyId: id, maxPrice: '1' })).toBe('price_above_max');
    executes(w, 'INTENT_BUY_PROPERTY', { propertyId: id, maxPrice: '500000000' });
    expect(w.dwelling.owner[d]).toBe(h);
    expect(code(w, 'INTENT_LIST_PROPERTY', { propertyId: id, rentPrice: '900000000000' })).toBe('out_of_range');
    executes(w, 'INTENT_LIST_PROPERTY', { propertyId: id, salePrice: '600000000' });
    executes(w, 'INTENT_UNLIST_PROPERTY', { propertyId: id });
    expect(w.dwelling.salePrice[d]).toBe(0);
  });

  it('has a house built, by builders and for money', () => {
    const { w, here } = setup();
    const order = { cityId: cityId(w, here), tier: 'FLAT' };
    expect(code(w, 'INTENT_ORDER_BUILDING', { ...order, maxPrice: '1' })).toBe('price_above_max');
    executes(w, 'INTENT_ORDER_BUILDING', order);
    expect(w.side.projects.at(-1)).toMatchObject({ city: here, tier: 1, stage: 0 });
    for (const builder of w.lists.bySector[3] ?? []) w.business.status[builder] = 3;
    w.lists.bySector[3] = [] as never;
    for (let c = 0; c < 3; c++) w.lists.byCitySector[c * 4 + 3] = [] as never;
    expect(DEFINITIONS.get('INTENT_ORDER_BUILDING')?.check(w, 0, order as never)).toBe('no_builder');
  });
});

describe('goods and things', () => {
  it('buys, keeps, sells and gives with consent', () => {
    const { w, h, here } = setup();
    const f = w.lists.byCitySector[here * 4 + 1]?.[0] as number;
    w.business.stock[f] += 50;
    w.business.opening[f] += 50;
    const id = businessId(w, f);
    expect(code(w, 'INTENT_BUY_GOODS', { businessId: id, quantity: 2, maxUnitPrice: '1' })).toBe('price_above_max');
    expect(code(w, 'INTENT_BUY_GOODS', { businessId: NOBODY, quantity: 2 })).toBe('target_not_found');
    executes(w, 'INTENT_BUY_GOODS', { businessId: id, quantity: 3 });
    const item = w.side.items.at(-1);
    expect(item).toMatchObject({ owner: h, kind: 'HOUSEHOLD_GOOD', quantity: 3 });
    const itemId = worldId(w, 'item', item?.id ?? 0);
    const friend = neighbour(w, h);
    const toActorId = actorId(w, friend);
    expect(code(w, 'INTENT_SELL_ITEM', { itemId, quantity: 1, unitPrice: '100', toActorId })).toBe('consent_required');
    expect(code(w, 'INTENT_GIVE_ITEM', { itemId, toActorId })).toBe('consent_required');
    expect(code(w, 'INTENT_GIVE_ITEM', { itemId: NOBODY, toActorId })).toBe('not_owner');
    answer(w, ask(w, { type: 'TRADE', from: h, to: friend, terms: {}, left: 100 }), true);
    executes(w, 'INTENT_SELL_ITEM', { itemId, quantity: 1, unitPrice: '100', toActorId });
    expect(code(w, 'INTENT_SELL_ITEM', { itemId, quantity: 1, unitPrice: '100', toActorId })).toBe('consent_required');
    executes(w, 'INTENT_GIVE_ITEM', { itemId, toActorId });
    expect(w.side.items.filter(({ owner: who }) => who === friend).map(({ quantity }) => quantity)).toEqual([1, 2]);
  });

  it('goes elsewhere when the shelf is empty, and says so when all are', () => {
    const { w, here } = setup();
    const [f] = w.lists.byCitySector[here * 4] as number[];
    for (let g = 0; g < w.rows.business; g++) {
      w.business.stock[g] = g === f ? 0 : 40;
      w.business.opening[g] = w.business.stock[g];
      for (const column of [w.business.produced, w.business.spoiled, w.business.sold]) column[g] = 0;
    }
    const params = { businessId: businessId(w, f as number), quantity: 5 };
    expect(act(w, 'INTENT_BUY_GOODS', params)).toMatchObject({ status: 'REWRITTEN', reasonCode: 'out_of_stock' });
    expect(step(w, []).intents[0]).toMatchObject({ status: 'EXECUTED' });
    expect(code(w, 'INTENT_BUY_GOODS', { ...params, quantity: 1000 })).toBe('out_of_stock');
  });

  it('keeps a supplier that the owner chose', () => {
    const { w, h, here } = setup();
    const f = w.lists.byCitySector[here * 4]?.[0] as number;
    expect(code(w, 'INTENT_SET_SUPPLIER', { sector: 'GOODS', businessId: businessId(w, f) })).toBe('wrong_sector');
    executes(w, 'INTENT_SET_SUPPLIER', { sector: 'FOOD', businessId: businessId(w, f) });
    expect(w.actor.suppliers[h * 9]).toBe(f);
  });
});

describe('a business', () => {
  it('is founded with enough capital and a name of its own', () => {
    const { w, h, here } = setup();
    const base = { cityId: cityId(w, here), sector: 'FOOD', name: 'Zed Bakery', capital: '800000000' };
    expect(code(w, 'INTENT_FOUND_BUSINESS', { ...base, capital: '1' })).toBe('out_of_range');
    expect(code(w, 'INTENT_FOUND_BUSINESS', { ...base, sector: 'BANK' })).toBe('sector_closed');
    expect(code(w, 'INTENT_FOUND_BUSINESS', { ...base, type: 'MILL' })).toBe('wrong_sector');
    w.side.businessNames.push([shopWith(w, here, () => true), 'ZED BAKERY']);
    expect(code(w, 'INTENT_FOUND_BUSINESS', base)).toBe('name_taken');
    executes(w, 'INTENT_FOUND_BUSINESS', { ...base, name: 'Zed and Sons', type: 'BAKERY' });
    expect(code(w, 'INTENT_FOUND_BUSINESS', base)).toBe('cooldown');
    const f = w.business.owner.lastIndexOf(h);
    expect(w.business.deposit[f]).toBe(800_000_000);
    run(w, 672 - (w.tick % 672) + 1);
    expect(w.business.deposit[f]).toBe(800_000_000);
    expect(w.business.vacancies[f] + (w.lists.staff[f]?.length ?? 0)).toBeGreaterThan(0);
  });

  it('is not founded by somebody who has three', () => {
    const { w, h, here } = setup();
    for (const f of w.lists.bySector[0]?.slice(0, 3) ?? []) w.business.owner[f] = h;
    const base = { cityId: cityId(w, here), sector: 'FOOD', name: 'Fourth', capital: '800000000' };
    expect(code(w, 'INTENT_FOUND_BUSINESS', base)).toBe('business_limit');
  });

  it('obeys its owner within the guards, and nobody else', () => {
    const { w, f, id } = owner();
    const foreign = businessId(w, w.lists.byCity.flat().find((g) => g !== f) as number);
    expect(code(w, 'INTENT_SET_PRICE', { businessId: foreign, unitPrice: '4000000' })).toBe('not_owner');
    expect(code(w, 'INTENT_SET_PRICE', { businessId: id, unitPrice: '900000000' })).toBe('out_of_range');
    executes(w, 'INTENT_SET_PRICE', { businessId: id, unitPrice: '4000000' });
    expect(code(w, 'INTENT_SET_WAGE', { businessId: id, wage: '1' })).toBe('out_of_range');
    executes(w, 'INTENT_SET_WAGE', { businessId: id, wage: '120000000' });
    expect(code(w, 'INTENT_POST_VACANCY', { businessId: id, count: 100 })).toBe('out_of_range');
    executes(w, 'INTENT_POST_VACANCY', { businessId: id, count: 2 });
    run(w, 672 - (w.tick % 672) + 1);
    expect([w.business.price[f], w.business.manualUntil[f * 4] > w.tick]).toEqual([4_000_000, true]);
  });

  it('gives notice, which ends the job at month open', () => {
    const { w, f, id } = owner();
    const worker = w.lists.staff[f]?.[0] as number;
    expect(code(w, 'INTENT_FIRE_WORKER', { businessId: id, actorId: PLAYER })).toBe('not_employed');
    executes(w, 'INTENT_FIRE_WORKER', { businessId: id, actorId: actorId(w, worker) });
    expect(w.actor.employer[worker]).toBe(f);
    const { events } = run(w, 672 - (w.tick % 672) + 1);
    expect(w.side.dismissals).toEqual([]);
    expect(events.every(({ id: eventId }) => /^[0-9a-f-]{36}$/.test(eventId))).toBe(true);
  });

  it('takes capital in and pays profit out, but not its reserve', () => {
    const { w, f, id } = owner();
    const before = w.business.deposit[f];
    expect(code(w, 'INTENT_INJECT_CAPITAL', { businessId: id, amount: '999000000000' })).toBe('insufficient_funds');
    executes(w, 'INTENT_INJECT_CAPITAL', { businessId: id, amount: '2000000000' });
    expect(w.business.deposit[f]).toBe(before + 2_000_000_000);
    expect(code(w, 'INTENT_WITHDRAW_PROFIT', { businessId: id, amount: '999000000000' })).toBe('reserve_required');
    executes(w, 'INTENT_WITHDRAW_PROFIT', { businessId: id, amount: '1000000' });
  });

  it('is sold, bought and closed', () => {
    const { w, h, f, id } = owner();
    const buyer = neighbour(w, h);
    w.actor.autonomy[buyer] = 0;
    const asBuyer = { actorId: actorId(w, buyer) };
    expect(act(w, 'INTENT_BUY_BUSINESS', { businessId: id, maxPrice: '9000000' }, asBuyer).reasonCode).toBe(
      'not_listed',
    );
    executes(w, 'INTENT_SELL_BUSINESS', { businessId: id, price: '5000000' });
    expect(act(w, 'INTENT_BUY_BUSINESS', { businessId: id, maxPrice: '1' }, asBuyer).reasonCode).toBe(
      'price_above_max',
    );
    expect(act(w, 'INTENT_BUY_BUSINESS', { businessId: id, maxPrice: '9000000' }, asBuyer).status).toBe('EXECUTED');
    expect(w.business.owner[f]).toBe(buyer);
    w.business.owner[f] = h;
    executes(w, 'INTENT_CLOSE_BUSINESS', { businessId: id });
    expect([w.business.status[f], w.business.deposit[f], w.lists.staff[f]?.length]).toEqual([3, 0, 0]);
  });

  it('cannot be closed over the heads of its creditors', () => {
    const { w, id, f } = owner();
    const extra = w.business.deposit[f] + 1_000_000;
    w.business.debt[f] += extra;
    w.bank.loans[w.business.city[f]] += extra;
    w.nation.loans += extra;
    w.city.deposit[0] += extra;
    expect(code(w, 'INTENT_CLOSE_BUSINESS', { businessId: id })).toBe('insolvent');
  });

  it('works with certified skills while they are valid', () => {
    const { w, f, id } = owner();
    const certificateId = 'c'.repeat(24);
    const set = (isValid: boolean) =>
      ({ kind: 'certificate.set', certificateId, name: 'Oven', isValid, securityLevel: 'CLEAR' }) as const;
    expect(code(w, 'INTENT_EQUIP_SKILL', { businessId: id, certificateId })).toBe('certificate_not_valid');
    step(w, [set(true)]);
    expect(code(w, 'INTENT_EQUIP_SKILL', { businessId: id, certificateId })).toBe('no_licence');
    step(w, [{ kind: 'licence.grant', actorId: PLAYER, licence: 'SKILL_LICENCE', ref: certificateId, name: 'Oven' }]);
    executes(w, 'INTENT_EQUIP_SKILL', { businessId: id, certificateId });
    expect(code(w, 'INTENT_EQUIP_SKILL', { businessId: id, certificateId })).toBe('slots_full');
    run(w, 24);
    expect(w.business.bonus[f]).toBeCloseTo(1.04);
    const events = [];
    events.push(...step(w, [set(false)]).events);
    while (w.tick % 24 !== 1) events.push(...step(w, []).events);
    expect(w.business.bonus[f]).toBe(1);
    expect(events.map(({ kind }) => kind)).toContain('business.skill_lost');
    executes(w, 'INTENT_UNEQUIP_SKILL', { businessId: id, certificateId });
    expect(code(w, 'INTENT_UNEQUIP_SKILL', { businessId: id, certificateId })).toBe('target_not_found');
  });
});

describe('credit', () => {
  it('lends to a business what its bank and its wages bear', () => {
    const { w, f, id, here } = owner();
    const loan = { bankId: bankId(w, here), businessId: id };
    expect(code(w, 'INTENT_REQUEST_LOAN', { ...loan, amount: '999000000000000' })).toBe('bank_capital');
    w.business.missedPayroll[f] = 1;
    expect(code(w, 'INTENT_REQUEST_LOAN', { ...loan, amount: '1000000' })).toBe('credit_refused');
    w.business.missedPayroll[f] = 0;
    w.business.revenueLast[f] = -1;
    executes(w, 'INTENT_REQUEST_LOAN', { ...loan, amount: '1000000' });
    expect(code(w, 'INTENT_REPAY_LOAN', { loanId: NOBODY, amount: '1' })).toBe('target_not_found');
    executes(w, 'INTENT_REPAY_LOAN', { loanId: loanId(w, f), amount: '900000000000' });
    expect(w.business.debt[f]).toBe(0);
    expect(code(w, 'INTENT_SET_LOAN_TERMS', { bankId: bankId(w, here), spreadBp: 1, maxLeverageBp: 9000 })).toBe(
      'not_owner',
    );
  });

  it('lends to people only where the switch is on, and remembers who fails', () => {
    const { w, h, here } = setup();
    const loan = { bankId: bankId(w, here), amount: '20000000', months: 12 };
    expect(code(w, 'INTENT_REQUEST_LOAN', loan)).toBe('credit_refused');
    step(w, [{ kind: 'params.change', change: { switches: { consumerCredit: true } } }]);
    executes(w, 'INTENT_REQUEST_LOAN', loan);
    expect(w.actor.debt[h]).toBe(20_000_000);
    run(w, 3 * 672);
    expect(w.actor.debt[h]).toBeLessThan(20_000_000);
  });
});

describe('city and people', () => {
  it('votes a policy into force at month open', () => {
    const { w, here } = setup();
    const city = cityId(w, here);
    expect(
      code(w, 'INTENT_PROPOSE_POLICY', { cityId: cityId(w, (here + 1) % 3), type: 'BENEFIT', payload: { bp: 5000 } }),
    ).toBe('wrong_city');
    expect(code(w, 'INTENT_PROPOSE_POLICY', { cityId: city, type: 'BENEFIT', payload: { bp: 1 } })).toBe(
      'out_of_range',
    );
    expect(
      code(w, 'INTENT_PROPOSE_POLICY', { cityId: city, type: 'TAX_CHANGE', payload: { tax: 'income', bp: 3000 } }),
    ).toBe('policy_guard');
    executes(w, 'INTENT_PROPOSE_POLICY', { cityId: city, type: 'TAX_CHANGE', payload: { tax: 'income', bp: 1000 } });
    expect(code(w, 'INTENT_PROPOSE_POLICY', { cityId: city, type: 'BENEFIT', payload: { bp: 5000 } })).toBe('cooldown');
    const proposalId = worldId(w, 'proposal', w.side.proposals[0]?.id ?? 0);
    expect(code(w, 'INTENT_VOTE_PROPOSAL', { proposalId, choice: 'yes' })).toBe('already_voted');
    expect(code(w, 'INTENT_VOTE_PROPOSAL', { proposalId: NOBODY, choice: 'yes' })).toBe('target_not_found');
    run(w, 672 - (w.tick % 672) + 1);
    expect(w.side.proposals[0]?.state).toBe('ENACTED');
    expect(w.city.incomeTax[here]).toBe(0.1);
    expect(code(w, 'INTENT_VOTE_PROPOSAL', { proposalId, choice: 'yes' })).toBe('proposal_wrong_state');
  });

  it('asks, is answered, and parts again', () => {
    const { w, h } = setup();
    const friend = neighbour(w, h);
    const targetActorId = actorId(w, friend);
    w.actor.autonomy[friend] = 0;
    expect(code(w, 'INTENT_PROPOSE_RELATION', { targetActorId: NOBODY, type: 'ALLIANCE' })).toBe('target_not_found');
    executes(w, 'INTENT_PROPOSE_RELATION', { targetActorId, type: 'ALLIANCE' });
    const consentId = worldId(w, 'consent', w.side.consents.at(-1)?.id ?? 0);
    expect(act(w, 'INTENT_RESPOND_CONSENT', { consentId, accept: true }).reasonCode).toBe('not_owner');
    expect(act(w, 'INTENT_RESPOND_CONSENT', { consentId, accept: true }, { actorId: targetActorId }).status).toBe(
      'EXECUTED',
    );
    expect(w.side.consents.at(-1)?.state).toBe('ACTIVE');
    executes(w, 'INTENT_END_RELATION', { targetActorId });
    expect(code(w, 'INTENT_END_RELATION', { targetActorId })).toBe('target_not_found');
    executes(w, 'INTENT_PROPOSE_RELATION', { targetActorId, type: 'TRADE', terms: { maxAmount: '5' } });
    const later = worldId(w, 'consent', w.side.consents.at(-1)?.id ?? 0);
    executes(w, 'INTENT_RESPOND_CONSENT', { consentId: later, accept: false });
    expect(w.side.consents.at(-1)?.state).toBe('WITHDRAWN');
  });

  it('expires a question that nobody answers', () => {
    const { w, h } = setup();
    const friend = neighbour(w, h);
    w.actor.flags[friend] |= 2;
    executes(w, 'INTENT_PROPOSE_RELATION', { targetActorId: actorId(w, friend), type: 'MENTORSHIP' });
    run(w, 73);
    expect(w.side.consents.at(-1)?.state).toBe('EXPIRED');
  });
});
