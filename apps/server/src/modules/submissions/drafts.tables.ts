import { integer, pgTable, sql, text, timestamp, uuid } from '../../platform/db/drizzle.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

export const drafts = pgTable('drafts', {
  id: uuid('id').primaryKey(),
  accountId: uuid('account_id').notNull(),
  revision: integer('revision').notNull(),
  state: text('state', { enum: ['OPEN', 'SUBMITTED'] }).notNull(),
  /** JSON of a `DraftInput`. */
  input: text('input').notNull(),
  /** The quote of the draft's current content. */
  quoteId: uuid('quote_id'),
  submissionId: uuid('submission_id'),
  /** A keyed digest of the network address of the last change. Null for earlier drafts. */
  origin: text('origin'),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
  /** The length of `input`. */
  bytes: integer('bytes').notNull().generatedAlwaysAs(sql`octet_length(input)`),
});
