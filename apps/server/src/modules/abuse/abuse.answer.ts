import { AbuseReport } from '@assay/protocol';
import type { ReportRow } from './abuse.store.ts';

/** The view of the reporter and the owner: without the contact. */
export function toReport(row: ReportRow): AbuseReport {
  const { decision, reason, decidedAt, appealedBy, appealedAt } = row;
  return AbuseReport.parse({
    id: row.id,
    certificateId: row.certificateId,
    category: row.category,
    description: row.description,
    originalUrl: row.originalUrl,
    state: stateOf(row),
    openedAt: row.openedAt.toISOString(),
    dueAt: row.dueAt.toISOString(),
    decision: decision === null ? null : { decision, reason, decidedAt: decidedAt?.toISOString() },
    appeal:
      appealedBy === null
        ? null
        : {
            by: appealedBy,
            reason: row.appealReason,
            openedAt: appealedAt?.toISOString(),
            decision: row.appealDecision,
            decidedReason: row.appealAnswer,
            decidedAt: row.appealDecidedAt?.toISOString() ?? null,
          },
  });
}

function stateOf({ decision, appealedBy, appealDecision }: ReportRow): AbuseReport['state'] {
  if (decision === null) return 'OPEN';
  if (appealedBy === null) return 'DECIDED';
  return appealDecision === null ? 'APPEALED' : 'CLOSED';
}
