import { INTENTS } from '@assay/protocol';
import { describe, expect, it } from 'vitest';
import { adoptRules } from '../genesis.ts';
import { CITY_OWNED, moveOut, rentDue } from '../homes.ts';
import { actorId, businessId, cityId, propertyId } from '../ids.ts';
import { leaveJob } from '../labour.ts';
import { worthOf } from '../property.ts';
import { typeNumber } from '../seed/types.ts';
import { code, executes, NOBODY, setup, shopWith } from '../testing/players.ts';
import { act, intentOf, neighbour, PLAYER, run } from '../testing/worlds.ts';
import { step } from '../tick.ts';
import { view } from '../views/index.ts';
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

describe('the list of intents', () => {
  it('equals that of the protocol without the seven of the council', () => {
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

  it('is refused for a frozen actor, and beyond fifty open ones', () => {
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

  it('executes one main intent an hour, the most urgent first', () => {
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

  it("can be declined by the actor's own decision", () => {
    const { w, h } = setup();
    w.actor.autonomy[h] = 100;
    const input = intentOf('INTENT_SET_SAVINGS_GOAL', { shareBp: 100 }, { priority: 0 });
    const { results, intents } = step(w, [input]);
    expect(results[0]).toMatchObject({ isDone: true, data: { acceptanceProbability: 0 } });
    expect(intents[0]).toMatchObject({ status: 'REFUSED', reasonCode: 'suggestion_declined' });
  });

  it('never spends rent and food money, unless it is urgent', () => {
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

  it('uses another business of the sector when the named one has no vacancy', () => {
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

  it('supports quitting, public service and overtime', () => {
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

  it('refuses overtime at low energy', () => {
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
  it('allows studies where there is a school, up to the highest grade', () => {
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

  it('allows resting, meeting, saving and setting a claim', () => {
    const { w, h } = setup();
    executes(w, 'INTENT_REST', { hours: 12 });
    executes(w, 'INTENT_SOCIALISE', { targetActorId: actorId(w, neighbour(w, h)) });
    expect(code(w, 'INTENT_SOCIALISE', { targetActorId: NOBODY })).toBe('target_not_found');
    executes(w, 'INTENT_SET_SAVINGS_GOAL', { shareBp: 4000 });
    executes(w, 'INTENT_SET_RESERVATION_WAGE', { amount: '90000000' });
    expect(code(w, 'INTENT_SET_RESERVATION_WAGE', { amount: '1' })).toBe('out_of_range');
  });

  it('allows ten gifts a day at most, and only of owned money', () => {
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
  it('allow a move to another city once a week', () => {
    const { w, h, here } = setup();
    const there = (here + 1) % 3;
    expect(code(w, 'INTENT_MOVE_CITY', { targetCityId: cityId(w, here) })).toBe('same_city');
    expect(code(w, 'INTENT_MOVE_CITY', { targetCityId: NOBODY })).toBe('target_not_found');
    const vacant = w.lists.vacant[there];
    w.lists.vacant[there] = [];
    const move = { targetCityId: cityId(w, there) };
    expect(DEFINITIONS.get('INTENT_MOVE_CITY')?.check(w, h, move as never)).toBe('no_vacant_home');
    w.lists.vacant[there] = vacant as never;
    executes(w, 'INTENT_MOVE_CITY', { targetCityId: cityId(w, there) });
    expect(w.actor.city[h]).toBe(there);
    expect(code(w, 'INTENT_MOVE_CITY', { targetCityId: cityId(w, here) })).toBe('cooldown');
  });

  it('refuse a move without a free home', () => {
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

  it("can be rented and left, and are refused above the actor's means", () => {
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

  it('can be bought when listed, and listed by their owner', () => {
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

  it('of a city are sold at their value while they are vacant, once the world adopts the rule', () => {
    const { w, h, here } = setup();
    const d = w.lists.vacant[here]?.find((row) => w.dwelling.owner[row] === CITY_OWNED) as number;
    w.dwelling.tier[d] = 0;
    const params = { propertyId: propertyId(w, d), maxPrice: '2000000000' };
    const offer = () => view.properties(w, cityId(w, here))?.find(({ id }) => id === params.propertyId)?.salePrice;
    expect([offer(), code(w, 'INTENT_BUY_PROPERTY', params)]).toEqual([null, 'not_listed']);

    adoptRules(w);

    expect(Number(offer())).toBe(worthOf(w, d));
    const [purse, treasury, price] = [w.actor.deposit[h], w.city.deposit[here], worthOf(w, d)];
    executes(w, 'INTENT_BUY_PROPERTY', params);
    expect([w.dwelling.owner[d], offer()]).toEqual([h, null]);
    expect([purse - w.actor.deposit[h], w.city.deposit[here] - treasury]).toEqual([price, price]);
    executes(w, 'INTENT_RENT_HOME', { propertyId: params.propertyId });
    expect([w.actor.home[h], rentDue(w, h)]).toEqual([d, 0]);
    const occupied = w.dwelling.tenant.findIndex((tenant, row) => tenant >= 0 && w.dwelling.owner[row] === CITY_OWNED);
    expect(code(w, 'INTENT_BUY_PROPERTY', { ...params, propertyId: propertyId(w, occupied) })).toBe('not_listed');
  });

  it('can be built by builders for money', () => {
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
