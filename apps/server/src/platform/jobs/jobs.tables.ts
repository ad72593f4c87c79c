import { pgTable, text, timestamp } from '../db/drizzle.ts';

/** When each piece of repeating work is due next. */
export const repeatingJobs = pgTable('repeating_jobs', {
  name: text('name').primaryKey(),
  dueAt: timestamp('due_at', { withTimezone: true, precision: 3, mode: 'date' }).notNull(),
});
