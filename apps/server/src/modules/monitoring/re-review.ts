import type { Openings } from '../council/index.ts';
import type { MonitoringTransaction } from './monitoring.transaction.ts';

type Cause = { readonly certificateId: string; readonly submissionId: string; readonly reason: string };

/**
 * Has certified bytes reviewed again, unless they are suspended: a round gives back what it finds safe, and only the owner
 * may order that. False while another round about them is not over.
 */
export async function reviewAgainIn(
  tx: MonitoringTransaction,
  openings: Pick<Openings, 'reAuditIn'>,
  { certificateId, submissionId, reason }: Cause,
): Promise<boolean> {
  const [current] = await tx.certificates.findCurrent([certificateId]);
  if (current === undefined || current.state.status === 'SUSPENDED') return true;
  return openings.reAuditIn(tx, submissionId, reason);
}
