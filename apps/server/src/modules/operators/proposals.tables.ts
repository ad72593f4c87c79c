import { PROPOSAL_ACTIONS } from '@assay/protocol';
import { boolean, pgTable, text, timestamp, uuid } from '../../platform/db/drizzle.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

/** Proposals of one administrator that another one confirms. A row that is OPEN after `expiresAt` has expired. */
export const operatorProposals = pgTable('operator_proposals', {
  id: uuid('id').primaryKey(),
  action: text('action', { enum: PROPOSAL_ACTIONS }).notNull(),
  /** Id of the certificate; empty for keys. */
  subjectId: text('subject_id').notNull(),
  atOnce: boolean('at_once').notNull(),
  reason: text('reason').notNull(),
  proposedBy: text('proposed_by').notNull(),
  proposedAt: moment('proposed_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
  state: text('state', { enum: ['OPEN', 'CONFIRMED', 'WITHDRAWN'] }).notNull(),
  decidedBy: text('decided_by'),
  decidedAt: moment('decided_at'),
});
