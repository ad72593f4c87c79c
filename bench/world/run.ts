/** Runs one world with its seed for a number of months, and reads only public figures. */
import { createWorld, KernelFault, type Switch, step, TICKS_PER_MONTH, view, type World } from '@assay/economy/world';

export type Month = {
  readonly unemployment: number;
  readonly vacancies: number;
  readonly wage: number;
  readonly output: number;
  readonly prices: number;
  readonly bankruptcies: number;
  readonly smallestCity: number;
  readonly byCity: readonly number[];
  /** Staff of each business, once a year. */
  readonly sizes: readonly number[] | null;
};

export type Run = {
  readonly seed: number;
  readonly months: readonly Month[];
  readonly giniDeposits: number;
  readonly issueGrowth: number;
  /** The broken identity that stopped it; null for a run without one. */
  readonly fault: string | null;
  readonly seconds: number;
};

type Setup = { readonly actors: number; readonly months: number; readonly switches: readonly Switch[] };

const MONTHS_PER_YEAR = 12;
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

export function runWorld(seed: number, { actors, months, switches }: Setup): Run {
  const started = performance.now();
  const world = createWorld({ actors, switches: Object.fromEntries(switches.map((name) => [name, true])) }, seed);
  const issued = view.world(world).issued;
  const seen: Month[] = [];
  let fault: string | null = null;
  try {
    for (let tick = 0; tick <= months * TICKS_PER_MONTH; tick++) {
      step(world, [], { isSilent: true });
      if (tick > 0 && tick % TICKS_PER_MONTH === 0) seen.push(readMonth(world, seen.length));
    }
  } catch (cause) {
    if (!(cause instanceof KernelFault)) throw cause;
    fault = cause.message;
  }
  return {
    seed,
    months: seen,
    giniDeposits: gini(view.actors(world).map(({ id }) => Number(view.wallet(world, id)?.available ?? 0n))),
    issueGrowth: Number(view.world(world).issued) / Number(issued) - 1,
    fault,
    seconds: (performance.now() - started) / 1000,
  };
}

export function readMonth(world: World, index: number): Month {
  const cities = view.cities(world).flatMap(({ id }) => view.economySummary(world, id)?.snapshot ?? []);
  const people = sum(cities.map(({ population }) => population));
  const staff = cities.map(({ employed, publicEmployees }) => employed - publicEmployees);
  const wages = cities.map(({ avgWagePrivate }, c) => Number(avgWagePrivate) * (staff[c] ?? 0));
  return {
    unemployment: sum(cities.map(({ unemployed }) => unemployed)) / people,
    vacancies: sum(cities.map(({ vacancies }) => vacancies)) / people,
    wage: sum(wages) / Math.max(1, sum(staff)),
    output: sum(cities.map(({ gdpReal }) => Number(gdpReal))),
    prices: sum(cities.map(({ cpi }) => cpi)) / cities.length,
    bankruptcies:
      sum(cities.map(({ businesses }) => businesses.bankrupt)) /
      Math.max(1, sum(cities.map(({ businesses }) => businesses.active))),
    smallestCity: Math.min(...cities.map(({ population }) => population)),
    byCity: cities.map(({ unemploymentRate }) => unemploymentRate),
    sizes: (index + 1) % MONTHS_PER_YEAR === 0 ? sizesOf(world) : null,
  };
}

const sizesOf = (world: World): number[] =>
  view
    .businesses(world)
    .flatMap(({ sector, status, workers }) =>
      sector !== 'BANK' && (status === 'ACTIVE' || status === 'INSOLVENT') ? [workers] : [],
    );

function gini(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const n = sorted.length;
  const weighted = sum(sorted.map((value, place) => (place + 1) * value));
  return (2 * weighted) / (n * sum(sorted)) - (n + 1) / n;
}
