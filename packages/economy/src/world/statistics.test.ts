import { City, EconomySummary, Snapshot } from '@assay/protocol';
import { describe, expect, it } from 'vitest';
import { CONCERNS, followConcerns, severityOf } from './concerns.ts';
import { createWorld } from './genesis.ts';
import { judgeHealth } from './health.ts';
import { cityId } from './ids.ts';
import type { Figures } from './snapshot-fields.ts';
import { residents, type World } from './state.ts';
import { HEALTH, measureCity, storedFigures, storeFigures } from './statistics.ts';
import { runMonths, smallWorld } from './testing/worlds.ts';
import { step } from './tick.ts';
import { view } from './views/index.ts';

const calm: Figures = { unemploymentRate: 0.06, gdpReal: 100, inflation12m: 0, population: 40, employed: 38, tick: 1 };

/** A world whose city 0 has these monthly figures, oldest first. */
function past(months: readonly Figures[]) {
  const w = smallWorld();
  for (const month of months) storeFigures(w, 0, { ...calm, ...month });
  return w;
}

const healthAfter = (months: readonly Figures[], now: Figures) => {
  const w = past(months);
  return HEALTH[judgeHealth(w, 0, { ...calm, ...now })];
};

describe('the health of a city', () => {
  const year = Array.from({ length: 12 }, () => calm);
  it('is a crisis above a fifth unemployed, or with a bank without reserves', () => {
    expect(healthAfter(year, { unemploymentRate: 0.21 })).toBe('CRISIS');
    const w = past(year);
    w.bank.deposit[0] = 0;
    w.bank.loans[0] = 1;
    expect(HEALTH[judgeHealth(w, 0, calm)]).toBe('CRISIS');
  });
  it('is a recession after two quarters of falling output and two points more unemployment', () => {
    const falling = [100, 100, 100, 95, 95, 95, 90, 90].map((gdpReal) => ({ gdpReal }));
    expect(healthAfter(falling, { gdpReal: 90, unemploymentRate: 0.085 })).toBe('RECESSION');
    expect(healthAfter(falling, { gdpReal: 90, unemploymentRate: 0.07 })).toBe('STABLE');
  });
  it('is a slowdown above the usual unemployment, and a boom below it', () => {
    expect(healthAfter(year, { unemploymentRate: 0.08 })).toBe('SLOWDOWN');
    expect(healthAfter(year, { unemploymentRate: 0.04, inflation12m: 0.04 })).toBe('BOOM');
    expect(healthAfter(year, { unemploymentRate: 0.04, inflation12m: 0.01 })).toBe('STABLE');
  });
});

/** Figures that trigger each concern. */
const TRIPPED: { readonly [code: string]: Figures } = {
  UNEMPLOYMENT: { unemploymentRate: 0.11 },
  HOUSING_SHORTAGE: { 'housing.vacantRate': 0.01, 'housing.homeless': 2 },
  HOUSING_GLUT: { 'housing.vacantRate': 0.2 },
  RENT_BURDEN: { 'housing.rentToIncome': 0.4 },
  INFLATION: { inflation12m: 0.1 },
  DEFLATION: { inflation12m: -0.03 },
  FISCAL_STRESS: { 'treasury.runwayMonths': 1 },
  BANKRUPTCY_WAVE: { 'businesses.bankrupt': 2, 'businesses.active': 10 },
  CREDIT_STRESS: { defaultRate: 0.06 },
  OUTMIGRATION: { 'migration.net': -2 },
  DEPOPULATION: { population: 10 },
  INEQUALITY: { giniWealth: 0.75 },
  PAYROLL_ARREARS: { unpaidWorkers: 5 },
  LABOUR_SHORTAGE: { vacancies: 9, unemployed: 2 },
};
const healthy: Figures = {
  unemploymentRate: 0.06,
  population: 40,
  employed: 38,
  'housing.vacantRate': 0.06,
  'housing.rentToIncome': 0.2,
  'treasury.runwayMonths': 50,
  'businesses.active': 10,
  bankCapitalRatio: 1,
  giniWealth: 0.3,
  unemployed: 2,
  vacancies: 1,
};

