/** Step v: the monthly figures of a city. Between two months they serve as a nowcast. Has no side effects. */
import type { Rows } from './columns.ts';
import { rentOf } from './homes.ts';
import { ACTOR_FLAGS, SNAPSHOT_MONTHS, SNAPSHOT_WIDTH, TAXES } from './layout.ts';
import { moneySupply } from './ledger.ts';
import { MONTHS_PER_YEAR, PUBLIC_ROLES, SECTOR_COUNT, SECTORS, TIERS } from './params.ts';
import { type Figures, fieldPlace, SNAPSHOT_FIELDS } from './snapshot-fields.ts';
import type { World } from './state.ts';
import { firstPrice } from './steps/business-openings.ts';

export const HEALTH = ['STABLE', 'BOOM', 'SLOWDOWN', 'RECESSION', 'CRISIS'] as const;
/** The runway of a treasury without spending, in months. */
const LONGEST_RUNWAY = 120;

/** A figure from `monthsAgo` months before the newest; undefined when there is no such month. */
export function figureOf(w: World, c: number, name: string, monthsAgo = 0): number | undefined {
  const count = w.city.snapshotCount[c];
  if (monthsAgo >= Math.min(count, SNAPSHOT_MONTHS)) return undefined;
  const slot = (count - 1 - monthsAgo) % SNAPSHOT_MONTHS;
  return w.city.snapshots[(c * SNAPSHOT_MONTHS + slot) * SNAPSHOT_WIDTH + fieldPlace(name)];
}

export function storedFigures(w: World, c: number, monthsAgo = 0): Figures | undefined {
  if (figureOf(w, c, 'tick', monthsAgo) === undefined) return undefined;
  return Object.fromEntries(SNAPSHOT_FIELDS.map(({ name }) => [name, figureOf(w, c, name, monthsAgo) as number]));
}

export function storeFigures(w: World, c: number, figures: Figures): void {
  const slot = w.city.snapshotCount[c] % SNAPSHOT_MONTHS;
  const start = (c * SNAPSHOT_MONTHS + slot) * SNAPSHOT_WIDTH;
  for (const [place, { name }] of SNAPSHOT_FIELDS.entries()) w.city.snapshots[start + place] = figures[name] ?? 0;
  w.city.snapshotCount[c] += 1;
}

/** All figures except health, which depends on the previous months. */
export function measureCity(w: World, c: number, people: Rows): Figures {
  const figures: Figures = { tick: w.tick, health: w.city.health[c], moneySupply: moneySupply(w) };
  Object.assign(figures, labourFigures(w, c, people));
  Object.assign(figures, priceFigures(w, c), tradeFigures(w, c));
  Object.assign(figures, businessFigures(w, c), creditFigures(w, c));
  Object.assign(figures, peopleFigures(w, c, people));
  Object.assign(figures, housingFigures(w, c, figures.medianIncome ?? 0));
  Object.assign(figures, treasuryFigures(w, c));
  return figures;
}

function labourFigures(w: World, c: number, people: Rows): Figures {
  const { publicPost, employer } = w.actor;
  let [unemployed, servants, paidPublic, wages, units, vacancies, heads] = [0, 0, 0, 0, 0, 0, 0];
  for (const h of people) {
    if (publicPost[h] > 0) {
      servants++;
      paidPublic += w.city.publicWage[c] * w.city.salaryFactor[c * PUBLIC_ROLES.length + publicPost[h] - 1];
    } else if (employer[h] < 0) unemployed++;
  }
  for (const f of w.lists.byCity[c] as Rows) {
    wages += w.business.wage[f] * w.business.units[f];
    units += w.business.units[f];
    heads += (w.lists.staff[f] as Rows).length;
    vacancies += w.business.vacancies[f];
  }
  return {
    population: people.length,
    labourForce: people.length,
    employed: people.length - unemployed,
    unemployed,
    unemploymentRate: people.length === 0 ? 0 : unemployed / people.length,
    vacancies,
    vacancyRate: vacancies + heads === 0 ? 0 : vacancies / (vacancies + heads),
    publicEmployees: servants,
    unpaidWorkers: w.city.unpaidWorkers[c],
    avgWagePrivate: units === 0 ? 0 : wages / units,
    avgWagePublic: servants === 0 ? w.city.publicWage[c] : paidPublic / servants,
  };
}

function priceFigures(w: World, c: number): Figures {
  const now = w.city.cpi[c];
  const before = figureOf(w, c, 'cpi');
  const yearAgo = figureOf(w, c, 'cpi', MONTHS_PER_YEAR - 1);
  return {
    cpi: now,
    inflationMonth: before === undefined ? 0 : now / before - 1,
    inflation12m: yearAgo === undefined ? 0 : now / yearAgo - 1,
  };
}

function tradeFigures(w: World, c: number): Figures {
  const { outputNominal, output, consumption, exports, imports, arrivals, departures } = w.city;
  return {
    gdpNominal: outputNominal[c],
    gdpReal: output[c] * firstPrice(w),
    consumption: consumption[c],
    exports: exports[c],
    imports: imports[c],
    'migration.in': arrivals[c],
    'migration.out': departures[c],
    'migration.net': arrivals[c] - departures[c],
  };
}

