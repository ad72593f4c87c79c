import { pgTable, text, timestamp, uuid } from '../../platform/db/drizzle.ts';

/** The one time that a developer may ask for a person to look at a submission. */
export const submissionInterventions = pgTable('submission_interventions', {
  submissionId: uuid('submission_id').primaryKey(),
  state: text('state', { enum: ['REQUESTED', 'TAKEN', 'DONE'] }).notNull(),
  reason: text('reason').notNull(),
  requestedAt: timestamp('requested_at', { withTimezone: true, precision: 3, mode: 'date' }).notNull(),
});
