/**
 * The preconditions of each intent and whether the current state meets them. `check` of an intent decides; this table
 * explains it in advance.
 */
import { offerPrice } from '../business-offers.ts';
import { ownMarks } from '../granted.ts';
import { isUnemployed } from '../labour.ts';
import { ACTOR_FLAGS, BUSINESS_STATUS, NEEDS } from '../layout.ts';
import { ENERGY } from '../needs.ts';
import { canBorrow } from '../personal-loans.ts';
import { askedPrice } from '../property.ts';
import type { World } from '../state.ts';
import { buildingQuote } from '../steps/building.ts';
import { moveFee } from '../steps/migration.ts';
import { findWish } from '../wishes.ts';
import { STUDY_FEE_PER_HOUR, TIRED } from './limits.ts';

/** Without `met` the rule depends only on the params. `met` is false only when no params could succeed. */
type Rule = readonly [code: string, detail: string, met?: (w: World, actor: number) => boolean];
type Needs = {
  /** The lowest cost with any params now, in minor units. Omitted when the params name the amount. */
  readonly cost?: (w: World, actor: number | undefined) => number;
  readonly rules: readonly Rule[];
};

const free = () => 0;
const cities = (w: World): number[] => Array.from({ length: w.rows.city }, (_, city) => city);
const others = (w: World, actor: number | undefined): number[] =>
  cities(w).filter((city) => actor === undefined || city !== w.actor.city[actor]);
const least = (values: readonly number[]): number => (values.length === 0 ? 0 : Math.min(...values));
const ownsBusiness = (w: World, actor: number): boolean => {
  for (let f = 0; f < w.rows.business; f++)
    if (w.business.status[f] === BUSINESS_STATUS.active && w.business.owner[f] === actor) return true;
  return false;
};
const ownsProperty = (w: World, actor: number): boolean => {
  for (let d = 0; d < w.rows.dwelling; d++) if (w.dwelling.owner[d] === actor) return true;
  return false;
};
const hasItem = (w: World, actor: number): boolean => w.side.items.some(({ owner }) => owner === actor);
const isForSale = (w: World, actor: number): boolean => {
  for (let d = 0; d < w.rows.dwelling; d++)
    if (w.dwelling.standing[d] === 1 && w.dwelling.owner[d] !== actor && askedPrice(w, d) > 0) return true;
  return false;
};
const isBusinessForSale = (w: World, actor: number): boolean => {
  for (let f = 0; f < w.rows.business; f++)
    if (w.business.status[f] === BUSINESS_STATUS.active && w.business.owner[f] !== actor && offerPrice(w, f, actor))
      return true;
  return false;
};
const hasVacancy = (w: World, actor: number): boolean =>
  (w.lists.byCity[w.actor.city[actor]] ?? []).some((f) => w.business.vacancies[f] > 0);
const quotes = (w: World): number[] =>
  cities(w)
    .map((city) => buildingQuote(w, city, 1))
    .filter((quote) => quote > 0);

const target = (what: string): Rule => ['target_not_found', `${what} must exist`];
const range = (what: string): Rule => ['out_of_range', `${what} must be within the limits of the world`];
const funds = (detail: string, met?: Rule[2]): Rule =>
  met === undefined ? ['insufficient_funds', detail] : ['insufficient_funds', detail, met];
const sameCity = (what: string): Rule => ['wrong_city', `${what} must be in the city of the actor`];
const noAmount = funds('The purse must cover the amount', (w, h) => ownMarks(w, h) > 0);
const businessOwner: readonly Rule[] = [
  target('The business'),
  ['not_owner', 'The actor must own the business', ownsBusiness],
];
const propertyOwner: readonly Rule[] = [
  target('The property'),
  ['not_owner', 'The actor must own the property', ownsProperty],
];
const resident: Rule = ['not_resident', 'The other actor must not be a visitor'];
const maxPrice: Rule = ['price_above_max', 'The price must not exceed the maximum in the params'];
const employed: Rule = ['not_employed', 'The actor must have a job', (w, h) => !isUnemployed(w, h)];

