import { z } from 'zod';
import { CityId, Hash32 } from '../ids.ts';
import { Bp, Count, JsonObject, Marks, Percent, Ratio, SignedAmount, Tick, Time } from './common.ts';
import { ActorState, HomeTier } from './world-actor.ts';
import { Proposal, PublicRole, Sector } from './world-business.ts';

export const CityHealth = z.enum(['BOOM', 'STABLE', 'SLOWDOWN', 'RECESSION', 'CRISIS']);
export type CityHealth = z.infer<typeof CityHealth>;

const BySector = z.partialRecord(Sector, Count);

export const CitySummary = z
  .object({
    id: CityId,
    name: z.string(),
    position: z.object({ x: z.number(), y: z.number() }),
    population: Count,
    health: CityHealth,
    unemploymentRate: Ratio,
    avgRent: Marks,
    treasuryBalance: Marks,
  })
  .meta({ id: 'CitySummary' });
export type CitySummary = z.infer<typeof CitySummary>;

const CityPolicy = z.discriminatedUnion('code', [
  z.object({ code: z.literal('BUILDING_BUDGET'), value: Marks, sinceTick: Tick }),
  z.object({
    code: z.enum(['INCOME_TAX', 'PROFIT_TAX', 'BENEFIT', 'PUBLIC_POSTS', 'SALARY_FACTOR']),
    value: Count.describe('In basis points.'),
    sinceTick: Tick,
  }),
]);

export const City = CitySummary.extend({
  taxRates: z.object({ incomeBp: Bp, profitBp: Bp, wealthBp: Bp }),
  publicWages: z.array(z.object({ role: PublicRole, wage: Marks })),
  publicPosts: z.object({ filled: Count, open: Count }),
  housing: z.object({ stock: Count, occupied: Count, vacant: Count, underConstruction: Count }),
  rentIndex: Marks.describe(
    'Rent of a FLAT; other tiers cost a fraction or a multiple of it. `avgRent` is the mean over all homes.',
  ),
  money: Marks.describe("Total money of the city's residents, businesses, bank and treasury."),
  businessStats: z.object({
    active: Count.describe("Excludes the city's bank."),
    bySector: BySector,
    foundedThisMonth: Count,
    bankruptThisMonth: Count,
    workers: Count,
    vacancies: Count,
    avgWage: Marks,
  }),
  policies: z.array(CityPolicy),
  openProposals: z.array(Proposal).max(20),
  latestSnapshotTick: Tick,
  asOfTick: Tick,
}).meta({ id: 'City' });
export type City = z.infer<typeof City>;

/** One for each month and city, kept permanently. Between two of them, a daily nowcast with `provisional: true`. */
export const Snapshot = z
  .object({
    cityId: CityId,
    tick: Tick,
    periodStart: Tick,
    periodEnd: Tick,
    provisional: z.boolean(),
    population: Count,
    labourForce: Count,
    employed: Count,
    unemployed: Count,
    unemploymentRate: Ratio,
    vacancies: Count,
    vacancyRate: Ratio,
    publicEmployees: Count,
    unpaidWorkers: Count,
    avgWagePrivate: Marks,
    avgWagePublic: Marks,
    medianIncome: Marks,
    cpi: Ratio,
    inflationMonth: Ratio,
    inflation12m: Ratio,
    gdpNominal: Marks,
    gdpReal: Marks,
    consumption: Marks,
    exports: Marks,
    imports: Marks,
    businesses: z.object({ active: Count, bySector: BySector, founded: Count, bankrupt: Count }),
    creditOutstanding: Marks,
    defaultRate: Ratio,
    avgLoanRate: Ratio,
    bankCapitalRatio: Ratio,
    housing: z.object({
      stock: Count,
      occupied: Count,
      vacant: Count,
      vacantRate: Ratio,
      homeless: Count,
      avgRent: Marks,
      rentToIncome: Ratio,
      underConstruction: Count,
      byTier: z.partialRecord(HomeTier, z.object({ stock: Count, vacant: Count, avgRent: Marks })),
    }),
    treasury: z.object({
      balance: Marks,
      revenue: Marks,
      spending: Marks,
      runwayMonths: Ratio,
      byTax: z.record(z.string(), Marks),
    }),
    moneySupply: Marks.describe(
      'Money supply of the whole world, as in `/world`. The `money` of a city is the total in that city.',
    ),
    giniIncome: Ratio,
    giniWealth: Ratio,
    migration: z.object({ in: Count, out: Count, net: z.int() }),
    mood: Percent,
    health: CityHealth,
    council: z.object({ activeValidators: Count, feesEarned: Marks, slashed: Marks }),
  })
  .meta({ id: 'Snapshot' });
