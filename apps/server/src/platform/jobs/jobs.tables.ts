import { bigint, pgTable, primaryKey, text, timestamp } from '../db/drizzle.ts';

/** Jobs that wait for a worker. Taking a job deletes its row. */
export const waitingJobs = pgTable(
  'waiting_jobs',
  {
    queue: text('queue').notNull(),
    id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity(),
    key: text('key').notNull(),
    requestId: text('request_id'),
    waitingSince: timestamp('waiting_since', { withTimezone: true, precision: 3, mode: 'date' }).notNull().defaultNow(),
  },
  ({ queue, id }) => [primaryKey({ columns: [queue, id] })],
);

/** The next due time of each repeating job. */
export const repeatingJobs = pgTable('repeating_jobs', {
  name: text('name').primaryKey(),
  dueAt: timestamp('due_at', { withTimezone: true, precision: 3, mode: 'date' }).notNull(),
});