const TABLE: Readonly<Record<string, Needs>> = {
  INTENT_MOVE_CITY: {
    cost: (w, h) => least(others(w, h).map((city) => moveFee(w, city))),
    rules: [
      target('The city'),
      ['same_city', 'The city must be another one'],
      ['cooldown', 'No move within the last 7 days', (w, h) => findWish(w, h, 'moveHouse') === undefined],
      [
        'no_vacant_home',
        'The city must have a vacant home',
        (w, h) => others(w, h).some((city) => (w.lists.vacant[city]?.length ?? 0) > 0),
      ],
      funds('The purse must cover the fee and two rents of the city', (w, h) =>
        others(w, h).some((city) => w.actor.deposit[h] >= moveFee(w, city) + 2 * w.city.rentIndex[city]),
      ),
      ['rent_above_income_share', 'A vacant home there must be affordable on the income of the actor'],
    ],
  },
  INTENT_APPLY_JOB: {
    cost: free,
    rules: [
      target('The business'),
      ['no_vacancy', 'The business must have a vacancy', hasVacancy],
      sameCity('The business'),
      ['wage_below_min', 'The wage must reach `minWage`'],
      [
        'already_employed',
        'The actor must hold no public post and no job that pays as much',
        (w, h) => w.actor.publicPost[h] === 0,
      ],
    ],
  },
  INTENT_QUIT_JOB: { cost: free, rules: [employed] },
  INTENT_APPLY_PUBLIC_JOB: {
    cost: free,
    rules: [
      ['already_employed', 'The actor must hold no public post', (w, h) => w.actor.publicPost[h] === 0],
      ['no_vacancy', 'The city must have an open public post'],
    ],
  },
  INTENT_SET_RESERVATION_WAGE: { cost: free, rules: [range('The wage')] },
  INTENT_WORK_OVERTIME: {
    cost: free,
    rules: [
      ['not_employed', 'The actor must work for a business', (w, h) => w.actor.employer[h] >= 0],
      [
        'too_tired',
        `The energy of the actor must exceed ${TIRED}`,
        (w, h) => w.actor.needs[h * NEEDS.length + ENERGY] > TIRED,
      ],
    ],
  },
  INTENT_STUDY: {
    cost: (w, h) =>
      least(
        (h === undefined ? cities(w) : [w.actor.city[h]]).map((c) =>
          Math.floor(STUDY_FEE_PER_HOUR * w.city.publicWage[c]),
        ),
      ),
    rules: [
      ['max_grade', 'The actor must not have the highest grade'],
      ['no_school', 'The city must have a school'],
      funds(
        'The purse must cover the fee per hour',
        (w, h) => w.actor.deposit[h] >= Math.floor(STUDY_FEE_PER_HOUR * w.city.publicWage[w.actor.city[h]]),
      ),
    ],
  },
  INTENT_REST: { cost: free, rules: [] },
  INTENT_SOCIALISE: { cost: free, rules: [target('The other actor'), resident, sameCity('The other actor')] },
  INTENT_RENT_HOME: {
    cost: free,
    rules: [
      target('The property'),
      sameCity('The property'),
      ['not_vacant', 'The property must be vacant'],
      maxPrice,
      ['rent_above_income_share', 'The rent must be affordable on the income of the actor'],
    ],
  },
  INTENT_LEAVE_HOME: {
    cost: free,
    rules: [['no_home', 'The actor must have a home', (w, h) => w.actor.home[h] >= 0]],
  },
  INTENT_BUY_PROPERTY: {
    rules: [target('The property'), ['not_listed', 'The property must be for sale', isForSale], maxPrice, noAmount],
  },
  INTENT_LIST_PROPERTY: { cost: free, rules: [...propertyOwner, range('The price')] },
  INTENT_UNLIST_PROPERTY: { cost: free, rules: propertyOwner },
  INTENT_ORDER_BUILDING: {
    cost: (w) => least(quotes(w)),
    rules: [
      target('The city'),
      ['no_builder', 'A construction business of the city must be able to build', (w) => quotes(w).length > 0],
      maxPrice,
      funds('The purse must cover 1.2 times the quote', (w, h) => ownMarks(w, h) >= least(quotes(w))),
    ],
  },
  INTENT_BUY_GOODS: {
    rules: [
      target('The business'),
      ['wrong_sector', 'The business must not be a construction business'],
      ['wrong_city', 'A service must be in the city of the actor'],
      ['out_of_stock', 'The business must have the quantity in stock'],
      maxPrice,
      ['inventory_full', 'The actor must have room for another item'],
      funds('The purse must cover the amount', (w, h) => w.actor.deposit[h] > 0),
    ],
  },
  INTENT_SET_SUPPLIER: {
    cost: free,
    rules: [
      target('The business'),
      ['wrong_sector', 'The business must be of the sector'],
      ['wrong_city', 'A service must be in the city of the actor'],
    ],
  },
  INTENT_SELL_ITEM: {
    cost: free,
    rules: [
      target('The buyer'),
      ['not_owner', 'The actor must have the quantity of the item', hasItem],
      ['consent_required', 'An active TRADE consent with the buyer must cover the price'],
      ['inventory_full', 'The buyer must have room for another item'],
      funds('The purse of the buyer must cover the price'),
    ],
  },
  INTENT_GIVE_ITEM: {
    cost: free,
    rules: [
      target('The other actor'),
      ['not_owner', 'The actor must have the quantity of the item', hasItem],
      ['consent_required', 'A TRADE consent with the other actor must be active'],
      ['inventory_full', 'The other actor must have room for another item'],
    ],
  },
  INTENT_TRANSFER: {
    rules: [target('The other actor'), range('The amount'), ['daily_limit', 'At most 10 transfers per day'], noAmount],
  },
  INTENT_SET_SAVINGS_GOAL: { cost: free, rules: [] },
  INTENT_FOUND_BUSINESS: {
    cost: (w) => least(cities(w).map((city) => Math.ceil(w.params.foundingCapital * w.city.publicWage[city]))),
    rules: [
      target('The city'),
      ['sector_closed', 'The sector must be open to founders'],
      ['wrong_sector', 'The type must belong to the sector'],
      ['cooldown', 'No business founded within the last 28 days', (w, h) => findWish(w, h, 'founding') === undefined],
      ['out_of_range', 'The capital must reach the minimum of the city'],
      funds('The purse must cover the capital', (w, h) =>
        cities(w).some((city) => ownMarks(w, h) >= w.params.foundingCapital * w.city.publicWage[city]),
      ),
      ['business_limit', 'The actor must own fewer than 3 businesses, and the world must have room for one more'],
      ['name_taken', 'The name must be free'],
    ],
  },
  INTENT_SET_PRICE: { cost: free, rules: [...businessOwner, range('The price')] },
  INTENT_SET_WAGE: { cost: free, rules: [...businessOwner, range('The wage')] },
  INTENT_POST_VACANCY: { cost: free, rules: [...businessOwner, range('The count')] },
  INTENT_FIRE_WORKER: {
    cost: free,
    rules: [...businessOwner, ['not_employed', 'The actor in the params must work for the business']],
  },
  INTENT_INJECT_CAPITAL: { rules: [...businessOwner, range('The amount'), noAmount] },
  INTENT_WITHDRAW_PROFIT: {
    cost: free,
    rules: [
      ...businessOwner,
      range('The amount'),
      ['reserve_required', 'Wages of the next month and debt must stay covered'],
    ],
  },
  INTENT_SELL_BUSINESS: { cost: free, rules: businessOwner },
  INTENT_BUY_BUSINESS: {
    rules: [
      target('The business'),
      ['not_listed', 'The business must be for sale to the actor', isBusinessForSale],
      maxPrice,
      ['business_limit', 'The actor must own fewer than 3 businesses'],
      funds('The purse must cover the price'),
    ],
  },
  INTENT_CLOSE_BUSINESS: {
    cost: free,
    rules: [...businessOwner, ['insolvent', 'The cash of the business must cover its debt']],
  },
  INTENT_EQUIP_SKILL: {
    cost: free,
    rules: [
      ...businessOwner,
      ['certificate_not_valid', 'The certificate must be valid'],
      ['no_licence', 'The actor must hold a licence, unless the skill is free'],
      ['slots_full', 'The business must have a free slot and not hold the skill yet'],
    ],
  },
  INTENT_UNEQUIP_SKILL: { cost: free, rules: businessOwner },
  INTENT_REQUEST_LOAN: {
    cost: free,
    rules: [
      target('The bank'),
      range('The amount'),
      ['bank_capital', 'The bank must have capital for the amount'],
      ['not_owner', 'The actor must own the business'],
      sameCity('The bank'),
      [
        'not_employed',
        'Without a business, the actor must have a job',
        (w, h) => ownsBusiness(w, h) || !isUnemployed(w, h),
      ],
      [
        'credit_refused',
        'The amount must be within the credit line of the business. A loan without a business is at most 3 monthly incomes, its instalments at most 30 % of the income, and the actor must have no debt and no default within 24 months',
        (w, h) => ownsBusiness(w, h) || canBorrow(w, h),
      ],
    ],
  },
  INTENT_REPAY_LOAN: {
    rules: [target('The loan'), range('The amount'), funds('The purse must cover the instalment')],
  },
  INTENT_SET_LOAN_TERMS: {
    cost: free,
    rules: [target('The bank'), ['not_owner', 'The actor must own the bank', (w, h) => w.bank.owner.includes(h)]],
  },
  INTENT_PROPOSE_POLICY: {
    cost: free,
    rules: [
      target('The city'),
      sameCity('The proposal'),
      range('The payload'),
      [
        'cooldown',
        'The actor must have no open proposal',
        (w, h) => !w.side.proposals.some(({ proposer, state }) => proposer === h && state === 'OPEN'),
      ],
      ['policy_guard', 'The guards of the city must allow the change'],
    ],
  },
  INTENT_VOTE_PROPOSAL: {
    cost: free,
    rules: [
      ['target_not_found', 'The proposal must exist', (w) => w.side.proposals.length > 0],
      ['proposal_wrong_state', 'The proposal must be open'],
      sameCity('The proposal'),
      ['already_voted', 'The actor must not have voted on it'],
    ],
  },
  INTENT_PROPOSE_RELATION: {
    cost: free,
    rules: [
      target('The other actor'),
      resident,
      sameCity('For PARTNERSHIP and SHARED_HOME, the other actor'),
      [
        'relation_limit',
        'Both actors must be free for this type of relation, and at most 20 requests of the actor may be open',
      ],
      ['out_of_range', 'TRADE needs `terms.maxAmount` as an amount'],
      ['cooldown', 'No relation of this type may be open or active with the other actor'],
    ],
  },
  INTENT_END_RELATION: { cost: free, rules: [target('A relation with the other actor')] },
  INTENT_RESPOND_CONSENT: {
    cost: free,
    rules: [target('A pending consent'), ['not_owner', 'The consent must be addressed to the actor']],
  },
};

type Precondition = { readonly code: string; readonly met: boolean | null; readonly detail: string };
type IntentNeeds = { readonly cost: number | null; readonly preconditions: readonly Precondition[] };

const FROZEN: Rule = [
  'actor_frozen',
  'The actor must not be frozen',
  (w, h) => (w.actor.flags[h] & ACTOR_FLAGS.frozen) === 0,
];

/**
 * Cost and preconditions of an intent now and, for an actor, which of them it meets. Undefined for intents that the
 * world does not execute.
 */
export function needsOf(w: World, type: string, actor: number | undefined): IntentNeeds | undefined {
  const needs = TABLE[type];
  if (needs === undefined) return undefined;
  return {
    cost: needs.cost?.(w, actor) ?? null,
    preconditions: [FROZEN, ...needs.rules].map(([code, detail, met]) => ({
      code,
      met: actor === undefined || met === undefined ? null : met(w, actor),
      detail,
    })),
  };
}
