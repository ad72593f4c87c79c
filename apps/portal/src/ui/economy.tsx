/** Monthly figures of an economy, and the colours of its state. */
import type { Wire } from '../wire.ts';
import { toCount, toDecimal, toShare, toWords } from './format.ts';
import type { Tone } from './parts.tsx';

export type Summary = Wire<'readEconomySummary'>;
type Snapshot = Summary['snapshot'];

const HEALTH: Readonly<Record<string, Tone>> = {
  BOOM: 'ok',
  STABLE: 'ok',
  SLOWDOWN: 'warn',
  RECESSION: 'bad',
  CRISIS: 'bad',
};
/** From this severity on, a city with an open concern does not count as stable. */
const SEVERE = 80;

type Health = { readonly tone: Tone; readonly word: string };

/** The state of a city by its output, unless a severe concern contradicts it. */
export function toHealth(health: string, concerns: Summary['topConcerns'] = []): Health {
  const tone = HEALTH[health] ?? 'plain';
  const isStrained = tone === 'ok' && concerns.some(({ severity }) => severity >= SEVERE);
  return isStrained ? { tone: 'warn', word: 'Under strain' } : { tone, word: toWords(health) };
}

export const toRate = (ratio: number): string => toShare(ratio);

const toWhole = (value: number): string => toCount(Math.round(value));

type Measure = {
  readonly title: string;
  readonly unit?: string;
  readonly read: (snapshot: Snapshot) => number;
  readonly write: (value: number) => string;
  /** The combined value of several cities in one month. */
  readonly readAll: (snapshots: readonly Snapshot[]) => number;
};

const total = (snapshots: readonly Snapshot[], read: (snapshot: Snapshot) => number): number =>
  snapshots.reduce((sum, one) => sum + read(one), 0);

/** A share of the whole country: the ratio of the sums, not the mean of the cities' ratios. */
const share =
  (part: (snapshot: Snapshot) => number, whole: (snapshot: Snapshot) => number) =>
  (snapshots: readonly Snapshot[]): number =>
    total(snapshots, part) / Math.max(1, total(snapshots, whole));

const outputOf = ({ gdpReal }: Snapshot): number => Number(gdpReal) / MICROS;
const MICROS = 1e6;

/** Figures that are comparable between cities of different size. */
export const MEASURES: readonly Measure[] = [
  {
    title: 'Unemployment',
    read: ({ unemploymentRate }) => unemploymentRate,
    write: toRate,
    readAll: share(
      ({ unemployed }) => unemployed,
      ({ labourForce }) => labourForce,
    ),
  },
  {
    title: 'Prices',
    unit: 'start of the world = 1',
    read: ({ cpi }) => cpi,
    write: (value) => toDecimal(value, 3),
    readAll: (snapshots) => total(snapshots, ({ cpi }) => cpi) / Math.max(1, snapshots.length),
  },
  {
    title: 'Output per person',
    unit: 'marks a month',
    read: (snapshot) => outputOf(snapshot) / Math.max(1, snapshot.population),
    write: (value) => toDecimal(value, 1),
    readAll: share(outputOf, ({ population }) => population),
  },
  {
    title: 'Empty homes',
    read: ({ housing }) => housing.vacantRate,
    write: toRate,
    readAll: share(
      ({ housing }) => housing.vacant,
      ({ housing }) => housing.stock,
    ),
  },
];

/** The balance of the city's treasury. */
export const TREASURY: Omit<Measure, 'readAll'> = {
  title: 'Treasury',
  unit: 'marks',
  read: ({ treasury }) => Number(treasury.balance) / MICROS,
  write: toWhole,
};

/** The money supply, which is common to the whole country. */
export const MONEY: Omit<Measure, 'readAll'> = {
  title: 'Money in all cities',
  unit: 'marks',
  read: ({ moneySupply }) => Number(moneySupply) / MICROS,
  write: toWhole,
};

const HOURS_PER_MONTH = 672;
const HOURS_PER_DAY = 24;
const MONTHS_PER_YEAR = 12;

/** The world month of a tick, in the date format: `Y3-07`. */
export function toWorldMonth(tick: number): string {
  const month = Math.floor(tick / HOURS_PER_MONTH);
  return `Y${Math.floor(month / MONTHS_PER_YEAR) + 1}-${String((month % MONTHS_PER_YEAR) + 1).padStart(2, '0')}`;
}

/** A tick as date and hour of the world, as the service writes it: `Y3-07-12 05:00`. */
export function toWorldTime(tick: number): string {
  const day = Math.floor((tick % HOURS_PER_MONTH) / HOURS_PER_DAY) + 1;
  const [days, hours] = [day, tick % HOURS_PER_DAY].map((part) => String(part).padStart(2, '0'));
  return `${toWorldMonth(tick)}-${days} ${hours}:00`;
}

export const toMonthLabels = (months: readonly Snapshot[]): string[] =>
  months.map(({ periodStart, provisional }) =>
    provisional ? `${toWorldMonth(periodStart)} so far` : toWorldMonth(periodStart),
  );
