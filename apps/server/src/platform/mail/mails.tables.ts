import { integer, pgTable, text, timestamp, uuid } from '../db/drizzle.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

/** Mails in the queue. A sent mail is deleted, because its codes are no longer needed. */
export const outgoingMails = pgTable('outgoing_mails', {
  id: uuid('id').primaryKey(),
  recipient: text('recipient').notNull(),
  subject: text('subject').notNull(),
  text: text('text').notNull(),
  html: text('html').notNull(),
  createdAt: moment('created_at').notNull(),
  dueAt: moment('due_at').notNull(),
  tries: integer('tries').notNull(),
});
