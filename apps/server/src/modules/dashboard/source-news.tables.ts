import { pgTable, text, timestamp } from '../../platform/db/drizzle.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

/** The current commit of a certificate's repository, if it is not the certified one. */
export const sourceNews = pgTable('source_news', {
  certificateId: text('certificate_id').primaryKey(),
  ownerWallet: text('owner_wallet').notNull(),
  newerCommit: text('newer_commit'),
  seenAt: moment('seen_at').notNull(),
  checkedAt: moment('checked_at').notNull(),
});
