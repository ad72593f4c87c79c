import { bigint, jsonb, pgTable, timestamp, uuid } from '../../platform/db/drizzle.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

/** Kept for a day. */
export const rpcAnalyses = pgTable('rpc_analyses', {
  id: uuid('id').primaryKey(),
  /** Null while the analysis runs. */
  result: jsonb('result').$type<object>(),
  startedAt: moment('started_at').notNull(),
});

/** The effects of an operator's write in its hour. */
export const rpcEffects = pgTable('rpc_effects', {
  inputId: bigint('input_id', { mode: 'number' }).primaryKey(),
  eventIds: uuid('event_ids').array().notNull(),
  journalIds: uuid('journal_ids').array().notNull(),
});
