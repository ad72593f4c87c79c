import { pgTable, text, timestamp, uuid } from '../../platform/db/drizzle.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

export const abuseReports = pgTable('abuse_reports', {
  id: uuid('id').primaryKey(),
  certificateId: text('certificate_id').notNull(),
  /** In the format of `principalOf`. */
  owner: text('owner').notNull(),
  category: text('category', {
    enum: ['STOLEN', 'ILLEGAL', 'MALWARE', 'PERSONAL_DATA', 'IMPERSONATION', 'OTHER'],
  }).notNull(),
  description: text('description').notNull(),
  originalUrl: text('original_url'),
  /** Null if the reporter gave none, and after the retention period. */
  contact: text('contact'),
  receiptSha256: text('receipt_sha256').notNull(),
  openedAt: moment('opened_at').notNull(),
  dueAt: moment('due_at').notNull(),
  decision: text('decision', { enum: ['DISMISS', 'DELIST', 'SUSPEND'] }),
  reason: text('reason'),
  decidedAt: moment('decided_at'),
  appealedBy: text('appealed_by', { enum: ['OWNER', 'REPORTER'] }),
  appealReason: text('appeal_reason'),
  appealedAt: moment('appealed_at'),
  appealDecision: text('appeal_decision', { enum: ['UPHOLD', 'OVERTURN'] }),
  appealAnswer: text('appeal_answer'),
  appealDecidedAt: moment('appeal_decided_at'),
});
