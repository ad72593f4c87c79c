import { integer, jsonb, pgTable, primaryKey, text, timestamp } from '../db/drizzle.ts';

/** Answers for repeated requests. Without a status, the first request is still in progress. */
export const idempotentAnswers = pgTable(
  'idempotent_answers',
  {
    principal: text('principal').notNull(),
    route: text('route').notNull(),
    key: text('key').notNull(),
    bodySha256: text('body_sha256').notNull(),
    status: integer('status'),
    headers: jsonb('headers').$type<Record<string, string>>(),
    body: text('body'),
    createdAt: timestamp('created_at', { withTimezone: true, precision: 3, mode: 'date' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.principal, table.route, table.key] })],
);
