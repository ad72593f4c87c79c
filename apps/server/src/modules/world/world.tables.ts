import type { InputResult } from '@assay/economy/world';
import type { ActorId, EventId, Intent, IntentId, WorldFork, WorldForkId } from '@assay/protocol';
import {
  bigint,
  boolean,
  customType,
  date,
  doublePrecision,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uuid,
} from '../../platform/db/drizzle.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });
/** Whole marks. */
const minorUnits = (name: string) => numeric(name, { precision: 39, scale: 0, mode: 'bigint' });
const whole = (name: string) => bigint(name, { mode: 'number' });
const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });
/** Hexadecimal in code, like in the kernel, and half as long in the database. */
const digest = customType<{ data: string; driverData: Buffer }>({
  dataType: () => 'bytea',
  toDriver: (hex) => Buffer.from(hex, 'hex'),
  fromDriver: (bytes) => bytes.toString('hex'),
});

const WORLD_STATES = ['RUNNING', 'PAUSED', 'FAULTED', 'DIVERGED'] as const;
/** The reason why the world stopped. */
export type Fault = { readonly code: string; readonly detail: string; readonly tick: number; readonly at: string };

export const world = pgTable('world', {
  id: smallint('id').primaryKey(),
  name: text('name').notNull(),
  kernelVersion: integer('kernel_version').notNull(),
  tick: whole('tick').notNull(),
  chainHash: digest('chain_hash').notNull(),
  state: text('state', { enum: WORLD_STATES }).notNull(),
  fault: jsonb('fault').$type<Fault>(),
  tickMs: integer('tick_ms').notNull(),
  nextTickAt: moment('next_tick_at').notNull(),
  moneySupply: minorUnits('money_supply').notNull(),
  outside: minorUnits('outside').notNull(),
  generation: whole('generation').notNull(),
  pauseAtTick: whole('pause_at_tick'),
  createdAt: moment('created_at').notNull(),
});

export const worldLease = pgTable('world_lease', {
  id: smallint('id').primaryKey(),
  holder: uuid('holder').notNull(),
  generation: whole('generation').notNull(),
  expiresAt: timestamp('expires_at', { withTimezone: true, mode: 'date' }).notNull(),
});

export const worldInputs = pgTable('world_inputs', {
  id: whole('id').generatedAlwaysAsIdentity().primaryKey(),
  kind: text('kind').notNull(),
  payload: text('payload').notNull(),
  actorId: uuid('actor_id'),
  amount: minorUnits('amount'),
  principal: text('principal').notNull(),
  idemKey: text('idem_key'),
  createdAt: moment('created_at').notNull(),
  assignedTick: whole('assigned_tick'),
  ordinal: integer('ordinal'),
  result: jsonb('result').$type<InputResult>(),
});

export const worldInputUsage = pgTable(
  'world_input_usage',
  { principal: text('principal').notNull(), day: date('day').notNull(), bytes: whole('bytes').notNull() },
  (table) => [primaryKey({ columns: [table.principal, table.day] })],
);

export const worldTicks = pgTable('world_ticks', {
  tick: whole('tick').primaryKey(),
  chainHash: digest('chain_hash').notNull(),
  previous: digest('previous').notNull(),
  inputDigest: digest('input_digest').notNull(),
  postingDigest: digest('posting_digest').notNull(),
  eventDigest: digest('event_digest').notNull(),
  inputs: integer('inputs').notNull(),
  events: integer('events').notNull(),
  postings: integer('postings').notNull(),
  processedAt: moment('processed_at').notNull(),
});

export const worldSnapshots = pgTable('world_snapshots', {
  tick: whole('tick').primaryKey(),
  kernelVersion: integer('kernel_version').notNull(),
  stateHash: digest('state_hash').notNull(),
  chainHash: digest('chain_hash').notNull(),
  pieces: integer('pieces').notNull(),
  isKept: boolean('is_kept').notNull(),
  takenAt: moment('taken_at').notNull(),
});

export const worldSnapshotPieces = pgTable(
  'world_snapshot_pieces',
  { tick: whole('tick').notNull(), ordinal: integer('ordinal').notNull(), bytes: bytea('bytes').notNull() },
  (table) => [primaryKey({ columns: [table.tick, table.ordinal] })],
);

