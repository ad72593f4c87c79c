/** Cities: settings, monthly figures, changes, concerns. */
import type {
  ActorId,
  City,
  CityHealth,
  CityId,
  CitySummary,
  Concern,
  EconomySummary,
  Proposal,
  ProposalId,
  Snapshot,
} from '@assay/protocol';
import type { Rows } from '../columns.ts';
import { CONCERNS, readConcern, severityOf } from '../concerns.ts';
import { actorId, cityId, cityRow, worldId } from '../ids.ts';
import { CONCERN_COUNT, POLICY_CODES, SNAPSHOT_MONTHS } from '../layout.ts';
import { nameOfCity } from '../names.ts';
import { MONTHS_PER_YEAR, PUBLIC_ROLES, SECTORS, TICKS_PER_MONTH, TIERS } from '../params.ts';
import { cityPosition } from '../seed/cities.ts';
import { type Figures, SNAPSHOT_FIELDS } from '../snapshot-fields.ts';
import { residents, type World } from '../state.ts';
import { HEALTH, measureCity, storedFigures } from '../statistics.ts';
import { publicPay } from '../steps/incomes.ts';
import { filledPosts, openPosts } from './business.ts';
import { marks } from './money.ts';

const OPEN_PROPOSALS_MAX = 20;
const CONCERNS_MAX = 5;

const of = (figures: Figures, name: string): number => figures[name] ?? 0;

/** Figures of this hour: the counters of the current month and the current state. */
const nowcast = (w: World, c: number, people = residents(w)[c] as Rows): Figures => measureCity(w, c, people);

const closedNow = (w: World, c: number): Figures | undefined => {
  const stored = storedFigures(w, c);
  return stored?.tick === w.tick ? stored : undefined;
};

/** The current figures of every city view: the month's own figures in the hour that closes it, else the nowcast. */
const newest = (w: World, c: number, people?: Rows): Figures => closedNow(w, c) ?? nowcast(w, c, people);

const healthOf = (w: World, c: number): CityHealth => HEALTH[w.city.health[c]] ?? 'STABLE';

function citySummary(w: World, c: number, figures: Figures): CitySummary {
  return {
    id: cityId(w, c) as CityId,
    name: nameOfCity(w, c),
    position: cityPosition(c, w.rows.city),
    population: of(figures, 'population'),
    health: healthOf(w, c),
    unemploymentRate: of(figures, 'unemploymentRate'),
    avgRent: marks(of(figures, 'housing.avgRent')),
    treasuryBalance: marks(of(figures, 'treasury.balance')),
  };
}

export function viewCities(w: World): CitySummary[] {
  const people = residents(w);
  return Array.from({ length: w.rows.city }, (_, c) => citySummary(w, c, newest(w, c, people[c])));
}

/** Ids only, for callers that need no figures. */
export const viewCityIds = (w: World): CityId[] =>
  Array.from({ length: w.rows.city }, (_, c) => cityId(w, c) as CityId);

/** The money of the residents, businesses, bank and treasury of a city. */
function moneyOf(w: World, c: number, people: Rows): number {
  let held = w.city.deposit[c] + w.bank.deposit[c];
  for (const h of people) held += w.actor.deposit[h];
  for (const f of w.lists.byCity[c] as Rows) held += w.business.deposit[f];
  return held;
}

function policiesOf(w: World, c: number): City['policies'] {
  const since = (place: number): number => w.city.policyTick[c * POLICY_CODES.length + place];
  const bp = (value: number): number => Math.round(value * 10_000);
  const { incomeTax, profitTax, benefit, publicPosts, salaryFactor, buildingBudget } = w.city;
  return [
    { code: 'INCOME_TAX', value: bp(incomeTax[c]), sinceTick: since(0) },
    { code: 'PROFIT_TAX', value: bp(profitTax[c]), sinceTick: since(1) },
    { code: 'BENEFIT', value: bp(benefit[c]), sinceTick: since(2) },
    { code: 'PUBLIC_POSTS', value: bp(publicPosts[c]), sinceTick: since(3) },
    { code: 'SALARY_FACTOR', value: bp(salaryFactor[c * PUBLIC_ROLES.length]), sinceTick: since(4) },
    { code: 'BUILDING_BUDGET', value: marks(buildingBudget[c]), sinceTick: since(5) },
  ];
}

function businessStats(figures: Figures, workers: number): City['businessStats'] {
  return {
    active: of(figures, 'businesses.active'),
    bySector: bySector(figures),
    foundedThisMonth: of(figures, 'businesses.founded'),
    bankruptThisMonth: of(figures, 'businesses.bankrupt'),
    workers,
    vacancies: of(figures, 'vacancies'),
    avgWage: marks(of(figures, 'avgWagePrivate')),
  };
}

