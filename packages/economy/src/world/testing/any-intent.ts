/** Intents of every type with boundary values, each derived from one number. */
import { BUSINESS_TYPES, INTENTS, type IntentType } from '@assay/protocol';
import { actorId, bankId, businessId, cityId, type IdKind, loanId, propertyId, worldId } from '../ids.ts';
import { DEFINITIONS } from '../intents/definitions.ts';
import { MARK, PUBLIC_ROLES, SECTORS, TIERS } from '../params.ts';
import { ASKED_MAX } from '../player-limits.ts';
import { Dice } from '../rng.ts';
import type { World } from '../state.ts';
import { NOBODY } from './players.ts';

/** Certificate ids that may be set. */
export const CERTIFICATES = ['a', 'b'].map((letter) => letter.repeat(24));
const TYPES = [...DEFINITIONS.keys()] as IntentType[];
const SECTORS_AND_CLOSED = [...SECTORS, 'BANK'] as const;
const RELATIONS = ['PARTNERSHIP', 'ALLIANCE', 'MENTORSHIP', 'SHARED_HOME', 'TRADE'] as const;
const POLICIES = [
  { type: 'BENEFIT', payload: { bp: 6000 } },
  { type: 'TAX_CHANGE', payload: { tax: 'income', bp: 3000 } },
  { type: 'TAX_CHANGE', payload: { tax: 'profit', bp: 500 } },
  { type: 'PUBLIC_POSTS', payload: { bp: 1500 } },
  { type: 'PUBLIC_WAGE', payload: { factorBp: 12_500, roles: ['CLERK', 'CLERK'] } },
  { type: 'HOUSING', payload: { budget: String(ASKED_MAX) } },
  { type: 'HOUSING', payload: { budget: '0' } },
] as const;

type Pick = <T>(from: readonly T[]) => T;
type Params = Record<string, unknown>;
/** Actor rows that deal with each other more often than with other actors. */
type Scene = { readonly w: World; readonly who: number; readonly others: readonly number[]; readonly pick: Pick };

const rowsWhere = (rows: number, test: (row: number) => boolean): number[] =>
  Array.from({ length: rows }, (_, row) => row).filter(test);

/** Picks from the first list if it is not empty, else from the second. */
const oneOf = (pick: Pick, first: readonly number[], second: readonly number[]): number =>
  pick(first.length > 0 ? first : second);

const businessOf = ({ w, who, others, pick }: Scene): number => {
  const open = rowsWhere(w.rows.business, (f) => w.business.status[f] === 1);
  const own = open.filter((f) => w.business.owner[f] === who);
  const known = open.filter((f) => others.includes(w.business.owner[f]));
  const near = open.filter((f) => w.business.city[f] === w.actor.city[who]);
  return oneOf(
    pick,
    pick([own, own, own, known, near]),
    rowsWhere(w.rows.business, () => true),
  );
};

const propertyOf = ({ w, who, pick }: Scene): number => {
  const all = rowsWhere(w.rows.dwelling, () => true);
  const own = all.filter((d) => w.dwelling.owner[d] === who);
  const listed = all.filter((d) => w.dwelling.salePrice[d] > 0);
  return oneOf(pick, pick([own, listed, w.lists.vacant[w.actor.city[who]] ?? []]), all);
};

const actorOf = ({ w, who, others, pick }: Scene): string => {
  const staff = w.lists.staff.filter((_, f) => w.business.owner[f] === who).flat();
  const row = oneOf(
    pick,
    pick([others, others, staff]),
    rowsWhere(w.rows.actor, () => true),
  );
  return pick([actorId(w, row), actorId(w, row), actorId(w, row), actorId(w, who), NOBODY]);
};

function amountOf({ w, who, pick }: Scene): string {
  const wage = w.city.publicWage[w.actor.city[who]];
  const price = w.business.price[pick(rowsWhere(w.rows.business, () => true))];
  const purse = w.actor.deposit[who];
  const amount = pick([
    pick([0, 1, 999, 1000, MARK]),
    wage * pick([0.2, 0.3, 1, 3, 4, 5, 10]),
    price * pick([0.1, 0.2, 0.9, 1, 4.9, 5, 400]),
    purse * pick([0.1, 0.5, 1]) + pick([0, 1]),
    ASKED_MAX + pick([-1, 0, 1]),
  ]);
  return pick([false, false, false, false, false, false, true]) ? '9'.repeat(39) : String(Math.floor(amount));
}

function sideIdOf({ w, pick }: Scene, kind: IdKind, rows: readonly { readonly id: number }[]): string {
  return worldId(w, kind, rows.length === 0 ? 1 : pick(rows).id);
}

