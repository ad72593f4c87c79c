/** Ten rules of thumb for living in the world. Each answers one intent for the day, or none. `resident.ts` and `npm run bench world-strategies` use them. */

/** What an agent knows of its day. Marks are whole marks here. */
export type Look = {
  readonly day: number;
  readonly purse: number;
  readonly energy: number;
  readonly food: number;
  readonly works: boolean;
  readonly wage: number;
  readonly jobs: readonly { readonly businessId: string; readonly wage: number }[];
  readonly shops: readonly { readonly businessId: string; readonly price: number }[];
  readonly homes: readonly { readonly propertyId: string; readonly rent: number }[];
  readonly hasHome: boolean;
};
export type Intent = { readonly type: string; readonly params: Readonly<Record<string, unknown>> };
type Rule = (look: Look) => Intent | null;

const rest = (hours: number): Intent => ({ type: 'INTENT_REST', params: { hours } });
const isMonday = ({ day }: Look): boolean => day % 7 === 0;

function work(look: Look, isBetter = 1): Intent | null {
  const best = look.jobs.toSorted((one, other) => other.wage - one.wage)[0];
  if (best === undefined || (look.works && best.wage <= look.wage * isBetter)) return null;
  return { type: 'INTENT_APPLY_JOB', params: { businessId: best.businessId } };
}

function eat(look: Look, below: number): Intent | null {
  const cheapest = look.shops.toSorted((one, other) => one.price - other.price)[0];
  if (look.food >= below || cheapest === undefined || cheapest.price * 3 > look.purse) return null;
  return { type: 'INTENT_BUY_GOODS', params: { businessId: cheapest.businessId, quantity: 2 } };
}

function rent(look: Look): Intent | null {
  const home = look.homes.toSorted((one, other) => one.rent - other.rent)[0];
  return look.hasHome || home === undefined
    ? null
    : { type: 'INTENT_RENT_HOME', params: { propertyId: home.propertyId } };
}

const study = (hours: number): Intent => ({ type: 'INTENT_STUDY', params: { skill: 'GOODS', hours } });
const save = (shareBp: number): Intent => ({ type: 'INTENT_SET_SAVINGS_GOAL', params: { shareBp } });
const overtime: Intent = { type: 'INTENT_WORK_OVERTIME', params: { days: 7 } };
const meet: Intent = { type: 'INTENT_SOCIALISE', params: {} };
const serve: Intent = { type: 'INTENT_APPLY_PUBLIC_JOB', params: { role: 'TEACHER' } };

export const RULES: Readonly<Record<string, Rule>> = {
  worker: (look) => (look.works ? null : work(look)) ?? rent(look) ?? eat(look, 30),
  climber: (look) => work(look, 1.05) ?? rent(look),
  saver: (look) => (look.works ? null : work(look)) ?? (isMonday(look) ? save(5000) : null),
  'saver with overtime': (look) =>
    (look.works ? null : work(look)) ?? (look.energy > 60 ? overtime : null) ?? (isMonday(look) ? save(5000) : rest(8)),
  student: (look) => (look.works ? null : work(look)) ?? (look.purse > 80 ? study(8) : null),
  servant: (look) => (look.works ? null : look.day % 2 === 0 ? serve : work(look)),
  host: (look) => (look.works ? null : work(look)) ?? meet,
  gourmet: (look) => (look.works ? null : work(look)) ?? eat(look, 95),
  idler: () => rest(12),
  drifter: (look) => (look.day % 14 === 13 && look.works ? { type: 'INTENT_QUIT_JOB', params: {} } : work(look)),
};