export const worldPostingBlocks = pgTable('world_posting_blocks', {
  tick: whole('tick').primaryKey(),
  count: integer('count').notNull(),
  bytes: bytea('bytes').notNull(),
});

export const worldPurses = pgTable('world_purses', {
  actorId: uuid('actor_id').primaryKey(),
  available: minorUnits('available').notNull(),
  tick: whole('tick').notNull(),
  granted: minorUnits('granted').notNull(),
});

export const worldPostings = pgTable(
  'world_postings',
  {
    actorId: uuid('actor_id').notNull(),
    tick: whole('tick').notNull(),
    ordinal: integer('ordinal').notNull(),
    journalId: uuid('journal_id').notNull(),
    kind: text('kind').notNull(),
    amount: minorUnits('amount').notNull(),
    balanceAfter: minorUnits('balance_after').notNull(),
    counterpartyType: text('counterparty_type').notNull(),
    counterpartyId: text('counterparty_id').notNull(),
    occurredAt: moment('occurred_at').notNull(),
    /** The reference of the service's booking. */
    reference: text('reference'),
    eventId: uuid('event_id'),
    memo: text('memo'),
  },
  (table) => [primaryKey({ columns: [table.actorId, table.tick, table.ordinal] })],
);

export const worldCityMonths = pgTable(
  'world_city_months',
  { cityId: uuid('city_id').notNull(), tick: whole('tick').notNull(), snapshot: jsonb('snapshot').notNull() },
  (table) => [primaryKey({ columns: [table.cityId, table.tick] })],
);

/** Actor, gross, net, and the share of the contracted wage in basis points. */
type PayrollLine = readonly [actorId: string, gross: string, net: string, paidBp: number];

export const worldBusinessMonths = pgTable(
  'world_business_months',
  {
    businessId: uuid('business_id').notNull(),
    tick: whole('tick').notNull(),
    unitPrice: minorUnits('unit_price'),
    wage: minorUnits('wage').notNull(),
    workers: integer('workers').notNull(),
    sales: minorUnits('sales').notNull(),
    profit: minorUnits('profit').notNull(),
    principal: minorUnits('principal').notNull(),
    interest: minorUnits('interest').notNull(),
    payroll: jsonb('payroll').$type<readonly PayrollLine[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.businessId, table.tick] })],
);

export const worldIntents = pgTable('world_intents', {
  id: uuid('id').$type<IntentId>().primaryKey(),
  seq: whole('seq').notNull(),
  actorId: uuid('actor_id').$type<ActorId>().notNull(),
  type: text('type').notNull(),
  params: jsonb('params').$type<Record<string, unknown>>().notNull(),
  priority: doublePrecision('priority').notNull(),
  source: text('source').$type<Intent['source']>().notNull(),
  status: text('status').$type<Intent['status']>().notNull(),
  reasonCode: text('reason_code'),
  reason: text('reason'),
  rewrittenTo: uuid('rewritten_to').$type<IntentId>(),
  acceptanceProbability: doublePrecision('acceptance_probability').notNull(),
  submittedTick: whole('submitted_tick').notNull(),
  notBeforeTick: whole('not_before_tick'),
  expiresAtTick: whole('expires_at_tick').notNull(),
  decidedTick: whole('decided_tick'),
  eventIds: uuid('event_ids').array().$type<EventId[]>().notNull(),
});

export const worldForks = pgTable('world_forks', {
  id: uuid('id').$type<WorldForkId>().primaryKey(),
  /** A keyed hash of the caller. Null for questions from before it was stored. */
  askedBy: text('asked_by'),
  state: text('state').$type<WorldFork['state']>().notNull(),
  question: text('question'),
  changes: jsonb('changes').$type<WorldFork['changes']>().notNull(),
  months: integer('months').notNull(),
  replicas: integer('replicas').notNull(),
  replicasDone: integer('replicas_done').notNull(),
  kernelVersion: integer('kernel_version'),
  baseTick: whole('base_tick'),
  baseHash: text('base_hash'),
  series: jsonb('series').$type<NonNullable<WorldFork['series']>>(),
  hash: text('hash'),
  error: text('error'),
  createdAt: moment('created_at').notNull(),
  touchedAt: moment('touched_at').notNull(),
  finishedAt: moment('finished_at'),
});