const bySector = (figures: Figures) =>
  Object.fromEntries(SECTORS.map((sector) => [sector, of(figures, `businesses.bySector.${sector}`)]));

export function viewCity(w: World, id: string): City | undefined {
  const c = cityRow(w, id);
  if (c === undefined) return undefined;
  const people = residents(w)[c] as Rows;
  const figures = newest(w, c, people);
  const { incomeTax, profitTax, snapshotCount, rentIndex } = w.city;
  const filled = filledPosts(w, c);
  return Object.assign(citySummary(w, c, figures), {
    taxRates: {
      incomeBp: Math.round(incomeTax[c] * 10_000),
      profitBp: Math.round(profitTax[c] * 10_000),
      wealthBp: Math.round(w.params.levy * 10_000),
    },
    publicWages: PUBLIC_ROLES.map((role, place) => ({ role, wage: marks(publicPay(w, c, place)) })),
    publicPosts: { filled, open: openPosts(w, c) },
    housing: {
      stock: of(figures, 'housing.stock'),
      occupied: of(figures, 'housing.occupied'),
      vacant: of(figures, 'housing.vacant'),
      underConstruction: of(figures, 'housing.underConstruction'),
    },
    rentIndex: marks(rentIndex[c]),
    money: marks(moneyOf(w, c, people)),
    businessStats: businessStats(figures, of(figures, 'employed') - filled),
    policies: policiesOf(w, c),
    openProposals: proposalsOf(w, c)
      .filter(({ state }) => state === 'OPEN')
      .slice(0, OPEN_PROPOSALS_MAX),
    latestSnapshotTick: snapshotCount[c] === 0 ? 0 : (storedFigures(w, c)?.tick ?? 0),
    asOfTick: w.tick,
  });
}

function proposalsOf(w: World, c: number): Proposal[] {
  const known = w.side.proposals.filter(({ city }) => city === c);
  return known.reverse().map((proposal) => ({
    id: worldId(w, 'proposal', proposal.id) as ProposalId,
    cityId: cityId(w, c) as CityId,
    type: proposal.type,
    payload: proposal.payload as Proposal['payload'],
    proposerId: actorId(w, proposal.proposer) as ActorId,
    state: proposal.state,
    votes: { yes: proposal.yes.length, no: proposal.no.length, quorum: proposal.quorum },
    openedTick: proposal.openedTick,
    closesTick: proposal.closesTick,
  }));
}

export function viewProposals(w: World, id: string): Proposal[] | undefined {
  const c = cityRow(w, id);
  return c === undefined ? undefined : proposalsOf(w, c);
}

function toSnapshot(w: World, c: number, figures: Figures, isProvisional: boolean): Snapshot {
  const count = (name: string): number => of(figures, name);
  const money = (name: string): bigint => marks(of(figures, name));
  const end = of(figures, 'tick');
  const start = Math.floor((end - (isProvisional ? 0 : 1)) / TICKS_PER_MONTH) * TICKS_PER_MONTH;
  return {
    cityId: cityId(w, c) as CityId,
    tick: end,
    periodStart: Math.max(0, start),
    periodEnd: end,
    provisional: isProvisional,
    population: count('population'),
    labourForce: count('labourForce'),
    employed: count('employed'),
    unemployed: count('unemployed'),
    unemploymentRate: count('unemploymentRate'),
    vacancies: Math.round(count('vacancies')),
    vacancyRate: count('vacancyRate'),
    publicEmployees: count('publicEmployees'),
    unpaidWorkers: count('unpaidWorkers'),
    avgWagePrivate: money('avgWagePrivate'),
    avgWagePublic: money('avgWagePublic'),
    medianIncome: money('medianIncome'),
    cpi: count('cpi'),
    inflationMonth: count('inflationMonth'),
    inflation12m: count('inflation12m'),
    gdpNominal: money('gdpNominal'),
    gdpReal: money('gdpReal'),
    consumption: money('consumption'),
    exports: money('exports'),
    imports: money('imports'),
    businesses: {
      active: count('businesses.active'),
      bySector: bySector(figures),
      founded: count('businesses.founded'),
      bankrupt: count('businesses.bankrupt'),
    },
    creditOutstanding: money('creditOutstanding'),
    defaultRate: count('defaultRate'),
    avgLoanRate: count('avgLoanRate'),
    bankCapitalRatio: count('bankCapitalRatio'),
    housing: housingOf(figures),
    treasury: treasuryOf(figures),
    moneySupply: money('moneySupply'),
    giniIncome: count('giniIncome'),
    giniWealth: count('giniWealth'),
    migration: { in: count('migration.in'), out: count('migration.out'), net: count('migration.net') },
    mood: count('mood'),
    health: HEALTH[count('health')] ?? 'STABLE',
    council: {
      activeValidators: count('council.activeValidators'),
      feesEarned: money('council.feesEarned'),
      slashed: money('council.slashed'),
    },
  };
}

