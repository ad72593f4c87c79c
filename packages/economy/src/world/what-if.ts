/** "What if?" questions: changed parameters in copies of the world, compared with the same future without the change. */
import { enter } from './arrivals.ts';
import { actorRow, cityRow } from './ids.ts';
import { joinActor } from './inputs/people.ts';
import { actorAccount, issue, mayIssue } from './ledger.ts';
import { TICKS_PER_MONTH, type WorldParams } from './params.ts';
import { isVisiting } from './presence.ts';
import { mix } from './rng.ts';
import { clone } from './serialise.ts';
import type { World } from './state.ts';
import { figureOf } from './statistics.ts';
import { step } from './tick.ts';

export type ForkChange = { readonly path: string; readonly value: number };
/** Percentiles over the replicas of one month. */
type Band = { p10: number; median: number; p90: number };
type ForkSeries = Record<Metric, { control: Band[]; changed: Band[] }>;

type CityColumn = 'incomeTax' | 'profitTax' | 'benefit' | 'publicPosts';
type Parameter = {
  readonly label: string;
  readonly unit: 'share' | 'factor' | 'count' | 'monthly rate' | 'monthly wages';
  readonly min: number;
  readonly max: number;
  /** Can be changed for one city as `cities.<id>.<path>`. */
  readonly isPerCity: boolean;
  /** The value in the present world; the mean over the cities for a per-city parameter. Shocks and arrivals have none. */
  readonly read?: (w: World) => number;
  readonly apply: (w: World, value: number, cities: readonly number[]) => void;
};

const allCities = (w: World): number[] => Array.from({ length: w.rows.city }, (_, c) => c);

const perCity = (column: CityColumn, label: string, max: number): Parameter => ({
  label,
  unit: 'share',
  min: 0,
  max,
  isPerCity: true,
  read: (w) => allCities(w).reduce((sum, c) => sum + w.city[column][c], 0) / w.rows.city,
  apply(w, value, cities) {
    for (const c of cities) w.city[column][c] = value;
  },
});

type NationalName = Exclude<keyof WorldParams, 'switches'>;
const national = (
  name: NationalName,
  label: string,
  unit: Parameter['unit'],
  [min, max]: readonly [number, number],
): Parameter => ({
  label,
  unit,
  min,
  max,
  isPerCity: false,
  read: (w) => w.params[name],
  apply(w, value) {
    w.params = Object.freeze({ ...w.params, [name]: value });
  },
});

const shock = (
  label: string,
  unit: Parameter['unit'],
  [min, max]: readonly [number, number],
  apply: Parameter['apply'],
): Parameter => ({ label, unit, min, max, isPerCity: false, apply });

const leverage = national('leverage', 'Credit limit of a business, in monthly wage bills', 'factor', [0.5, 3]);

/** Every parameter that a question may change. */
const PARAMETERS: Readonly<Record<string, Parameter>> = {
  'tax.income': perCity('incomeTax', 'Income tax', 0.6),
  'tax.profit': perCity('profitTax', 'Profit tax', 0.6),
  'tax.wealth': national('levy', 'Monthly levy on deposits above the threshold', 'share', [0, 0.05]),
  'tax.wealthThreshold': national('levyThreshold', 'Deposits free of the levy', 'monthly wages', [4, 24]),
  benefit: perCity('benefit', 'Unemployment benefit, as a share of the public wage', 0.8),
  publicPosts: perCity('publicPosts', 'Public posts, as a share of residents', 0.3),
  equalisation: national('equalisation', 'Share of city surpluses that is redistributed', 'share', [0, 1]),
  'rent.cap': national('rentHigh', 'Highest rent index, as a share of the public wage', 'share', [0.12, 0.6]),
  'bank.policyRate': national('rateBase', 'Base rate of loans', 'monthly rate', [0, 0.02]),
  'bank.leverage': {
    ...leverage,
    apply(w, value, cities) {
      leverage.apply(w, value, cities);
      w.bank.leverage.fill(value);
    },
  },
  'bank.covenant': national('covenant', 'Strictness of the credit covenant', 'share', [0, 1]),
  'bank.capitalMultiple': national('capitalMultiple', 'Loans a bank may have per mark of capital', 'factor', [4, 12]),
  'bank.amortisation': national('amortisation', 'Share of a loan repaid each month', 'share', [0.05, 0.2]),
  'shock.harvest': shock('One-time shock to food output', 'share', [-0.5, 0.5], (w, value) => {
    w.nation.harvest += value;
  }),
  'shock.sentiment': shock('One-time shock to consumer sentiment', 'share', [-0.5, 0.5], (w, value, cities) => {
    for (const c of cities) w.city.sentiment[c] += value;
  }),
  'shock.deposits': shock('Marks issued to every actor, as a share of its deposit', 'share', [0, 1], issueShare),
  arrivals: shock('Newcomers who arrive at once', 'count', [0, 1_000], addNewcomers),
};

function issueShare(w: World, share: number): void {
  for (let h = 0; h < w.rows.actor; h++) {
    const amount = Math.floor(w.actor.deposit[h] * share);
    if (amount > 0 && mayIssue(w, amount)) issue(w, actorAccount(h), amount, 'GRANT');
  }
}