export type Snapshot = z.infer<typeof Snapshot>;

export const CONCERN_CODES = [
  'UNEMPLOYMENT',
  'HOUSING_SHORTAGE',
  'HOUSING_GLUT',
  'RENT_BURDEN',
  'INFLATION',
  'DEFLATION',
  'FISCAL_STRESS',
  'BANKRUPTCY_WAVE',
  'CREDIT_STRESS',
  'OUTMIGRATION',
  'DEPOPULATION',
  'INEQUALITY',
  'PAYROLL_ARREARS',
  'LABOUR_SHORTAGE',
] as const;

export const Concern = z
  .object({
    code: z.enum(CONCERN_CODES),
    severity: Percent,
    sinceTick: Tick,
    evidence: z.object({ metric: z.string(), value: Ratio, threshold: Ratio }),
    suggestedAction: z.object({ method: z.string(), params: JsonObject }).nullable(),
  })
  .meta({ id: 'Concern' });
export type Concern = z.infer<typeof Concern>;

/** By metric: every numeric member of a snapshot. Nested members are joined with a dot. */
const Deltas = z.record(z.string(), z.object({ abs: z.union([Ratio, SignedAmount]), pct: Ratio.nullable() }));

export const EconomySummary = z
  .object({
    cityId: CityId,
    snapshot: Snapshot,
    deltas: z.object({ previous: Deltas.nullable(), twelveMonths: Deltas.nullable() }),
    topConcerns: z.array(Concern).max(5),
  })
  .meta({ id: 'EconomySummary' });
export type EconomySummary = z.infer<typeof EconomySummary>;

/** A notable event of the world. */
const Headline = z
  .object({
    kind: z.enum([
      'business.founded',
      'business.bankrupt',
      'business.closed',
      'business.sold',
      'bank.recapitalised',
      'city.concern_raised',
      'city.concern_cleared',
      'city.policy_changed',
      'proposal.decided',
    ]),
    city: z.string().nullable(),
    business: z.string().nullable(),
    code: z.string().nullable().describe('The reason, concern, policy or decision.'),
  })
  .meta({ id: 'Headline' });
export type Headline = z.infer<typeof Headline>;

export const World = z
  .object({
    tick: Tick,
    worldTime: z.string(),
    state: z.enum(['RUNNING', 'PAUSED', 'FAULTED', 'DIVERGED']),
    tickSeconds: z.number().positive(),
    nextTickAt: Time.nullable(),
    population: Count,
    cities: Count,
    businesses: Count,
    moneySupply: Marks,
    chainHash: Hash32,
    leaderboards: JsonObject,
    announcements: z.array(z.string()).describe('The headlines as English sentences.'),
    headlines: z.array(Headline),
  })
  .meta({ id: 'World' });
export type World = z.infer<typeof World>;

const Leg = z.object({ fromCityId: CityId, toCityId: CityId });

/** The data of a world map for one hour. */
export const WorldMap = z
  .object({
    tick: Tick,
    roads: z.array(Leg),
    trade: z
      .array(Leg.extend({ sector: Sector, amount: Marks }))
      .describe('Value of sales from one city to another in the current month.'),
    cities: z.array(
      z.object({
        cityId: CityId,
        activities: z
          .partialRecord(ActorState.shape.activity.shape.kind, Count)
          .describe('Number of residents by activity in this tick.'),
        businesses: BySector,
        migration: z
          .object({ in: Count, out: Count })
          .describe('Number of arrivals and departures in the last recorded month.'),
      }),
    ),
  })
  .meta({ id: 'WorldMap' });
export type WorldMap = z.infer<typeof WorldMap>;

export const WorldProof = z
  .object({
    tick: Tick,
    chainHash: Hash32,
    previous: Hash32,
    inputDigest: Hash32,
    postingDigest: Hash32,
    eventDigest: Hash32,
    stateHash: Hash32.nullable().describe('Present at ticks with a stored snapshot; otherwise null.'),
  })
  .meta({ id: 'WorldProof' });
export type WorldProof = z.infer<typeof WorldProof>;