describe('concerns', () => {
  it.each(CONCERNS.map(({ code }) => code))('%s is raised after two months and cleared after two', (code) => {
    const w = smallWorld();
    w.tick = 672;
    const bad = { ...healthy, ...TRIPPED[code] };
    const told = (figures: Figures) =>
      followConcerns(w, 0, figures)
        .filter((change) => change.code === code)
        .map(({ isRaised }) => isRaised);

    expect(told(bad)).toEqual([]);
    expect(told(bad)).toEqual([true]);
    expect(told(bad)).toEqual([]);
    expect(told(healthy)).toEqual([]);
    expect(told(bad)).toEqual([]);
    expect(told(healthy)).toEqual([]);
    expect(told(healthy)).toEqual([false]);
  });

  it.each([
    ['HOUSING_SHORTAGE', { 'housing.vacantRate': 0.02, 'housing.homeless': 0.2 }],
    ['RENT_BURDEN', { 'housing.rentToIncome': 0.26 }],
    ['INFLATION', { inflation12m: 0.05 }],
    ['FISCAL_STRESS', { 'treasury.runwayMonths': 40 }],
    ['DEPOPULATION', { population: 25 }],
    ['INEQUALITY', { giniWealth: 0.32 }],
  ] satisfies [string, Figures][])('%s has a limit that this economy reaches with the switch on', (code, figures) => {
    const raised = (switches: { measuredConcerns?: boolean }) => {
      const w = createWorld({ actors: 120, cities: 3, switches }, 7);
      w.tick = 672;
      const months = [1, 2].map(() => followConcerns(w, 0, { ...healthy, giniWealth: 0.2, ...figures }));
      return months.flat().some((change) => change.code === code && change.isRaised);
    };

    expect([raised({}), raised({ measuredConcerns: true })]).toEqual([false, true]);
  });

  it('change no balance and no figure, whatever their limits are', () => {
    const [early, measured] = [false, true].map((measuredConcerns) => {
      const w = createWorld({ actors: 120, cities: 3, switches: { measuredConcerns } }, 7);
      runMonths(w, 4);
      return w;
    }) as [World, World];

    expect(measured.actor.deposit).toEqual(early.actor.deposit);
    expect(measured.business.deposit).toEqual(early.business.deposit);
    expect([0, 1, 2].map((c) => storedFigures(measured, c))).toEqual([0, 1, 2].map((c) => storedFigures(early, c)));
  });

  it('weigh 40 at the threshold and 100 at the critical value, in either direction', () => {
    const reading = (value: number, threshold: number) => ({ metric: 'x', value, threshold, isOver: true });
    expect(severityOf(reading(0.1, 0.1), 0.18)).toBe(40);
    expect(severityOf(reading(0.14, 0.1), 0.18)).toBe(70);
    expect(severityOf(reading(0.5, 0.1), 0.18)).toBe(100);
    expect(severityOf(reading(1.5, 3), undefined)).toBe(100);
    expect(severityOf(reading(-0.03, -0.02), undefined)).toBe(70);
  });
});

describe('the figures of a month', () => {
  it('equal counts from the state', () => {
    const w = smallWorld();
    runMonths(w, 1);
    step(w, [], { isSilent: true });
    const stored = storedFigures(w, 0);
    const people = residents(w)[0] ?? [];

    expect(stored?.population).toBe(people.length);
    expect(stored?.unemployed).toBe(w.city.unemployed[0]);
    expect(stored?.['treasury.balance']).toBe(w.city.deposit[0]);
    expect(measureCity(w, 0, people as never).population).toBe(people.length);
  });

  it('fit the wire schema, with and without a previous year', () => {
    const w = smallWorld();
    const id = cityId(w, 0);
    const check = (): void => {
      City.encode(view.city(w, id) as City);
      Snapshot.encode(view.economy(w, id) as Snapshot);
      EconomySummary.encode(view.economySummary(w, id) as EconomySummary);
    };
    check();
    expect(view.economySummary(w, id)?.deltas).toEqual({ previous: null, twelveMonths: null });
    runMonths(w, 14);
    check();
    const summary = view.economySummary(w, id);
    expect(summary?.snapshot.provisional).toBe(false);
    expect(summary?.deltas.previous?.['housing.avgRent']).toBeDefined();
    expect(summary?.deltas.twelveMonths?.unemploymentRate).toBeDefined();
    expect(view.economyHistory(w, id)).toHaveLength(13);
  });
});