function addNewcomers(w: World, count: number): void {
  for (let n = 0; n < Math.floor(count); n++) {
    const actorId = `00000000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;
    joinActor(w, { kind: 'actor.join', actorId, name: `Newcomer ${n + 1}` });
    const h = actorRow(w, actorId);
    if (h !== undefined && isVisiting(w, h)) enter(w, h);
  }
}

const PER_CITY = /^cities\.([0-9a-f-]{36})\.(.+)$/;

/** The parameter and the cities of a path; undefined for an unknown path or city. */
function resolve(w: World, path: string): { readonly parameter: Parameter; readonly cities: number[] } | undefined {
  const [, city, rest] = PER_CITY.exec(path) ?? [];
  const name = rest ?? path;
  const parameter = Object.hasOwn(PARAMETERS, name) ? PARAMETERS[name] : undefined;
  if (parameter === undefined) return undefined;
  if (city === undefined) return { parameter, cities: allCities(w) };
  const row = parameter.isPerCity ? cityRow(w, city) : undefined;
  return row === undefined ? undefined : { parameter, cities: [row] };
}

/** Why a change is not possible; null if it is possible. */
export function refuseChange(w: World, { path, value }: ForkChange): string | null {
  const found = resolve(w, path);
  if (found === undefined) return 'unknown path: GET /api/v1/world/forks/parameters lists the known ones';
  const { min, max, unit } = found.parameter;
  if (!(value >= min && value <= max)) return `must be between ${min} and ${max}`;
  return unit === 'count' && !Number.isInteger(value) ? 'must be a whole number' : null;
}

type ForkParameter = Pick<Parameter, 'label' | 'unit' | 'min' | 'max' | 'isPerCity'> & {
  readonly path: string;
  readonly now: number | null;
};

export const forkParameters = (w: World): ForkParameter[] =>
  Object.entries(PARAMETERS).map(([path, { label, unit, min, max, isPerCity, read }]) => ({
    path,
    label,
    unit,
    min,
    max,
    isPerCity,
    now: read?.(w) ?? null,
  }));

const FORK_METRICS = [
  'unemploymentRate',
  'cpi',
  'gdpReal',
  'medianIncome',
  'rentToIncome',
  'homeless',
  'bankruptcies',
  'credit',
  'treasury',
  'giniIncome',
] as const;
type Metric = (typeof FORK_METRICS)[number];

/** National figures of the last closed month. */
function measure(w: World): ForkFigures {
  const cities = allCities(w);
  const of = (name: string, c: number): number => figureOf(w, c, name) ?? 0;
  const sum = (name: string): number => cities.reduce((total, c) => total + of(name, c), 0);
  const people = sum('population');
  const mean = (name: string): number =>
    people === 0 ? 0 : cities.reduce((total, c) => total + of(name, c) * of('population', c), 0) / people;
  return {
    unemploymentRate: people === 0 ? 0 : sum('unemployed') / sum('labourForce'),
    cpi: mean('cpi'),
    gdpReal: sum('gdpReal'),
    medianIncome: mean('medianIncome'),
    rentToIncome: mean('housing.rentToIncome'),
    homeless: sum('housing.homeless'),
    bankruptcies: sum('businesses.bankrupt'),
    credit: sum('creditOutstanding'),
    treasury: sum('treasury.balance'),
    giniIncome: mean('giniIncome'),
  };
}

type ForkFigures = Record<Metric, number>;
/** One replica: its months with and without the changes. */
export type ForkReplica = { readonly control: readonly ForkFigures[]; readonly changed: readonly ForkFigures[] };

/** Both futures of a replica share the random stream; replica 0 uses that of the world itself. The world stays unchanged. */
export function runReplica(
  w: World,
  changes: readonly ForkChange[],
  { months, replica }: { readonly months: number; readonly replica: number },
): ForkReplica {
  const luck = replica === 0 ? w.luck : mix(w.luck, replica);
  return { control: runFuture(w, [], months, luck), changed: runFuture(w, changes, months, luck) };
}

function runFuture(w: World, changes: readonly ForkChange[], months: number, luck: number): ForkFigures[] {
  const copy = clone(w);
  copy.luck = luck;
  for (const { path, value } of changes) {
    const target = resolve(copy, path);
    target?.parameter.apply(copy, value, target.cities);
  }
  const closed: ForkFigures[] = [];
  while (closed.length < months) {
    const { tick } = copy;
    step(copy, [], { isSilent: true });
    if (tick % TICKS_PER_MONTH === 0 && tick > w.tick) closed.push(measure(copy));
  }
  return closed;
}

const quantile = (sorted: readonly number[], share: number): number => {
  const place = share * (sorted.length - 1);
  const low = Math.floor(place);
  const [below = 0, above = below] = [sorted[low], sorted[low + 1]];
  return below + (above - below) * (place - low);
};

function bandsOf(futures: readonly (readonly ForkFigures[])[], metric: Metric): Band[] {
  return (futures[0] ?? []).map((_, month) => {
    const values = futures.map((future) => future[month]?.[metric] ?? 0).sort((a, b) => a - b);
    return { p10: quantile(values, 0.1), median: quantile(values, 0.5), p90: quantile(values, 0.9) };
  });
}

/** Median and p10–p90 of each figure, by month, with and without the changes. */
export function toForkSeries(replicas: readonly ForkReplica[]): ForkSeries {
  const series = FORK_METRICS.map((metric) => [
    metric,
    {
      control: bandsOf(
        replicas.map(({ control }) => control),
        metric,
      ),
      changed: bandsOf(
        replicas.map(({ changed }) => changed),
        metric,
      ),
    },
  ]);
  return Object.fromEntries(series) as ForkSeries;
}
