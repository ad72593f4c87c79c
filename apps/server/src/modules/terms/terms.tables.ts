import { pgTable, primaryKey, text, timestamp } from '../../platform/db/drizzle.ts';

/** Append-only: see the migration. */
export const termsAcceptances = pgTable(
  'terms_acceptances',
  {
    /** In the form of `principalOf`. */
    principal: text('principal').notNull(),
    sha256: text('sha256').notNull(),
    version: text('version').notNull(),
    acceptedAt: timestamp('accepted_at', { withTimezone: true, precision: 3, mode: 'date' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.principal, table.sha256] })],
);
