import { integer, pgTable, text } from '../../platform/db/drizzle.ts';

/** Kept by a trigger on `certificate_states`; read only. */
export const certificateCounts = pgTable('certificate_counts', {
  ownerWallet: text('owner_wallet').primaryKey(),
  approved: integer('approved').notNull(),
  deprecated: integer('deprecated').notNull(),
  suspended: integer('suspended').notNull(),
});
