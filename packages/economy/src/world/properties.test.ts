import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createWorld } from './genesis.ts';
import { actorId, businessId, cityId, propertyId } from './ids.ts';
import type { Input } from './inputs/types.ts';
import { DEFINITIONS } from './intents/definitions.ts';
import { checkInvariants } from './invariants.ts';
import { balanceOf, issue, move, retire } from './ledger.ts';
import type { World } from './state.ts';
import { PLAYER, smallWorld } from './testing/worlds.ts';
import { step } from './tick.ts';

const RUNS = 12;

/** Things to name: some exist, some do not. */
function names(w: World, roll: number) {
  const pick = (rows: number): number => roll % Math.max(1, rows + 1);
  return {
    actor: actorId(w, pick(w.rows.actor)),
    city: cityId(w, pick(w.rows.city)),
    business: businessId(w, Math.min(pick(w.rows.business), w.rows.business - 1)),
    property: propertyId(w, Math.min(pick(w.rows.dwelling), w.rows.dwelling - 1)),
  };
}

/** Params that are often right and always well formed. */
function paramsFor(w: World, type: string, roll: number): Record<string, unknown> {
  const { actor, city, business, property } = names(w, roll);
  const amount = String((roll % 900) * 1_000_000);
  const all: Record<string, unknown> = {
    ...{ targetCityId: city, cityId: city, businessId: business, bankId: business, propertyId: property },
    ...{ targetActorId: actor, toActorId: actor, actorId: actor, amount, capital: amount, price: amount, maxPrice: '900000000000' },
    ...{ salePrice: amount, unitPrice: amount, wage: amount, quantity: 1 + (roll % 3), hours: 1 + (roll % 8), days: 1 + (roll % 7) },
    ...{ count: 1 + (roll % 3), role: 'CLERK', skill: 'FOOD', sector: 'FOOD', tier: 'FLAT', shareBp: roll % 5000, months: 6 },
    ...{ name: `Shop ${roll}`, choice: 'yes', accept: true, spreadBp: 5, maxLeverageBp: 9000, certificateId: 'a'.repeat(24) },
    ...{ itemId: actor, loanId: actor, proposalId: actor, consentId: actor },
  };
  const kept: Record<string, readonly string[]> = PARAM_NAMES;
  const params = Object.fromEntries((kept[type] ?? []).map((name) => [name, all[name]]));
  if (type === 'INTENT_PROPOSE_RELATION') params.type = 'TRADE';
  if (type === 'INTENT_PROPOSE_POLICY') Object.assign(params, { type: 'BENEFIT', payload: { bp: 5000 } });
  return params;
}

const PARAM_NAMES: Record<string, readonly string[]> = {
  INTENT_MOVE_CITY: ['targetCityId'],
  INTENT_APPLY_JOB: ['businessId'],
  INTENT_APPLY_PUBLIC_JOB: ['role'],
  INTENT_SET_RESERVATION_WAGE: ['amount'],
  INTENT_WORK_OVERTIME: ['days'],
  INTENT_STUDY: ['skill', 'hours'],
  INTENT_REST: ['hours'],
  INTENT_RENT_HOME: ['propertyId'],
  INTENT_BUY_PROPERTY: ['propertyId', 'maxPrice'],
  INTENT_LIST_PROPERTY: ['propertyId', 'salePrice'],
  INTENT_UNLIST_PROPERTY: ['propertyId'],
  INTENT_ORDER_BUILDING: ['cityId', 'tier'],
  INTENT_BUY_GOODS: ['businessId', 'quantity'],
  INTENT_SET_SUPPLIER: ['sector', 'businessId'],
  INTENT_SELL_ITEM: ['itemId', 'quantity', 'unitPrice', 'toActorId'],
  INTENT_GIVE_ITEM: ['itemId', 'toActorId'],
  INTENT_TRANSFER: ['toActorId', 'amount'],
  INTENT_SET_SAVINGS_GOAL: ['shareBp'],
  INTENT_FOUND_BUSINESS: ['cityId', 'sector', 'name', 'capital'],
  INTENT_SET_PRICE: ['businessId', 'unitPrice'],
  INTENT_SET_WAGE: ['businessId', 'wage'],
  INTENT_POST_VACANCY: ['businessId', 'count'],
  INTENT_FIRE_WORKER: ['businessId', 'actorId'],
  INTENT_INJECT_CAPITAL: ['businessId', 'amount'],
  INTENT_WITHDRAW_PROFIT: ['businessId', 'amount'],
  INTENT_SELL_BUSINESS: ['businessId', 'price'],
  INTENT_BUY_BUSINESS: ['businessId', 'maxPrice'],
  INTENT_CLOSE_BUSINESS: ['businessId'],
  INTENT_EQUIP_SKILL: ['businessId', 'certificateId'],
  INTENT_UNEQUIP_SKILL: ['businessId', 'certificateId'],
  INTENT_REQUEST_LOAN: ['bankId', 'amount', 'months'],
  INTENT_REPAY_LOAN: ['loanId', 'amount'],
  INTENT_SET_LOAN_TERMS: ['bankId', 'spreadBp', 'maxLeverageBp'],
  INTENT_PROPOSE_POLICY: ['cityId'],
  INTENT_VOTE_PROPOSAL: ['proposalId', 'choice'],
  INTENT_PROPOSE_RELATION: ['targetActorId'],
  INTENT_END_RELATION: ['targetActorId'],
  INTENT_RESPOND_CONSENT: ['consentId', 'accept'],
};
const TYPES = [...DEFINITIONS.keys()];

