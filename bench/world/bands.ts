/** The validation bands of the world's specification. */
import type { Month, Run } from './run.ts';

type Band = {
  readonly name: string;
  readonly low: number;
  readonly high: number;
  readonly of: (run: Run, dropped: number) => number;
};

const mean = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0) / values.length;

function correlation(a: readonly number[], b: readonly number[]): number {
  const [meanA, meanB] = [mean(a), mean(b)];
  let [both, one, other] = [0, 0, 0];
  for (const [place, value] of a.entries()) {
    const [da, db] = [value - meanA, (b[place] ?? 0) - meanB];
    both += da * db;
    one += da * da;
    other += db * db;
  }
  return both / Math.sqrt(one * other);
}

const growth = (series: readonly number[]): number[] =>
  series.slice(1).map((value, place) => value / (series[place] ?? 1) - 1);
const changes = (series: readonly number[]): number[] =>
  series.slice(1).map((value, place) => value - (series[place] ?? 0));

const QUARTER = 3;
/** Means of whole quarters after the months that are dropped. */
function quarters(run: Run, dropped: number, read: (month: Month) => number): number[] {
  const kept = run.months.slice(dropped).map(read);
  const found: number[] = [];
  for (let month = 0; month + QUARTER <= kept.length; month += QUARTER)
    found.push(mean(kept.slice(month, month + QUARTER)));
  return found;
}

const unemployment = (run: Run, dropped: number): number[] => quarters(run, dropped, (month) => month.unemployment);

function skew(values: readonly number[]): number {
  const middle = mean(values);
  const deviation = Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
  return mean(values.map((value) => ((value - middle) / deviation) ** 3));
}

/** Printed for comparison of switches; every value is inside. */
const NO_BAND = { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY } as const;

const MONTHS_PER_YEAR = 12;
const COMPARED_MONTHS = 3 * MONTHS_PER_YEAR;

/** From the mean of the first three years to that of the last three. */
function yearly(run: Run, dropped: number, read: (month: Month) => number): number {
  const kept = run.months.slice(dropped).map(read);
  const change = mean(kept.slice(-COMPARED_MONTHS)) / mean(kept.slice(0, COMPARED_MONTHS));
  return change ** (MONTHS_PER_YEAR / (kept.length - COMPARED_MONTHS)) - 1;
}

function largestTenth(sizes: readonly number[]): number {
  const sorted = [...sizes].sort((a, b) => b - a);
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  return sum(sorted.slice(0, Math.round(sorted.length / 10))) / sum(sorted);
}

export const BANDS: readonly Band[] = [
  { name: 'unemployment, mean', low: 0.04, high: 0.09, of: (run, dropped) => mean(unemployment(run, dropped)) },
  {
    name: 'unemployment, worst month',
    low: 0,
    high: 0.2,
    of: (run, dropped) => Math.max(...run.months.slice(dropped).map((month) => month.unemployment)),
  },
  {
    name: 'Phillips: unemployment and wage growth',
    low: -0.5,
    high: -0.05,
    of: (run, dropped) =>
      correlation(unemployment(run, dropped).slice(1), growth(quarters(run, dropped, ({ wage }) => wage))),
  },
  {
    name: 'Okun: output growth and change of unemployment',
    low: -0.98,
    high: -0.7,
    of: (run, dropped) =>
      correlation(growth(quarters(run, dropped, ({ output }) => output)), changes(unemployment(run, dropped))),
  },
  {
    name: 'Beveridge: unemployment and vacancies',
    low: -0.65,
    high: -0.1,
    of: (run, dropped) =>
      correlation(
        unemployment(run, dropped),
        quarters(run, dropped, ({ vacancies }) => vacancies),
      ),
  },
  {
    name: 'skew of business size',
    low: 1,
    high: Number.POSITIVE_INFINITY,
    of: (run, dropped) => mean(run.months.slice(dropped).flatMap(({ sizes }) => (sizes === null ? [] : [skew(sizes)]))),
  },
  { name: 'Gini of deposits', low: 0.2, high: 0.8, of: (run) => run.giniDeposits },
  { name: 'money issued after the start', low: -0.01, high: 0.05, of: (run) => run.issueGrowth },
  {
    name: 'real output, growth a year',
    ...NO_BAND,
    of: (run, dropped) => yearly(run, dropped, ({ output }) => output),
  },
  { name: 'prices, growth a year', ...NO_BAND, of: (run, dropped) => yearly(run, dropped, ({ prices }) => prices) },
  {
    name: 'staff of the largest tenth of businesses',
    ...NO_BAND,
    of: (run, dropped) =>
      mean(run.months.slice(dropped).flatMap(({ sizes }) => (sizes === null ? [] : [largestTenth(sizes)]))),
  },
];

export const hasBand = ({ low, high }: Band): boolean => Number.isFinite(low) || Number.isFinite(high);
export const isInside = ({ low, high }: Band, value: number): boolean => value >= low && value <= high;
