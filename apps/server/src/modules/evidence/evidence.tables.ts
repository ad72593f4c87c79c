import { integer, pgTable, timestamp } from '../../platform/db/drizzle.ts';

/** An hour without a row is an hour without service. */
export const uptimeHours = pgTable('uptime_hours', {
  hour: timestamp('hour', { withTimezone: true, mode: 'date' }).primaryKey(),
  minutes: integer('minutes').notNull(),
  lastAt: timestamp('last_at', { withTimezone: true, precision: 3, mode: 'date' }).notNull(),
});
