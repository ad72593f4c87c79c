import { integer, pgTable, text, timestamp, uuid } from '../../platform/db/drizzle.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

export const webhooks = pgTable('webhooks', {
  id: uuid('id').primaryKey(),
  /** In the form of `principalOf`. */
  owner: text('owner').notNull(),
  url: text('url').notNull(),
  kinds: text('kinds').array().notNull(),
  certificateIds: text('certificate_ids').array(),
  description: text('description').notNull(),
  sealedSecret: text('sealed_secret').notNull(),
  state: text('state', { enum: ['ACTIVE', 'DISABLED'] }).notNull(),
  /** The first of the current consecutive failures. */
  failingSince: moment('failing_since'),
  createdAt: moment('created_at').notNull(),
});

export const webhookDeliveries = pgTable('webhook_deliveries', {
  id: uuid('id').primaryKey(),
  webhookId: uuid('webhook_id').notNull(),
  eventId: uuid('event_id').notNull(),
  requestId: text('request_id'),
  kind: text('kind').notNull(),
  body: text('body').notNull(),
  state: text('state', { enum: ['PENDING', 'DELIVERED', 'FAILED'] }).notNull(),
  tries: integer('tries').notNull(),
  lastStatus: integer('last_status'),
  lastError: text('last_error'),
  dueAt: moment('due_at').notNull(),
  createdAt: moment('created_at').notNull(),
  finishedAt: moment('finished_at'),
});
