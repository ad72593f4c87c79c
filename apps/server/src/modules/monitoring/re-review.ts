import type { Openings } from '../council/index.ts';
import type { MonitoringTransaction } from './monitoring.transaction.ts';

type Cause = { readonly certificateId: string; readonly submissionId: string; readonly reason: string };

/**
 * Opens a re-audit of certified bytes, unless they are suspended: a passed round lifts a suspension, and only the owner may
 * request that. False while another round about them is not over.
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
