/** Step v: statistics, health and concerns of the ended month; then the monthly counters are reset. */
import { federalFree } from '../arrivals.ts';
import type { Rows } from '../columns.ts';
import { followConcerns } from '../concerns.ts';
import { emit } from '../events.ts';
import { judgeHealth } from '../health.ts';
import { cityId } from '../ids.ts';
import { FEDERAL, moneySupply, retire } from '../ledger.ts';
import { CONSUMER_SECTORS, MONTHS_PER_YEAR, SECTOR_COUNT } from '../params.ts';
import { residents, type World } from '../state.ts';
import { HEALTH, measureCity, storeFigures } from '../statistics.ts';

const WEEKS_PER_MONTH = 4;

export function closeStatistics(w: World): void {
  const people = residents(w);
  for (let c = 0; c < w.rows.city; c++) {
    chainPrices(w, c);
    const figures = measureCity(w, c, people[c] as Rows);
    // The monthly figure is the mean of the weekly counts; the nowcast counts current vacancies.
    figures.vacancies = w.city.vacancySum[c] / WEEKS_PER_MONTH;
    w.city.health[c] = judgeHealth(w, c, figures);
    figures.health = w.city.health[c];
    storeFigures(w, c, figures);
    const subject = { type: 'city', id: cityId(w, c) };
    const { unemploymentRate, cpi } = figures;
    emit(w, 'city.snapshot', { city: c, subject, data: { health: HEALTH[w.city.health[c]], unemploymentRate, cpi } });
    for (const { code, severity, reading, isRaised } of followConcerns(w, c, figures)) {
      const { metric, value, threshold } = reading;
      const data = { code, severity, evidence: { metric, value, threshold } };
      emit(w, isRaised ? 'city.concern_raised' : 'city.concern_cleared', { city: c, subject, data });
    }
  }
  w.nation.wealthSteps = wealthSteps(w);
  sterilise(w);
  resetCounters(w);
}

/** The purse at each percentile, from the poorest up. */
export function wealthSteps(w: World): number[] {
  const { deposit } = w.actor;
  const purses = (
    w.lists.visitors === 0 ? deposit.slice(0, w.rows.actor) : Float64Array.from(w.lists.present, (h) => deposit[h])
  ).sort();
  return Array.from({ length: 100 }, (_, step) => purses[Math.floor((step * purses.length) / 100)] as number);
}

/** The index follows prices by sector, weighted by last month's spending. */
function chainPrices(w: World, c: number): void {
  const { priceLevel, weights, cpi, planned } = w.city;
  let [change, weight] = [0, 0];
  for (let s = 0; s < CONSUMER_SECTORS; s++) {
    const place = c * CONSUMER_SECTORS + s;
    const now = sectorPrice(w, c, s) || priceLevel[place];
    if (priceLevel[place] > 0 && weights[place] > 0) {
      change += (weights[place] * now) / priceLevel[place];
      weight += weights[place];
    }
    priceLevel[place] = now;
    weights[place] = planned[c * SECTOR_COUNT + s];
  }
  if (weight > 0) cpi[c] *= change / weight;
}

function sectorPrice(w: World, c: number, s: number): number {
  let [sum, weight] = [0, 0];
  for (const f of w.lists.byCitySector[c * SECTOR_COUNT + s] as Rows) {
    sum += w.business.price[f] * w.business.expectedDemand[f];
    weight += w.business.expectedDemand[f];
  }
  return weight === 0 ? 0 : sum / weight;
}

const MOST_GROWTH = 1.04;

/** Retires money that grew too fast within a year, as far as the federal treasury can pay. */
function sterilise(w: World): void {
  const { nation } = w;
  const now = moneySupply(w);
  const yearAgo = nation.moneyYear[0] ?? now;
  nation.moneyYear.push(now);
  if (nation.moneyYear.length > MONTHS_PER_YEAR) nation.moneyYear.shift();
  const excess = Math.min(Math.floor(now - yearAgo * MOST_GROWTH), federalFree(w));
  if (!w.params.switches.sterilisation || excess <= 0) return;
  retire(w, FEDERAL, excess, 'OTHER');
  const data = { amount: excess, reason: 'sterilisation', reference: 'federal' };
  emit(w, 'money.retired', { subject: { type: 'world', id: 'federal' }, data });
}

const COUNTERS = [
  'taxes',
  'spending',
  'consumption',
  'output',
  'outputNominal',
  'exports',
  'imports',
  'vacancySum',
] as const;
const TALLIES = [
  'founded',
  'bankrupt',
  'arrivals',
  'departures',
  'unpaidWorkers',
  'writtenOff',
  'feesEarned',
  'slashed',
] as const;

function resetCounters(w: World): void {
  for (const name of COUNTERS) w.city[name].fill(0);
  for (const name of TALLIES) w.city[name].fill(0);
  w.flow.amount.fill(0);
  w.actor.moneyIn.fill(0);
  w.actor.moneyOut.fill(0);
}
