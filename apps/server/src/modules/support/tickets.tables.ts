import { pgTable, text, timestamp, uuid } from '../../platform/db/drizzle.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

export const supportTickets = pgTable('support_tickets', {
  id: uuid('id').primaryKey(),
  accountId: uuid('account_id').notNull(),
  subject: text('subject').notNull(),
  category: text('category', { enum: ['PAYMENT', 'SUBMISSION', 'CERTIFICATE', 'ACCOUNT', 'OTHER'] }).notNull(),
  state: text('state', { enum: ['OPEN', 'ANSWERED', 'CLOSED'] }).notNull(),
  refType: text('ref_type'),
  refId: text('ref_id'),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
});

export const ticketMessages = pgTable('ticket_messages', {
  id: uuid('id').primaryKey(),
  ticketId: uuid('ticket_id').notNull(),
  sender: text('sender', { enum: ['developer', 'operator'] }).notNull(),
  text: text('text').notNull(),
  at: moment('at').notNull(),
});
