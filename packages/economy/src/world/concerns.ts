/** City problems with their duration and possible remedies. A concern is raised after two bad months and cleared after two good ones. */

import { clamp } from './exact.ts';
import { CONCERN_COUNT } from './layout.ts';
import { presentCount } from './presence.ts';
import type { Figures } from './snapshot-fields.ts';
import type { World } from './state.ts';

type Reading = {
  readonly metric: string;
  readonly value: number;
  readonly threshold: number;
  readonly isOver: boolean;
};
type Rule = {
  readonly code: string;
  readonly read: (figures: Figures, w: World) => Reading;
  /** Replaces `read` when the switch `measuredConcerns` is on. */
  readonly readMeasured?: (figures: Figures, w: World) => Reading;
  readonly critical?: number;
  readonly method?: 'executeEmergencyExpansion' | 'createHousing' | 'adjustPublicSalaries';
};

const of = (figures: Figures, name: string): number => figures[name] ?? 0;
const over =
  (metric: string, threshold: number) =>
  (figures: Figures): Reading => ({
    metric,
    value: of(figures, metric),
    threshold,
    isOver: of(figures, metric) > threshold,
  });
const under =
  (metric: string, threshold: number) =>
  (figures: Figures): Reading => ({
    metric,
    value: of(figures, metric),
    threshold,
    isOver: of(figures, metric) < threshold,
  });
const shareOver =
  (metric: string, whole: string, threshold: number) =>
  (figures: Figures): Reading => {
    const value = of(figures, metric) / Math.max(1, of(figures, whole));
    return { metric, value, threshold, isOver: value > threshold };
  };

const shortage =
  (homelessMost: number) =>
  (figures: Figures): Reading => {
    const reading = under('housing.vacantRate', 0.03)(figures);
    const homeless = of(figures, 'housing.homeless') / Math.max(1, of(figures, 'population'));
    return { ...reading, isOver: reading.isOver && homeless > homelessMost };
  };
const creditStress = (figures: Figures): Reading => {
  const defaults = over('defaultRate', 0.05)(figures);
  return defaults.isOver ? defaults : under('bankCapitalRatio', 0.08)(figures);
};
const outmigration = (figures: Figures): Reading => {
  const value = of(figures, 'migration.net') / Math.max(1, of(figures, 'population'));
  return { metric: 'migration.net', value, threshold: -0.01, isOver: value < -0.01 };
};
const depopulation =
  (threshold: number) =>
  (figures: Figures, w: World): Reading => {
    const value = of(figures, 'population') / (presentCount(w) / w.rows.city);
    return { metric: 'population', value, threshold, isOver: value < threshold };
  };

/**
 * Thresholds within the range of this economy (`bench/README.md`, agent world). With those in `CONCERNS`, which fit
 * national economies, six concerns never occur.
 */
const MEASURED = {
  homeless: 0.003,
  rentToIncome: 0.25,
  inflation12m: 0.045,
  runwayMonths: 60,
  population: 0.75,
  giniWealth: 0.3,
} as const;

export const CONCERNS: readonly Rule[] = [
  { code: 'UNEMPLOYMENT', read: over('unemploymentRate', 0.1), critical: 0.18, method: 'executeEmergencyExpansion' },
  {
    code: 'HOUSING_SHORTAGE',
    read: shortage(0.01),
    readMeasured: shortage(MEASURED.homeless),
    method: 'createHousing',
  },
  { code: 'HOUSING_GLUT', read: over('housing.vacantRate', 0.15) },
  {
    code: 'RENT_BURDEN',
    read: over('housing.rentToIncome', 0.35),
    readMeasured: over('housing.rentToIncome', MEASURED.rentToIncome),
  },
  { code: 'INFLATION', read: over('inflation12m', 0.08), readMeasured: over('inflation12m', MEASURED.inflation12m) },
  { code: 'DEFLATION', read: under('inflation12m', -0.02) },
  {
    code: 'FISCAL_STRESS',
    read: under('treasury.runwayMonths', 3),
    readMeasured: under('treasury.runwayMonths', MEASURED.runwayMonths),
    method: 'adjustPublicSalaries',
  },
  { code: 'BANKRUPTCY_WAVE', read: shareOver('businesses.bankrupt', 'businesses.active', 0.03) },
  { code: 'CREDIT_STRESS', read: creditStress },
  { code: 'OUTMIGRATION', read: outmigration },
  { code: 'DEPOPULATION', read: depopulation(0.4), readMeasured: depopulation(MEASURED.population) },
  {
    code: 'INEQUALITY',
    read: over('giniWealth', 0.7),
    readMeasured: over('giniWealth', MEASURED.giniWealth),
    critical: 0.85,
  },
  { code: 'PAYROLL_ARREARS', read: shareOver('unpaidWorkers', 'employed', 0.02) },
  { code: 'LABOUR_SHORTAGE', read: shareOver('vacancies', 'unemployed', 2) },
];

/** The reading of a rule for a city of this world. */
export function readConcern(rule: Rule, figures: Figures, w: World): Reading {
  const read = w.params.switches.measuredConcerns === true ? (rule.readMeasured ?? rule.read) : rule.read;
  return read(figures, w);
}

/** Consecutive bad months before a concern is raised, and good months before it is cleared. */
const PATIENCE = 2;
const MILD = 40;
const SPAN = 60;

/** 40 at the threshold, 100 at the critical value. */
export function severityOf(reading: Reading, critical: number | undefined): number {
  const isLowerBound = reading.value < reading.threshold;
  const worst = critical ?? (isLowerBound && reading.threshold > 0 ? reading.threshold / 2 : reading.threshold * 2);
  const way = (reading.value - reading.threshold) / (worst - reading.threshold);
  return Math.round(MILD + SPAN * clamp(way, 0, 1));
}

type Change = {
  readonly code: string;
  readonly severity: number;
  readonly reading: Reading;
  readonly isRaised: boolean;
};

/**
 * Advances a concern by one month. The counter rises with bad months up to two (raised), then falls with good ones:
 * positive while quiet, negative while raised.
 */
export function followConcerns(w: World, c: number, figures: Figures): Change[] {
  const changes: Change[] = [];
  const { concernMonths, concernTick } = w.city;
  for (const [index, rule] of CONCERNS.entries()) {
    const place = c * CONCERN_COUNT + index;
    const reading = readConcern(rule, figures, w);
    const isRaised = concernTick[place] > 0;
    concernMonths[place] = reading.isOver === isRaised ? 0 : concernMonths[place] + 1;
    if (concernMonths[place] < PATIENCE) continue;
    concernMonths[place] = 0;
    concernTick[place] = isRaised ? 0 : Math.max(1, w.tick);
    changes.push({ code: rule.code, severity: severityOf(reading, rule.critical), reading, isRaised: !isRaised });
  }
  return changes;
}
