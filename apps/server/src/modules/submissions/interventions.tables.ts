import { pgTable, text, timestamp, uuid } from '../../platform/db/drizzle.ts';

/** The only request for a person that a submission can have. */
export const submissionInterventions = pgTable('submission_interventions', {
  submissionId: uuid('submission_id').primaryKey(),
  state: text('state', { enum: ['REQUESTED', 'TAKEN', 'DONE'] }).notNull(),
  reason: text('reason').notNull(),
  requestedAt: timestamp('requested_at', { withTimezone: true, precision: 3, mode: 'date' }).notNull(),
});
