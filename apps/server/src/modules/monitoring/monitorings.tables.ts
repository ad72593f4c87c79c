import type { MonitoringCheck } from '@assay/protocol';
import type { z } from 'zod';
import { jsonb, pgTable, text, timestamp } from '../../platform/db/drizzle.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

/** The monitoring results of a certificate. */
export const monitorings = pgTable('monitorings', {
  certificateId: text('certificate_id').primaryKey(),
  checks: jsonb('checks').$type<z.input<typeof MonitoringCheck>[]>().notNull(),
  /** The rules that the bytes were last reviewed with; null until a replay. */
  replayedWith: text('replayed_with'),
  /** The checking worker keeps this in the future until it is done. */
  nextCheckAt: moment('next_check_at').notNull(),
  lastCheckedAt: moment('last_checked_at'),
});
