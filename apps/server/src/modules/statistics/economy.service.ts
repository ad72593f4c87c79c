import { view, type World } from '@assay/economy/world';
import { Hash32, PublicEconomy, type Snapshot } from '@assay/protocol';
import { z } from 'zod';
import type { AgentWorld } from '../world/index.ts';
import type { StatisticsStore } from './statistics.store.ts';

type Deps = {
  readonly world: Pick<AgentWorld, 'row' | 'now'>;
  readonly store: Pick<StatisticsStore, 'marksKept'>;
};

/** The values without a world: null where nothing is measured. */
const NO_WORLD = {
  tick: null,
  worldTime: null,
  moneySupply: null,
  issued: null,
  credit: null,
  population: null,
  cities: null,
  businesses: null,
  unemploymentRate: null,
  cpi: null,
  inflation12m: null,
  gdpMonth: null,
  validatorIncomeMonth: null,
  chainHash: null,
} as const;

/** Key figures of the world, and the marks that the service keeps outside it. */
export function createEconomy({ world, store }: Deps) {
  return async (): Promise<z.input<typeof PublicEconomy>> => {
    const kept = await store.marksKept();
    const figures = world.row() === undefined ? NO_WORLD : figuresOf(world.now());
    return z.encode(PublicEconomy, { ...figures, ...kept });
  };
}

function figuresOf(now: World) {
  const { tick, worldTime, moneySupply, issued, credit, population, cities, businesses, chainHash } = view.world(now);
  const ids = view.cityIds(now);
  const today = ids.flatMap((id) => view.economy(now, id) ?? []);
  const month = ids.flatMap((id) => view.economySummary(now, id)?.snapshot ?? []);
  const unemployed = sum(today, (city) => city.unemployed);
  const labourForce = sum(today, (city) => city.labourForce);
  return {
    tick,
    worldTime,
    moneySupply,
    issued,
    credit,
    population,
    cities,
    businesses,
    unemploymentRate: unemployed / Math.max(1, labourForce),
    cpi: bySpending(month, (city) => city.cpi),
    inflation12m: bySpending(month, (city) => city.inflation12m),
    gdpMonth: sumMarks(month, (city) => city.gdpNominal),
    validatorIncomeMonth: sumMarks(month, (city) => city.council.feesEarned),
    chainHash: Hash32.parse(`0x${chainHash}`),
  };
}

const sum = (cities: readonly Snapshot[], of: (city: Snapshot) => number): number =>
  cities.reduce((total, city) => total + of(city), 0);
const sumMarks = (cities: readonly Snapshot[], of: (city: Snapshot) => bigint): bigint =>
  cities.reduce((total, city) => total + of(city), 0n);

/** Weights cities by consumption, or equally while there is none. */
function bySpending(cities: readonly Snapshot[], of: (city: Snapshot) => number): number {
  const spent = sum(cities, ({ consumption }) => Number(consumption));
  const weightOf = ({ consumption }: Snapshot): number =>
    spent === 0 ? 1 / cities.length : Number(consumption) / spent;
  return sum(cities, (city) => of(city) * weightOf(city));
}
