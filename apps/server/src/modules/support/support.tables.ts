import type { JsonValue } from '@assay/protocol';
import { bigint, integer, jsonb, pgTable, text, timestamp, uuid } from '../../platform/db/drizzle.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

export type Decision = {
  decision: string;
  reason: string;
  severity: string | null;
  decidedAt: string;
  /** The operator. Absent for items that were settled otherwise and for earlier decisions. */
  by?: string;
};

/** Items that wait for a person. */
export const operatorQueue = pgTable('operator_queue', {
  id: uuid('id').primaryKey(),
  kind: text('kind', {
    enum: ['ROUND', 'FLAG', 'PLUGIN', 'TICKET', 'REFUND', 'INTERVENTION', 'ABUSE', 'APPEAL'],
  }).notNull(),
  refType: text('ref_type').notNull(),
  refId: text('ref_id').notNull(),
  priority: integer('priority').notNull(),
  openedAt: moment('opened_at').notNull(),
  dueAt: moment('due_at').notNull(),
  state: text('state', { enum: ['OPEN', 'TAKEN', 'DECIDED'] }).notNull(),
  decision: jsonb('decision').$type<Decision>(),
});

/** Append-only and hash-chained; see `audit-log.service.ts`. */
export const auditLog = pgTable('audit_log', {
  position: bigint('position', { mode: 'number' }).primaryKey(),
  at: moment('at').notNull(),
  actor: text('actor').notNull(),
  action: text('action').notNull(),
  subjectType: text('subject_type').notNull(),
  subjectId: text('subject_id').notNull(),
  detail: jsonb('detail').$type<Record<string, JsonValue>>().notNull(),
  requestId: text('request_id'),
  previousHash: text('previous_hash').notNull(),
  hash: text('hash').notNull().unique(),
});
