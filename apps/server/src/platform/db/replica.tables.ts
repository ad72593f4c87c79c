import { pgTable, timestamp, uuid } from './drizzle.ts';

export const replicaBeats = pgTable('replica_beats', {
  process: uuid('process').primaryKey(),
  token: uuid('token').notNull(),
  at: timestamp('at', { withTimezone: true, precision: 3, mode: 'date' }).notNull(),
});
