/** The columns of each entity. Their order and types are part of the kernel version: they determine the state hash. */
import { column } from './columns.ts';
import { CONSUMER_SECTORS, PUBLIC_ROLES, SECTOR_COUNT, SUPPLIERS } from './params.ts';

export const EDGES_MAX = 12;
export const NEEDS = ['energy', 'food', 'health', 'social', 'fun', 'purpose'] as const;
export const TRAITS = ['thrift', 'ambition', 'sociability', 'curiosity'] as const;
/** Indexes, in that list, of the traits that affect decisions. */
export const [THRIFT, SOCIABILITY] = [0, 2] as const;
export const SKILL_SLOTS = 3;
/** Business settings that an owner may control manually. */
export const LEVERS = ['price', 'wage', 'hiring', 'credit'] as const;
export const [PRICE_LEVER, WAGE_LEVER, HIRING_LEVER, CREDIT_LEVER] = [0, 1, 2, 3] as const;

/** Bits of an actor's flags. */
export const ACTOR_FLAGS = { linked: 1, remote: 2, frozen: 4, validator: 8, followed: 16, visiting: 32 } as const;
export const EDGE_KINDS = [
  'NONE',
  'ACQUAINTANCE',
  'FRIENDSHIP',
  'RIVALRY',
  'ALLIANCE',
  'PARTNERSHIP',
  'MENTORSHIP',
] as const;
/** Values of `business.status`. A dormant slot is free for a founder. */
export const BUSINESS_STATUS = { dormant: 0, active: 1, bankrupt: 2, closed: 3 } as const;

const ACTOR_COLUMNS = {
  city: column('u16'),
  deposit: column('f64'),
  debt: column('f64'),
  reservationWage: column('f64'),
  employer: column('i32', 1, -1),
  payrollPlace: column('i32'),
  hiredDay: column('u8'),
  hiredTick: column('u32'),
  publicPost: column('u8'),
  grade: column('u8'),
  xp: column('u32', SECTOR_COUNT),
  home: column('i32', 1, -1),
  income: column('f64'),
  gross: column('f64'),
  arrears: column('u8'),
  turn: column('i32'),
  suppliers: column('i32', CONSUMER_SECTORS * SUPPLIERS, -1),
  plan: column('f64', CONSUMER_SECTORS),
  bought: column('f32', CONSUMER_SECTORS),
  stuck: column('u8'),
  foodFill: column('u8'),
  serviceFill: column('u8'),
  needs: column('u8', NEEDS.length),
  needTick: column('u32'),
  traits: column('u8', TRAITS.length),
  mood: column('u8'),
  reputation: column('u8'),
  autonomy: column('u8'),
  flags: column('u8'),
  bornTick: column('u32'),
  moneyIn: column('f64'),
  moneyOut: column('f64'),
  edgePeer: column('i32', EDGES_MAX, -1),
  edgeKind: column('u8', EDGES_MAX),
  affinity: column('i8', EDGES_MAX),
  trust: column('i8', EDGES_MAX),
  /** World days. Two bytes last for 195 years. */
  edgeDay: column('u16', EDGES_MAX),
};

const BUSINESS_COLUMNS = {
  status: column('u8'),
  sector: column('u8'),
  type: column('u8'),
  generation: column('u16'),
  city: column('u16'),
  deposit: column('f64'),
  debt: column('f64'),
  lent: column('f64'),
  lentTick: column('u32'),
  price: column('f64'),
  wage: column('f64'),
  stock: column('f64'),
  expectedDemand: column('f64'),
  demandNow: column('f64'),
  units: column('f64'),
  vacancies: column('i32'),
  hadVacancies: column('i32'),
  fullMonths: column('i32'),
  notice: column('i32'),
  idleMonths: column('i32'),
  missedPayroll: column('i32'),
  revenueLast: column('f64'),
  revenueNow: column('f64'),
  costsLast: column('f64'),
  paidShare: column('f64'),
  quits: column('i32'),
  productivity: column('f64'),
  bonus: column('f64'),
  owner: column('i32', 1, -1),
  manualUntil: column('u32', LEVERS.length),
  skills: column('i32', SKILL_SLOTS, -1),
  foundedTick: column('u32'),
  opening: column('f64'),
  produced: column('f64'),
  spoiled: column('f64'),
  sold: column('f64'),
};

