import type { CanaryKind, ObservationKind, SlashingCode } from '@assay/economy/council';
import type { CertificateId, Track, ValidatorMode, ValidatorState, VerdictValue } from '@assay/protocol';
import { boolean, integer, numeric, pgTable, primaryKey, text, timestamp, uuid } from '../../platform/db/drizzle.ts';
import { CASE_ORIGINS, CASE_USES } from './case-use.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });
/** Whole marks. */
const minorUnits = (name: string) => numeric(name, { precision: 39, scale: 0, mode: 'bigint' });
const track = () => text('track').$type<Track>().notNull();
/** The source of an observation. */
const refType = () => text('ref_type', { enum: ['seat', 'flag'] }).notNull();

export const validators = pgTable('validators', {
  id: text('id').primaryKey(),
  actorId: uuid('actor_id').notNull(),
  wallet: text('wallet'),
  name: text('name').notNull(),
  family: text('family').notNull(),
  mode: text('mode').$type<ValidatorMode>().notNull(),
  builtIn: boolean('built_in').notNull(),
  tracks: text('tracks').array().$type<Track[]>().notNull(),
  state: text('state').$type<ValidatorState>().notNull(),
  entryStake: minorUnits('entry_stake').notNull(),
  measuredSince: moment('measured_since').notNull(),
  /** Calibration attempts that were opened earlier do not count. */
  calibrationsLapsedAt: moment('calibrations_lapsed_at'),
  unbondingUntil: moment('unbonding_until'),
  since: moment('since').notNull(),
});

export const judgements = pgTable('judgements', {
  seatId: uuid('seat_id').primaryKey(),
  validatorId: text('validator_id').notNull(),
  roundId: uuid('round_id').notNull(),
  panelId: uuid('panel_id').notNull(),
  /** Null for a silent seat. */
  verdict: text('verdict').$type<VerdictValue>(),
  peersSafe: integer('peers_safe').notNull(),
  peersUnsafe: integer('peers_unsafe').notNull(),
  judgedAt: moment('judged_at').notNull(),
});

export const observations = pgTable(
  'observations',
  {
    validatorId: text('validator_id').notNull(),
    track: track(),
    kind: text('kind').$type<ObservationKind>().notNull(),
    refType: refType(),
    refId: text('ref_id').notNull(),
    observedAt: moment('observed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.validatorId, table.refType, table.refId] })],
);

export const slashes = pgTable(
  'slashes',
  {
    validatorId: text('validator_id').notNull(),
    code: text('code').$type<SlashingCode>().notNull(),
    refType: refType(),
    refId: text('ref_id').notNull(),
    bp: integer('bp').notNull(),
    amount: minorUnits('amount').notNull(),
    certificateId: text('certificate_id').$type<CertificateId>(),
    slashedAt: moment('slashed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.validatorId, table.refType, table.refId] })],
);

/** fee = paid + reserved + taxed, enforced by the database. */
export const settlements = pgTable('settlements', {
  roundId: uuid('round_id').primaryKey(),
  origin: text('origin', { enum: ['REVIEW', 'CANARY'] }).notNull(),
  /** Null for a canary. */
  submissionId: uuid('submission_id'),
  fee: minorUnits('fee').notNull(),
  paid: minorUnits('paid').notNull(),
  reserved: minorUnits('reserved').notNull(),
  taxed: minorUnits('taxed').notNull(),
  settledAt: moment('settled_at').notNull(),
});

export const validatorPays = pgTable(
  'validator_pays',
  {
    seatId: uuid('seat_id').notNull(),
    kind: text('kind', { enum: ['SEAT', 'FINDING', 'CANARY'] }).notNull(),
    validatorId: text('validator_id').notNull(),
    roundId: uuid('round_id').notNull(),
    amount: minorUnits('amount').notNull(),
    /** The part that is withheld until `dueAt`. */
    vesting: minorUnits('vesting').notNull(),
    paidAt: moment('paid_at').notNull(),
    dueAt: moment('due_at').notNull(),
    releasedAt: moment('released_at'),
  },
  (table) => [primaryKey({ columns: [table.seatId, table.kind] })],
);

export const canaryCases = pgTable('canary_cases', {
  id: uuid('id').primaryKey(),
  track: track(),
  expected: text('expected').$type<VerdictValue>().notNull(),
  kind: text('kind').$type<CanaryKind>().notNull(),
  use: text('use', { enum: CASE_USES }).notNull(),
  origin: text('origin', { enum: CASE_ORIGINS }).notNull(),
  bundleId: text('bundle_id').notNull(),
  entryPath: text('entry_path').notNull(),
  importedAt: moment('imported_at').notNull(),
});

export const calibrations = pgTable(
  'calibrations',
  {
    validatorId: text('validator_id').notNull(),
    track: track(),
    attempt: integer('attempt').notNull(),
    state: text('state', { enum: ['PENDING', 'RUNNING', 'PASSED', 'FAILED'] }).notNull(),
    correct: integer('correct').notNull(),
    of: integer('of').notNull(),
    openedAt: moment('opened_at').notNull(),
    endedAt: moment('ended_at'),
  },
  (table) => [primaryKey({ columns: [table.validatorId, table.track, table.attempt] })],
);

export const canaryTasks = pgTable('canary_tasks', {
  key: text('key').primaryKey(),
  /** The track of the panel that it accompanies. */
  track: track(),
  seatFee: minorUnits('seat_fee').notNull(),
  dueAt: moment('due_at').notNull(),
  attempts: integer('attempts').notNull(),
});

export const canaryRounds = pgTable('canary_rounds', {
  id: uuid('id').primaryKey(),
  key: text('key').notNull(),
  /** Null only for canaries judged before this column existed. */
  caseId: uuid('case_id'),
  seatFee: minorUnits('seat_fee').notNull(),
  /** Time of the next check; null once it is judged. */
  dueAt: moment('due_at'),
  judgedAt: moment('judged_at'),
});