function businessFigures(w: World, c: number): Figures {
  const figures: Figures = {
    'businesses.active': (w.lists.byCity[c] as Rows).length,
    'businesses.founded': w.city.founded[c],
    'businesses.bankrupt': w.city.bankrupt[c],
  };
  for (const [s, sector] of SECTORS.entries()) {
    figures[`businesses.bySector.${sector}`] = (w.lists.byCitySector[c * SECTOR_COUNT + s] as Rows).length;
  }
  return figures;
}

function creditFigures(w: World, c: number): Figures {
  const { loans, rate, spread, deposit } = w.bank;
  const lost = w.city.writtenOff[c];
  return {
    creditOutstanding: loans[c],
    defaultRate: loans[c] + lost === 0 ? 0 : lost / (loans[c] + lost),
    avgLoanRate: rate[c] + spread[c],
    bankCapitalRatio: loans[c] === 0 ? 1 : Math.min(1, deposit[c] / loans[c]),
    'council.feesEarned': w.city.feesEarned[c],
    'council.slashed': w.city.slashed[c],
  };
}

/** 0 for equal shares, 1 when one actor has everything. Sorts the values in place. */
function gini(values: Float64Array): number {
  values.sort();
  let [total, weighted] = [0, 0];
  for (let place = 0; place < values.length; place++) {
    const value = values[place] as number;
    total += value;
    weighted += (place + 1) * value;
  }
  const n = values.length;
  return total === 0 ? 0 : (2 * weighted) / (n * total) - (n + 1) / n;
}

function peopleFigures(w: World, _c: number, people: Rows): Figures {
  const { income, deposit, mood, flags } = w.actor;
  const incomes = Float64Array.from(people, (h) => income[h]);
  const purses = Float64Array.from(people, (h) => deposit[h]);
  let [moods, validators] = [0, 0];
  for (const h of people) {
    moods += mood[h];
    if ((flags[h] & ACTOR_FLAGS.validator) !== 0) validators++;
  }
  const giniIncome = gini(incomes);
  return {
    giniIncome,
    giniWealth: gini(purses),
    medianIncome: incomes[Math.floor(incomes.length / 2)] ?? 0,
    mood: people.length === 0 ? 0 : Math.round(moods / people.length),
    'council.activeValidators': validators,
  };
}

function housingFigures(w: World, c: number, medianIncome: number): Figures {
  const figures: Figures = {};
  const { stock, vacant, rents } = countHomes(w, c);
  for (const [t, tier] of TIERS.entries()) {
    figures[`housing.byTier.${tier}.stock`] = stock[t];
    figures[`housing.byTier.${tier}.vacant`] = vacant[t];
    figures[`housing.byTier.${tier}.avgRent`] = stock[t] === 0 ? 0 : rents[t] / stock[t];
  }
  const all = stock.reduce((sum, one) => sum + one, 0);
  const free = vacant.reduce((sum, one) => sum + one, 0);
  const avgRent = all === 0 ? 0 : rents.reduce((sum, one) => sum + one, 0) / all;
  figures['housing.stock'] = all;
  figures['housing.vacant'] = free;
  figures['housing.occupied'] = all - free;
  figures['housing.vacantRate'] = all === 0 ? 0 : free / all;
  figures['housing.homeless'] = w.city.population[c] - (all - free);
  figures['housing.avgRent'] = avgRent;
  figures['housing.rentToIncome'] = medianIncome === 0 ? 0 : avgRent / medianIncome;
  figures['housing.underConstruction'] = w.side.projects.filter(({ city }) => city === c).length;
  return figures;
}

function countHomes(w: World, c: number): { stock: Rows; vacant: Rows; rents: Rows } {
  const [stock, vacant, rents] = [[0, 0, 0, 0] as Rows, [0, 0, 0, 0] as Rows, [0, 0, 0, 0] as Rows];
  const { city, standing, tier, tenant } = w.dwelling;
  for (let d = 0; d < w.rows.dwelling; d++) {
    if (city[d] !== c || standing[d] === 0) continue;
    stock[tier[d]] += 1;
    if (tenant[d] < 0) vacant[tier[d]] += 1;
    rents[tier[d]] += rentOf(w, d);
  }
  return { stock, vacant, rents };
}

function treasuryFigures(w: World, c: number): Figures {
  const figures: Figures = {};
  let revenue = 0;
  for (const [t, tax] of TAXES.entries()) {
    figures[`treasury.byTax.${tax}`] = w.city.taxes[c * TAXES.length + t];
    revenue += w.city.taxes[c * TAXES.length + t];
  }
  figures['treasury.balance'] = w.city.deposit[c];
  figures['treasury.revenue'] = revenue;
  figures['treasury.spending'] = w.city.spending[c];
  figures['treasury.runwayMonths'] = runwayMonths(w, c, revenue);
  return figures;
}

/** How long the treasury lasts if every month is like this one. A city without losses gets the maximum. */
function runwayMonths(w: World, c: number, revenue: number): number {
  const lost = w.city.spending[c] - revenue;
  return lost <= 0 ? LONGEST_RUNWAY : Math.min(LONGEST_RUNWAY, w.city.deposit[c] / lost);
}
