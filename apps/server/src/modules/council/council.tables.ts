import type { Finding, Round, Severity } from '@assay/protocol';
import type { z } from 'zod';
import { boolean, customType, integer, jsonb, pgTable, text, timestamp, uuid } from '../../platform/db/drizzle.ts';
import type { Sitter } from './sitter.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });
const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });
const verdict = (name: string) => text(name, { enum: ['SAFE', 'UNSAFE'] });

/** The first block after sealing, and the seed that the draws of this round start from. */
export type Beacon = NonNullable<z.input<typeof Round>['beacon']>;

export const rounds = pgTable('rounds', {
  id: uuid('id').primaryKey(),
  submissionId: uuid('submission_id').notNull(),
  type: text('type', { enum: ['INITIAL_AUDIT', 'RE_AUDIT'] }).notNull(),
  state: text('state', { enum: ['OPEN', 'ESCALATED', 'DECIDED', 'SETTLED', 'ABORTED'] }).notNull(),
  sealedAt: moment('sealed_at').notNull(),
  beacon: jsonb('beacon').$type<Beacon>(),
  decision: verdict('decision'),
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
  analyzedAt: moment('analyzed_at').notNull(),
});

export const panels = pgTable('panels', {
  id: uuid('id').primaryKey(),
  roundId: uuid('round_id').notNull(),
  position: integer('position').notNull(),
  phase: text('phase', { enum: ['PRIMARY', 'SECOND', 'APPEAL', 'HUMAN'] }).notNull(),
  state: text('state', { enum: ['DRAWN', 'COMMITTING', 'REVEALING', 'TALLIED'] }).notNull(),
  candidates: jsonb('candidates').$type<Sitter[]>().notNull(),
  drawnAt: moment('drawn_at').notNull(),
  commitBy: moment('commit_by'),
  revealFrom: moment('reveal_from'),
  revealBy: moment('reveal_by'),
});

export const seats = pgTable('seats', {
  id: uuid('id').primaryKey(),
  panelId: uuid('panel_id').notNull(),
  position: integer('position').notNull(),
  isSubstitute: boolean('is_substitute').notNull(),
  validatorId: text('validator_id').notNull(),
  validatorName: text('validator_name').notNull(),
  family: text('family').notNull(),
  mode: text('mode', { enum: ['HOSTED', 'REMOTE'] }).notNull(),
  state: text('state', { enum: ['ASSIGNED', 'COMMITTED', 'REVEALED', 'MISSED', 'REPLACED'] }).notNull(),
  commitment: text('commitment'),
  committedAt: moment('committed_at'),
  verdict: verdict('verdict'),
  severity: text('severity').$type<Severity>(),
  /** As they were revealed, with id and reporter filled in. */
  findings: jsonb('findings').$type<Finding[]>(),
  salt: text('salt'),
  revealedAt: moment('revealed_at'),
  /** A remote seat has to fetch its bundle before this; null once it has. */
  downloadBy: moment('download_by'),
});
