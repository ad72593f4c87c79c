import { CertificateId, type FlagSeverity } from '@assay/protocol';
import type { FlagRow } from '../certificates/index.ts';
import type { CouncilTransaction } from './council.transaction.ts';

/** Those who last voted a certificate SAFE answer for a defect that was in its bytes all along. */
export async function penalizeVotersIn(
  tx: Pick<CouncilTransaction, 'rounds' | 'bench'>,
  { id: flagId, certificateId }: Pick<FlagRow, 'id' | 'certificateId'>,
  severity: FlagSeverity,
): Promise<void> {
  const round = await tx.rounds.findVouching(certificateId);
  if (round === undefined) return;
  const certificate = { certificateId: CertificateId.parse(certificateId), track: 'SKILL' as const };
  await tx.bench.confirmFlag({ flagId, ...certificate, roundId: round.id, severity });
}