const DWELLING_COLUMNS = {
  city: column('u16'),
  tier: column('u8'),
  standing: column('u8'),
  generation: column('u16'),
  owner: column('i32', 1, -1),
  tenant: column('i32', 1, -1),
  vacantPlace: column('i32', 1, -1),
  /** The landlord's rent instead of the index, and the sale price; 0 for none. */
  rentAsked: column('f64'),
  salePrice: column('f64'),
};

const BANK_COLUMNS = {
  deposit: column('f64'),
  loans: column('f64'),
  losses: column('f64'),
  lossRate: column('f64'),
  rate: column('f64'),
  spread: column('f64'),
  leverage: column('f64'),
  owner: column('i32', 1, -1),
};

/** Months of statistics that health and deltas use, including the newest. */
export const SNAPSHOT_MONTHS = 25;
/** Capacity for the figures of one snapshot. `statistics.ts` names them. */
export const SNAPSHOT_WIDTH = 96;
export const CONCERN_COUNT = 14;
/** Policy settings of a city, in the order of `policyTick`. */
export const POLICY_CODES = [
  'INCOME_TAX',
  'PROFIT_TAX',
  'BENEFIT',
  'PUBLIC_POSTS',
  'SALARY_FACTOR',
  'BUILDING_BUDGET',
] as const;
/** Revenue kinds of a treasury. Rents are those of the city's own dwellings. */
export const TAXES = ['income', 'profit', 'wealth', 'transfer', 'fee', 'rent'] as const;

const CITY_COLUMNS = {
  deposit: column('f64'),
  publicWage: column('f64'),
  rentIndex: column('f64'),
  vacancyRate: column('f64'),
  population: column('i32'),
  unemployed: column('i32'),
  homeless: column('i32'),
  sentiment: column('f64'),
  incomeTax: column('f64'),
  profitTax: column('f64'),
  benefit: column('f64'),
  publicPosts: column('f64'),
  extraPosts: column('i32'),
  extraPostsUntil: column('u32'),
  salaryFactor: column('f64', PUBLIC_ROLES.length),
  buildingBudget: column('f64'),
  policyTick: column('u32', POLICY_CODES.length),
  taxYearStart: column('f64', 2),
  planned: column('f64', SECTOR_COUNT),
  /** Counters of the current month. */
  taxes: column('f64', TAXES.length),
  spending: column('f64'),
  consumption: column('f64'),
  output: column('f64'),
  outputNominal: column('f64'),
  exports: column('f64'),
  imports: column('f64'),
  vacancySum: column('i32'),
  founded: column('i32'),
  bankrupt: column('i32'),
  arrivals: column('i32'),
  departures: column('i32'),
  unpaidWorkers: column('i32'),
  writtenOff: column('f64'),
  feesEarned: column('f64'),
  slashed: column('f64'),
  /** Mean price by sector of the last two months, and the chained index. */
  priceLevel: column('f64', CONSUMER_SECTORS),
  weights: column('f64', CONSUMER_SECTORS),
  cpi: column('f64'),
  health: column('u8'),
  concernMonths: column('i8', CONCERN_COUNT),
  concernTick: column('u32', CONCERN_COUNT),
  snapshots: column('f64', SNAPSHOT_MONTHS * SNAPSHOT_WIDTH),
  snapshotCount: column('i32'),
};

/** Trade between cities: row from · cities + to. */
const FLOW_COLUMNS = { amount: column('f64', CONSUMER_SECTORS) };

/** National accounts: the commons fund, the federal treasury, and the world money held in the service's own ledger. */
const FUND_COLUMNS = { deposit: column('f64') };
export const FUNDS = { commons: 0, federal: 1, protocol: 2 } as const;
export const FUND_COUNT = 3;

export const TABLES = {
  actor: ACTOR_COLUMNS,
  business: BUSINESS_COLUMNS,
  dwelling: DWELLING_COLUMNS,
  bank: BANK_COLUMNS,
  city: CITY_COLUMNS,
  flow: FLOW_COLUMNS,
  fund: FUND_COLUMNS,
};
export type TableName = keyof typeof TABLES;
