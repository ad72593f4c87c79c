import type { Assignment, AssignmentState, Finding, Severity, Track, ValidatorMode } from '@assay/protocol';
import type { z } from 'zod';
import { boolean, integer, jsonb, numeric, pgTable, text, timestamp, uuid } from '../../platform/db/drizzle.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

/** The origin of a seat: a review, a canary among the reviews, or a calibration. */
const SEAT_ORIGINS = ['REVIEW', 'CANARY', 'CALIBRATION'] as const;

/** The information for a seat: the product, its manifest and the engine's observations. */
export type Brief = Pick<
  z.input<typeof Assignment>,
  'productType' | 'manifest' | 'sandbox' | 'rulesetDigest' | 'engineVersion'
> & { readonly bundleId: string; readonly entryPath: string };

export const seats = pgTable('seats', {
  id: uuid('id').primaryKey(),
  origin: text('origin', { enum: SEAT_ORIGINS }).notNull(),
  /** As shown to the seat. For a case, an id that refers to nothing else. */
  roundId: uuid('round_id').notNull(),
  phase: text('phase').$type<z.infer<typeof Assignment>['phase']>().notNull(),
  validatorId: text('validator_id').notNull(),
  validatorName: text('validator_name').notNull(),
  family: text('family').notNull(),
  mode: text('mode').$type<ValidatorMode>().notNull(),
  state: text('state').$type<AssignmentState>().notNull(),
  /** The fee announced to the seat. */
  fee: numeric('fee', { precision: 39, scale: 0, mode: 'bigint' }).notNull(),
  /** Null for hosted seats and for seats drawn before briefs were stored. */
  brief: jsonb('brief').$type<Brief>(),
  commitBy: moment('commit_by').notNull(),
  /** Deadline for a remote seat to fetch its bundle. Null once it has. */
  downloadBy: moment('download_by'),
  revealFrom: moment('reveal_from'),
  revealBy: moment('reveal_by'),
  commitment: text('commitment'),
  committedAt: moment('committed_at'),
  verdict: text('verdict', { enum: ['SAFE', 'UNSAFE'] }),
  severity: text('severity').$type<Severity>(),
  /** As revealed, completed with id and reporter. */
  findings: jsonb('findings').$type<Finding[]>(),
  salt: text('salt'),
  revealedAt: moment('revealed_at'),
  /** Reviews only: the panel, and the seat's number there, which a substitute shares with the silent seat. */
  panelId: uuid('panel_id'),
  position: integer('position'),
  isSubstitute: boolean('is_substitute').notNull(),
  /** Canaries and calibrations only: the case. */
  caseId: uuid('case_id'),
  /** Calibrations only: the attempt. */
  track: text('track').$type<Track>(),
  attempt: integer('attempt'),
});
