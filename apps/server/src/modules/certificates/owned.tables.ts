import { integer, pgTable, text } from '../../platform/db/drizzle.ts';

/** A trigger on `certificate_states` maintains this table; the service only reads it. */
export const certificateCounts = pgTable('certificate_counts', {
  ownerWallet: text('owner_wallet').primaryKey(),
  approved: integer('approved').notNull(),
  deprecated: integer('deprecated').notNull(),
  suspended: integer('suspended').notNull(),
});
