import type { DrawRules } from '@assay/economy/council';
import type { Round, SecurityLevel } from '@assay/protocol';
import type { z } from 'zod';
import { customType, integer, jsonb, pgTable, text, timestamp, uuid } from '../../platform/db/drizzle.ts';
import type { EquippedPack } from '../plugins/index.ts';
import type { PackFinding } from '../seats/index.ts';
import type { Candidate } from '../validators/index.ts';
import type { ReadingCost } from './reading-cost.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });
const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });
const verdict = (name: string) => text(name, { enum: ['SAFE', 'UNSAFE'] });

/** The first block after sealing, and the seed that the draws of this round start from. */
export type Beacon = NonNullable<z.input<typeof Round>['beacon']>;

export const rounds = pgTable('rounds', {
  id: uuid('id').primaryKey(),
  submissionId: uuid('submission_id').notNull(),
  requestId: text('request_id'),
  type: text('type', { enum: ['INITIAL_AUDIT', 'RE_AUDIT'] }).notNull(),
  state: text('state', { enum: ['OPEN', 'ESCALATED', 'DECIDED', 'SETTLED', 'ABORTED'] }).notNull(),
  sealedAt: moment('sealed_at').notNull(),
  beacon: jsonb('beacon').$type<Beacon>(),
  /** Tokens and cost of the readings; null if no model was asked. */
  readingUsage: jsonb('reading_usage').$type<ReadingCost>(),
  decision: verdict('decision'),
  /** Null before the decision, and for rounds that were decided before this column existed. */
  securityLevel: text('security_level').$type<SecurityLevel>(),
  reason: text('reason'),
  examinations: integer('examinations').notNull(),
  failures: integer('failures').notNull(),
  dueAt: moment('due_at'),
  startedAt: moment('started_at').notNull(),
  completedAt: moment('completed_at'),
});

export const roundReports = pgTable('round_reports', {
  roundId: uuid('round_id').primaryKey(),
  report: bytea('report').notNull(),
  rulesetDigest: text('ruleset_digest'),
  analyzedAt: moment('analyzed_at').notNull(),
});

export const panels = pgTable('panels', {
  id: uuid('id').primaryKey(),
  roundId: uuid('round_id').notNull(),
  position: integer('position').notNull(),
  phase: text('phase', { enum: ['PRIMARY', 'SECOND', 'APPEAL', 'HUMAN'] }).notNull(),
  state: text('state', { enum: ['DRAWN', 'COMMITTING', 'REVEALING', 'TALLIED'] }).notNull(),
  candidates: jsonb('candidates').$type<Candidate[]>().notNull(),
  /** The version of the draw rules, which change over time. */
  drawRules: integer('draw_rules').$type<DrawRules>().notNull(),
  drawnAt: moment('drawn_at').notNull(),
  commitBy: moment('commit_by'),
  revealFrom: moment('reveal_from'),
  revealBy: moment('reveal_by'),
});

/** The result of one rule pack of a seat. */
export type SeatRun = {
  readonly packId: string;
  readonly pluginId: string;
  readonly authorActorId: string;
  /** The pack exceeded its budget: none of its findings count. */
  readonly isDropped: boolean;
  readonly findings: readonly PackFinding[];
};

export const seatPacks = pgTable('seat_packs', {
  seatId: uuid('seat_id').primaryKey(),
  roundId: uuid('round_id').notNull(),
  panelId: uuid('panel_id').notNull(),
  packs: jsonb('packs').$type<readonly EquippedPack[]>().notNull(),
  runs: jsonb('runs').$type<readonly SeatRun[]>(),
  ranAt: moment('ran_at'),
});
