import { bigint, pgTable, text, uuid } from '../../platform/db/drizzle.ts';

/** Bundles that were quoted and not submitted. */
export const unsubmittedBytes = pgTable('unsubmitted_bytes', {
  quoteId: uuid('quote_id').primaryKey(),
  owner: text('owner').notNull(),
  /** A keyed digest of the network address. Null for rows from before it was stored. */
  origin: text('origin'),
  bundleSha256: text('bundle_sha256').notNull(),
  bytes: bigint('bytes', { mode: 'number' }).notNull(),
});
