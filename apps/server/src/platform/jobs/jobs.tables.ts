import { bigint, pgTable, primaryKey, text, timestamp } from '../db/drizzle.ts';

/** Work that waits for a worker; taken means gone. */
export const waitingJobs = pgTable(
  'waiting_jobs',
  {
    queue: text('queue').notNull(),
    id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity(),
    key: text('key').notNull(),
    waitingSince: timestamp('waiting_since', { withTimezone: true, precision: 3, mode: 'date' }).notNull().defaultNow(),
  },
  ({ queue, id }) => [primaryKey({ columns: [queue, id] })],
);

/** When each piece of repeating work is due next. */
export const repeatingJobs = pgTable('repeating_jobs', {
  name: text('name').primaryKey(),
  dueAt: timestamp('due_at', { withTimezone: true, precision: 3, mode: 'date' }).notNull(),
});
