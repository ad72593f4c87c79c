import { bigint, jsonb, pgTable, text, timestamp, uuid } from '../db/drizzle.ts';

export const events = pgTable('events', {
  id: uuid('id').primaryKey(),
  /** Null until the publisher has numbered the committed row. */
  seq: bigint('seq', { mode: 'number' }).unique(),
  kind: text('kind').notNull(),
  occurredAt: timestamp('occurred_at', { withTimezone: true, precision: 3, mode: 'date' }).notNull(),
  subjectType: text('subject_type').notNull(),
  subjectId: text('subject_id').notNull(),
  outcome: text('outcome', { enum: ['success', 'fail', 'blocked'] }).notNull(),
  data: jsonb('data').$type<Record<string, unknown>>().notNull(),
  causedBy: jsonb('caused_by').$type<{ type: string; id: string }>(),
  /** The principal that may read an event of a kind that is not public. */
  owner: text('owner'),
  /** World events only: the hour, and the entities concerned besides the subject. */
  tick: bigint('tick', { mode: 'number' }),
  actorId: uuid('actor_id'),
  cityId: uuid('city_id'),
  businessId: uuid('business_id'),
  journalIds: uuid('journal_ids').array(),
  /** Only for log lines; never published. */
  requestId: text('request_id'),
  added: bigint('added', { mode: 'number' }).generatedAlwaysAsIdentity(),
});

/** The position of each follower in the order of `events.seq`. */
export const eventCursors = pgTable('event_cursors', {
  name: text('name').primaryKey(),
  seq: bigint('seq', { mode: 'number' }).notNull(),
});
