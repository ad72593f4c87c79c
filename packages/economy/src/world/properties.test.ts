import { INTENTS } from '@assay/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createWorld } from './genesis.ts';
import { actorId, bankId, businessId, cityId, type IdKind, loanId, propertyId, worldId } from './ids.ts';
import type { Input } from './inputs/types.ts';
import { DEFINITIONS } from './intents/definitions.ts';
import { checkInvariants } from './invariants.ts';
import { balanceOf, issue, move, retire } from './ledger.ts';
import { SECTORS } from './params.ts';
import { stateHash } from './serialise.ts';
import type { World } from './state.ts';
import { PLAYER, smallWorld } from './testing/worlds.ts';
import { step } from './tick.ts';

const RUNS = 12;

/** Ids for params: half of the time from what the actor owns or takes part in, otherwise any, including nonexistent ones. */
function names(w: World, who: number, roll: number) {
  const any = (rows: number): number => roll % (rows + 1);
  const one = (rows: readonly number[], other: number): number =>
    roll % 2 === 0 && rows.length > 0 ? (rows[roll % rows.length] as number) : other;
  const rowsWhere = (rows: number, test: (row: number) => boolean): number[] =>
    Array.from({ length: rows }, (_, row) => row).filter(test);
  const shops = rowsWhere(w.rows.business, (f) => w.business.owner[f] === who && w.business.status[f] === 1);
  const homes = rowsWhere(w.rows.dwelling, (d) => w.dwelling.owner[d] === who);
  const business = one(shops, any(w.rows.business - 1));
  const staff = w.lists.staff[business] ?? [];
  const side = (kind: IdKind, rows: readonly { id: number }[]): string =>
    worldId(w, kind, rows[roll % Math.max(1, rows.length)]?.id ?? 0);
  return {
    actor: actorId(w, one(staff, any(w.rows.actor))),
    city: cityId(w, roll % 2 === 0 ? w.actor.city[who] : any(w.rows.city)),
    business: businessId(w, business),
    property: propertyId(w, one(homes, any(w.rows.dwelling - 1))),
    bank: bankId(w, roll % 2 === 0 ? w.actor.city[who] : any(w.rows.bank)),
    item: side('item', w.side.items),
    proposal: side('proposal', w.side.proposals),
    consent: side('consent', w.side.consents),
    loan: roll % 2 === 0 ? loanId(w, business) : side('personalLoan', w.side.loans),
  };
}

/** Params that are often correct and always well formed. */
function paramsFor(w: World, who: number, type: string, roll: number): Record<string, unknown> {
  const { actor, city, business, property, bank, item, proposal, consent, loan } = names(w, who, roll);
  const amount = String((roll % 900) * 1_000_000);
  const price = String(Math.round(w.business.price[0] * (0.5 + (roll % 10) / 10)));
  const all: Record<string, unknown> = {
    targetCityId: city,
    cityId: city,
    businessId: business,
    bankId: bank,
    propertyId: property,
    targetActorId: actor,
    toActorId: actor,
    actorId: actor,
    amount,
    capital: amount,
    price: amount,
    maxPrice: '900000000000',
    salePrice: amount,
    unitPrice: price,
    wage: amount,
    quantity: 1 + (roll % 3),
    hours: 1 + (roll % 8),
    days: 1 + (roll % 7),
    count: 1 + (roll % 3),
    role: 'CLERK',
    skill: 'FOOD',
    tier: 'FLAT',
    shareBp: roll % 5000,
    months: 6,
    sector: SECTORS[roll % 3],
    name: `Shop ${roll}`,
    choice: roll % 3 === 0 ? 'no' : 'yes',
    accept: roll % 4 > 0,
    spreadBp: 5,
    maxLeverageBp: 9000,
    certificateId: 'a'.repeat(24),
    itemId: item,
    loanId: loan,
    proposalId: proposal,
    consentId: consent,
  };
  const params = Object.fromEntries((PARAM_NAMES[type] ?? []).map((name) => [name, all[name]]));
  if (type === 'INTENT_PROPOSE_RELATION')
    Object.assign(params, { type: RELATIONS[roll % RELATIONS.length], terms: { maxAmount: '90000000' } });
  if (type === 'INTENT_PROPOSE_POLICY') Object.assign(params, POLICIES[roll % POLICIES.length]);
  return params;
}

const RELATIONS = ['PARTNERSHIP', 'ALLIANCE', 'MENTORSHIP', 'SHARED_HOME', 'TRADE'] as const;
const POLICIES = [
  { type: 'BENEFIT', payload: { bp: 5000 } },
  { type: 'TAX_CHANGE', payload: { tax: 'income', bp: 1000 } },
  { type: 'PUBLIC_POSTS', payload: { bp: 1200 } },
  { type: 'PUBLIC_WAGE', payload: { factorBp: 11_000 } },
  { type: 'HOUSING', payload: { budget: '500000000' } },
] as const;

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

