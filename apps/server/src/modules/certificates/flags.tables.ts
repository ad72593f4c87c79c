import type { Evidence, FlagCategory, FlagDecision, FlagSeverity } from '@assay/protocol';
import { boolean, jsonb, numeric, pgTable, text, timestamp, uuid } from '../../platform/db/drizzle.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

export const flags = pgTable('flags', {
  id: uuid('id').primaryKey(),
  certificateId: text('certificate_id').notNull(),
  state: text('state', { enum: ['RECEIVED', 'OPEN', 'CONFIRMED', 'DISMISSED', 'WITHDRAWN'] }).notNull(),
  category: text('category').$type<FlagCategory>().notNull(),
  severity: text('severity').$type<FlagSeverity>().notNull(),
  description: text('description').notNull(),
  evidence: jsonb('evidence').$type<Evidence[]>().notNull(),
  walletAddress: text('wallet_address').notNull(),
  /** A signature or credential showed that the reporter holds the wallet. */
  walletProven: boolean('wallet_proven').notNull(),
  openedAt: moment('opened_at').notNull(),
  triageDueAt: moment('triage_due_at').notNull(),
  decidedAt: moment('decided_at'),
  decision: jsonb('decision').$type<FlagDecision>(),
  /** When a worker processes the flag next. Null after the decision and while a person decides. */
  dueAt: moment('due_at'),
  bond: numeric('bond', { precision: 39, scale: 0, mode: 'bigint' }),
  /** The actor whose purse paid the bond. */
  bondActorId: uuid('bond_actor_id'),
  bondState: text('bond_state', { enum: ['HELD', 'RETURNED', 'LOST'] }),
});