const AMOUNT = /^(?:amount|capital|wage|price)$|(?:Price|Rent|Wage)$/;

/** The value of a param, by its name. */
function paramOf(scene: Scene, name: string): unknown {
  const { w, who, pick } = scene;
  if (AMOUNT.test(name)) return amountOf(scene);
  switch (name) {
    case 'businessId':
      return pick([businessId(w, businessOf(scene)), businessId(w, businessOf(scene)), bankId(w, 0), NOBODY]);
    case 'propertyId':
      return propertyId(w, propertyOf(scene));
    case 'cityId':
    case 'targetCityId':
      return cityId(w, pick([w.actor.city[who], ...rowsWhere(w.rows.city, () => true)]));
    case 'bankId':
      return bankId(w, pick([w.actor.city[who], 0]));
    case 'targetActorId':
    case 'toActorId':
    case 'actorId':
      return actorOf(scene);
    case 'itemId':
      return sideIdOf(scene, 'item', pick([w.side.items.filter(({ owner }) => owner === who), w.side.items]));
    case 'consentId':
      return sideIdOf(scene, 'consent', pick([w.side.consents.filter(({ to }) => to === who), w.side.consents]));
    case 'proposalId':
      return sideIdOf(scene, 'proposal', w.side.proposals);
    case 'loanId':
      return pick([loanId(w, businessOf(scene)), sideIdOf(scene, 'personalLoan', w.side.loans)]);
    default:
      return plainParamOf(pick, name);
  }
}

function plainParamOf(pick: Pick, name: string): unknown {
  const values: Readonly<Record<string, readonly unknown[]>> = {
    certificateId: CERTIFICATES,
    quantity: [1, 1, 2, 1000, 1_000_000],
    hours: [1, 8, 12],
    days: [1, 7],
    count: [1, 3, 100],
    months: [1, 12],
    shareBp: [0, 5000],
    spreadBp: [0, 100],
    maxLeverageBp: [5000, 16_000],
    role: PUBLIC_ROLES,
    skill: SECTORS,
    tier: TIERS,
    sector: SECTORS_AND_CLOSED,
    name: Array.from({ length: 40 }, (_, place) => `Shop ${place}`),
    memo: ['', 'm'.repeat(140)],
    choice: ['yes', 'no'],
    accept: [true, true, false],
    type: BUSINESS_TYPES.FOOD,
  };
  const known = values[name];
  if (known === undefined) throw new Error(`no value for the param ${name}`);
  return pick(known);
}

/** Every required param of the type, and each optional one with a probability of one half. */
function paramsOf(scene: Scene, type: IntentType): Params {
  const { pick } = scene;
  if (type === 'INTENT_PROPOSE_POLICY') return { cityId: paramOf(scene, 'cityId'), ...pick(POLICIES) };
  if (type === 'INTENT_PROPOSE_RELATION') {
    const terms = pick([{}, { terms: { maxAmount: amountOf(scene) } }]);
    return { targetActorId: actorOf(scene), type: pick(RELATIONS), ...terms };
  }
  const { params } = INTENTS[type];
  const shape = ('shape' in params ? params.shape : {}) as Record<
    string,
    { safeParse(value: undefined): { success: boolean } }
  >;
  const named = Object.entries(shape).filter(
    ([, schema]) => !schema.safeParse(undefined).success || pick([true, false]),
  );
  return Object.fromEntries(named.map(([name]) => [name, paramOf(scene, name)]));
}

const DRAWS = 8;

/** Whether the intent would succeed now. */
function isPossible({ w, who }: Scene, type: IntentType, params: Params): boolean {
  const { data } = INTENTS[type].params.safeParse(params);
  return data !== undefined && DEFINITIONS.get(type)?.check(w, who, data as never) === null;
}

/** An intent of one of the actors, mostly towards the others. In two of three cases a possible one, if a few draws find one. */
export function anyIntent(w: World, actors: readonly number[], others: readonly number[], roll: number) {
  const dice = new Dice(roll, 1, w.tick, 0);
  const pick: Pick = (from) => from[dice.below(from.length)] as (typeof from)[number];
  const scene = { w, who: pick(actors), others, pick };
  const type = pick(TYPES);
  const draws = pick([1, DRAWS, DRAWS]);
  let params = paramsOf(scene, type);
  for (let draw = 1; draw < draws && !isPossible(scene, type, params); draw++) params = paramsOf(scene, type);
  return { who: scene.who, type, params };
}