/** Half of the time the owner of a business acts, so that owner intents are covered too. */
function actorFor(w: World, roll: number): number {
  const owners = [...w.lists.owners];
  return roll % 2 === 0 ? roll % w.rows.actor : (owners[roll % owners.length] ?? 0);
}

function inputFor(w: World, roll: number, place: number): Input {
  const who = actorFor(w, roll);
  const { actor, city } = names(w, who, roll >>> 1);
  const amount = String((roll % 400) * 1_000_000);
  const admin: Input[] = [
    { kind: 'actor.join', actorId: PLAYER, name: 'Zed' },
    { kind: 'money.issue', to: { type: 'actor', id: actor }, amount, reason: 'topup', reference: 'p' },
    { kind: 'money.issue', to: { type: 'protocol' }, amount, reason: 'fee', reference: 'p' },
    { kind: 'hold', actorId: actor, amount, purpose: 'STAKE', reference: 'h' },
    { kind: 'release', actorId: actor, amount, purpose: 'STAKE', reference: 'h' },
    {
      kind: 'council.settle',
      reference: 's',
      shares: [{ to: { type: 'actor', id: actor }, amount, purpose: 'REWARD' }],
    },
    {
      kind: 'admin.housing',
      cityId: city,
      distribution: { FLAT: 1 + (roll % 4) },
      ownership: 'auction',
      financing: 'federal_issue',
      reason: 't',
    },
    { kind: 'admin.salaries', cityId: city, percentage: ((roll % 50) - 25) / 100, reason: 't' },
    {
      kind: 'certificate.set',
      certificateId: 'a'.repeat(24),
      name: 'Skill',
      isValid: roll % 3 > 0,
      securityLevel: 'CLEAR',
      isFree: true,
    },
    {
      kind: 'admin.expansion',
      cityId: city,
      amount: '900000000000',
      financing: 'federal_issue',
      housingUnits: 1,
      publicPosts: 2,
      transferPerHead: '1000000',
      maxMoneyGrowthPct: 20,
      isForced: true,
      reason: 't',
    },
  ];
  if (roll % 4 === 0) return admin[Math.floor(roll / 4) % admin.length] as Input;
  const type = TYPES[Math.floor(roll / 4) % TYPES.length] as string;
  const id = `44444444-4444-7444-8444-${String(w.tick * 100 + place).padStart(12, '0')}`;
  const params = paramsFor(w, who, type, roll >>> 1);
  return {
    kind: 'intent.submit',
    intent: { id, actorId: actorId(w, who), type, params, priority: 1, source: 'owner_suggestion' },
  };
}

describe('any sequence of inputs', () => {
  it('keeps every invariant after every hour', () => {
    const hours = fc.array(fc.array(fc.nat(1_000_000), { maxLength: 6 }), { minLength: 24, maxLength: 60 });
    fc.assert(
      fc.property(fc.nat(1000), fc.integer({ min: 20, max: 120 }), hours, (seed, actors, rolls) => {
        const w = createWorld(
          {
            actors,
            cities: 3,
            switches: {
              consumerCredit: true,
              propertyTrade: true,
              investment: true,
              residentProposals: true,
              wordOfMouth: true,
            },
          },
          seed,
        );
        w.actor.autonomy.fill(0);
        // Close to the end of a month, so that the test includes the closing.
        for (let tick = 0; tick < 650; tick++) step(w, [], { isSilent: true });
        for (const [hour, batch] of rolls.entries()) {
          step(
            w,
            batch.map((roll, place) => inputFor(w, roll + hour, place)),
            { isChecked: true },
          );
        }
      }),
      { numRuns: RUNS },
    );
  });

  it('is checked without side effects', () => {
    const w = smallWorld();
    for (let tick = 0; tick < 30; tick++) step(w, [], { isSilent: true });
    fc.assert(
      fc.property(fc.nat(1_000_000), (roll) => {
        const who = actorFor(w, roll);
        const type = TYPES[roll % TYPES.length] as keyof typeof INTENTS;
        const params = INTENTS[type].params.parse(paramsFor(w, who, type, roll >>> 1));
        const before = stateHash(w);

        DEFINITIONS.get(type)?.check(w, who, params as never);

        expect(stateHash(w)).toBe(before);
      }),
    );
  });

  it('changes no balance sum when inputs arrive in another order', () => {
    fc.assert(
      fc.property(fc.nat(1000), fc.array(fc.nat(1_000_000), { minLength: 2, maxLength: 12 }), (seed, rolls) => {
        const [one, other] = [smallWorld(seed), smallWorld(seed)];
        step(
          one,
          rolls.map((roll, place) => inputFor(one, roll, place)),
          { isChecked: true },
        );
        const turned = rolls.map((roll, place) => inputFor(other, roll, place)).reverse();
        step(other, turned, { isChecked: true });

        expect(checkInvariants(one)).toEqual([]);
        expect(checkInvariants(other)).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });

  it('never creates money by moving it', () => {
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

  it('issues and retires exactly the reported amounts, within the range of a double', () => {
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