function housingOf(figures: Figures): Snapshot['housing'] {
  const tiers = TIERS.map((tier) => {
    const [stock, vacant] = [of(figures, `housing.byTier.${tier}.stock`), of(figures, `housing.byTier.${tier}.vacant`)];
    return [tier, { stock, vacant, avgRent: marks(of(figures, `housing.byTier.${tier}.avgRent`)) }] as const;
  });
  return {
    stock: of(figures, 'housing.stock'),
    occupied: of(figures, 'housing.occupied'),
    vacant: of(figures, 'housing.vacant'),
    vacantRate: of(figures, 'housing.vacantRate'),
    homeless: of(figures, 'housing.homeless'),
    avgRent: marks(of(figures, 'housing.avgRent')),
    rentToIncome: of(figures, 'housing.rentToIncome'),
    underConstruction: of(figures, 'housing.underConstruction'),
    byTier: Object.fromEntries(tiers),
  };
}

function treasuryOf(figures: Figures): Snapshot['treasury'] {
  const prefix = 'treasury.byTax.';
  const taxes = SNAPSHOT_FIELDS.filter(({ name }) => name.startsWith(prefix));
  return {
    balance: marks(of(figures, 'treasury.balance')),
    revenue: marks(of(figures, 'treasury.revenue')),
    spending: marks(of(figures, 'treasury.spending')),
    runwayMonths: of(figures, 'treasury.runwayMonths'),
    byTax: Object.fromEntries(taxes.map(({ name }) => [name.slice(prefix.length), marks(of(figures, name))])),
  };
}

export function viewEconomy(w: World, id: string): Snapshot | undefined {
  const c = cityRow(w, id);
  if (c === undefined) return undefined;
  const closed = closedNow(w, c);
  return toSnapshot(w, c, closed ?? nowcast(w, c), closed === undefined);
}

/** Monthly snapshots of the two stored years, newest first. */
export function viewEconomyHistory(w: World, id: string): Snapshot[] | undefined {
  const c = cityRow(w, id);
  if (c === undefined) return undefined;
  const found: Snapshot[] = [];
  for (let month = 0; month < SNAPSHOT_MONTHS; month++) {
    const figures = storedFigures(w, c, month);
    if (figures === undefined) break;
    found.push(toSnapshot(w, c, figures, false));
  }
  return found;
}

type Deltas = NonNullable<EconomySummary['deltas']['previous']>;
const NOT_COMPARED = new Set(['tick', 'health']);

function deltasOf(now: Figures, then: Figures | undefined): Deltas | null {
  if (then === undefined) return null;
  const compared = SNAPSHOT_FIELDS.filter(({ name }) => !NOT_COMPARED.has(name));
  return Object.fromEntries(
    compared.map(({ name, kind }) => {
      const [after, before] = [of(now, name), of(then, name)];
      const abs = kind === 'money' ? BigInt(Math.round(after) - Math.round(before)) : after - before;
      return [name, { abs, pct: before === 0 ? null : after / before - 1 }];
    }),
  );
}

function concernsOf(w: World, c: number, figures: Figures): Concern[] {
  const raised: Concern[] = [];
  for (const [index, rule] of CONCERNS.entries()) {
    const since = w.city.concernTick[c * CONCERN_COUNT + index];
    if (since === 0) continue;
    const reading = readConcern(rule, figures, w);
    // A raised concern with a normal figure waits a second month before it is cleared. It is not shown in that time.
    if (!reading.isOver) continue;
    const { metric, value, threshold } = reading;
    const suggestedAction =
      rule.method === undefined ? null : { method: rule.method, params: { city_id: cityId(w, c) } };
    raised.push({
      code: rule.code as Concern['code'],
      severity: severityOf(reading, rule.critical),
      sinceTick: since,
      evidence: { metric, value, threshold },
      suggestedAction,
    });
  }
  return raised.sort((a, b) => b.severity - a.severity).slice(0, CONCERNS_MAX);
}

/** The last closed month compared with the previous month and with the same month a year ago. Before the first close, only the nowcast. */
export function viewEconomySummary(w: World, id: string): EconomySummary | undefined {
  const c = cityRow(w, id);
  if (c === undefined) return undefined;
  const stored = storedFigures(w, c);
  const figures = stored ?? nowcast(w, c);
  return {
    cityId: id as CityId,
    snapshot: toSnapshot(w, c, figures, stored === undefined),
    deltas: {
      previous: deltasOf(figures, storedFigures(w, c, 1)),
      twelveMonths: deltasOf(figures, storedFigures(w, c, MONTHS_PER_YEAR)),
    },
    topConcerns: concernsOf(w, c, figures),
  };
}
