import type { Assignment, AssignmentState, Finding, Severity, Track, ValidatorMode } from '@assay/protocol';
import type { z } from 'zod';
import { boolean, integer, jsonb, numeric, pgTable, text, timestamp, uuid } from '../../platform/db/drizzle.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

/** What a seat comes from: a review, a case of known verdict among the reviews, or one of a calibration. */
const SEAT_ORIGINS = ['REVIEW', 'CANARY', 'CALIBRATION'] as const;

/** What a seat is told about: the bytes, what they declare, and what the engine saw in them. */
export type Brief = Pick<
  z.input<typeof Assignment>,
  'productType' | 'manifest' | 'sandbox' | 'rulesetDigest' | 'engineVersion'
> & { readonly bundleId: string; readonly entryPath: string };

export const seats = pgTable('seats', {
  id: uuid('id').primaryKey(),
  origin: text('origin', { enum: SEAT_ORIGINS }).notNull(),
  /** As the seat is told it; of a case, an id that names nothing else. */
  roundId: uuid('round_id').notNull(),
  phase: text('phase').$type<z.infer<typeof Assignment>['phase']>().notNull(),
  validatorId: text('validator_id').notNull(),
  validatorName: text('validator_name').notNull(),
  family: text('family').notNull(),
  mode: text('mode').$type<ValidatorMode>().notNull(),
  state: text('state').$type<AssignmentState>().notNull(),
  /** What the seat is told that it earns. */
  fee: numeric('fee', { precision: 39, scale: 0, mode: 'bigint' }).notNull(),
  /** Null for hosted seats, and for those that were drawn before it was kept. */
  brief: jsonb('brief').$type<Brief>(),
  commitBy: moment('commit_by').notNull(),
  /** A remote seat has to fetch its bundle before this; null once it has. */
  downloadBy: moment('download_by'),
  revealFrom: moment('reveal_from'),
  revealBy: moment('reveal_by'),
  commitment: text('commitment'),
  committedAt: moment('committed_at'),
  verdict: text('verdict', { enum: ['SAFE', 'UNSAFE'] }),
  severity: text('severity').$type<Severity>(),
  /** As they were revealed, with id and reporter filled in. */
  findings: jsonb('findings').$type<Finding[]>(),
  salt: text('salt'),
  revealedAt: moment('revealed_at'),
  /** Of a review: its panel, and its number there, which a substitute shares with the seat that stayed silent. */
  panelId: uuid('panel_id'),
  position: integer('position'),
  isSubstitute: boolean('is_substitute').notNull(),
  /** Of a canary or a calibration: what is known about the bytes. */
  caseId: uuid('case_id'),
  /** Of a calibration: the attempt that it belongs to. */
  track: text('track').$type<Track>(),
  attempt: integer('attempt'),
});