function inputFor(w: World, roll: number, place: number): Input {
  const { actor, city } = names(w, roll);
  const amount = String((roll % 400) * 1_000_000);
  const admin: Input[] = [
    { kind: 'actor.join', actorId: PLAYER, name: 'Zed' },
    { kind: 'money.issue', to: { type: 'actor', id: actor }, amount, reason: 'topup', reference: 'p' },
    { kind: 'money.issue', to: { type: 'protocol' }, amount, reason: 'fee', reference: 'p' },
    { kind: 'hold', actorId: actor, amount, purpose: 'STAKE', reference: 'h' },
    { kind: 'release', actorId: actor, amount, purpose: 'STAKE', reference: 'h' },
    { kind: 'council.settle', reference: 's', shares: [{ to: { type: 'actor', id: actor }, amount, purpose: 'REWARD' }] },
    { kind: 'admin.housing', cityId: city, distribution: { FLAT: 1 + (roll % 4) }, ownership: 'auction', financing: 'federal_issue', reason: 't' },
    { kind: 'admin.salaries', cityId: city, percentage: ((roll % 50) - 25) / 100, reason: 't' },
    { kind: 'certificate.set', certificateId: 'a'.repeat(24), name: 'Skill', isValid: roll % 3 > 0, securityLevel: 'CLEAR', isFree: true },
    {
      ...{ kind: 'admin.expansion', cityId: city, amount: '900000000000', financing: 'federal_issue', housingUnits: 1, publicPosts: 2 },
      ...{ transferPerHead: '1000000', maxMoneyGrowthPct: 20, isForced: true, reason: 't' },
    },
  ];
  if (roll % 4 === 0) return admin[Math.floor(roll / 4) % admin.length] as Input;
  const type = TYPES[Math.floor(roll / 4) % TYPES.length] as string;
  const id = `44444444-4444-7444-8444-${String(w.tick * 100 + place).padStart(12, '0')}`;
  // Half of the time the owner of a business acts, so that the levers of owners are pulled too.
  const owners = [...w.lists.owners];
  const who = roll % 2 === 0 ? actor : actorId(w, owners[roll % owners.length] ?? 0);
  return { kind: 'intent.submit', intent: { id, actorId: who, type, params: paramsFor(w, type, roll), priority: 1, source: 'owner_suggestion' } };
}

describe('whatever comes', () => {
  it('keeps every invariant after every hour', () => {
    const hours = fc.array(fc.array(fc.nat(1_000_000), { maxLength: 6 }), { minLength: 24, maxLength: 60 });
    fc.assert(
      fc.property(fc.nat(1000), fc.integer({ min: 20, max: 120 }), hours, (seed, actors, rolls) => {
        const w = createWorld({ actors, cities: 3, switches: { consumerCredit: true, attendance: true, thrift: true } }, seed);
        // Near the end of a month, so that it is closed on the way.
        for (let tick = 0; tick < 650; tick++) step(w, [], { isSilent: true });
        for (const [hour, batch] of rolls.entries()) {
          step(w, batch.map((roll, place) => inputFor(w, roll + hour, place)), { isChecked: true });
        }
      }),
      { numRuns: RUNS },
    );
  });

  it('changes no balance sum when inputs come in another order', () => {
    fc.assert(
      fc.property(fc.nat(1000), fc.array(fc.nat(1_000_000), { minLength: 2, maxLength: 12 }), (seed, rolls) => {
        const [one, other] = [smallWorld(seed), smallWorld(seed)];
        step(one, rolls.map((roll, place) => inputFor(one, roll, place)), { isChecked: true });
        const turned = rolls.map((roll, place) => inputFor(other, roll, place)).reverse();
        step(other, turned, { isChecked: true });

        expect(checkInvariants(one)).toEqual([]);
        expect(checkInvariants(other)).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });

  it('never makes money by moving it', () => {
    const w = smallWorld();
    fc.assert(
      fc.property(fc.nat(119), fc.nat(119), fc.double({ min: 0, max: 1, noNaN: true }), (from, to, share) => {
        const before = balanceOf(w, from) + (from === to ? 0 : balanceOf(w, to));
        const amount = balanceOf(w, from) * share;

        expect(move(w, from, to, amount, 'TRANSFER')).toBe(Math.floor(amount));
        expect(balanceOf(w, from) + (from === to ? 0 : balanceOf(w, to))).toBe(before);
      }),
    );
  });

  it('issues and retires exactly what it says, and no more than a double holds', () => {
    const w = smallWorld();
    const before = w.nation.issued;
    issue(w, 0, 5_000_000, 'TOPUP');
    retire(w, 0, 2_000_000, 'OTHER');

    expect(w.nation.issued).toBe(before + 3_000_000);
    expect(checkInvariants(w)).toEqual([]);
    expect(() => issue(w, 0, 2 ** 52, 'TOPUP')).toThrow('I2');
    expect(() => move(w, 0, 1, 2 ** 50, 'TRANSFER')).toThrow('I4');
    expect(() => move(w, 0, 1, -5, 'TRANSFER')).toThrow('I4');
    expect(() => move(w, 0, 1, Number.NaN, 'TRANSFER')).toThrow('I4');
  });
});
