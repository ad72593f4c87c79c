import type { Reading } from '@assay/audit';
import { bigint, customType, jsonb, pgTable, primaryKey, text, timestamp } from '../../platform/db/drizzle.ts';

const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });

export const modelReadings = pgTable(
  'model_readings',
  {
    inputDigest: text('input_digest').notNull(),
    family: text('family').notNull(),
    model: text('model').notNull(),
    promptVersion: text('prompt_version').notNull(),
    pass: text('pass').notNull(),
    reading: jsonb('reading').$type<Reading>().notNull(),
    transcript: text('transcript').notNull(),
    readAt: timestamp('read_at', { withTimezone: true, precision: 3, mode: 'date' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.inputDigest, table.family, table.model, table.promptVersion, table.pass] })],
);

export const modelTranscripts = pgTable('model_transcripts', {
  digest: text('digest').primaryKey(),
  body: bytea('body').notNull(),
});

export const modelSpending = pgTable(
  'model_spending',
  {
    model: text('model').notNull(),
    /** For example `2026-11-15`. */
    day: text('day').notNull(),
    micros: bigint('micros', { mode: 'number' }).notNull(),
    inputTokens: bigint('input_tokens', { mode: 'number' }).notNull().default(0),
    outputTokens: bigint('output_tokens', { mode: 'number' }).notNull().default(0),
    /** Questions that were not asked because the budget was spent. */
    notAsked: bigint('not_asked', { mode: 'number' }).notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.model, table.day] })],
);
