import { CertificateId } from '@assay/protocol';
import { type CertificateEvent, isAboutSealedBytes } from '../certificates/index.ts';
import type { CouncilTransaction } from './council.transaction.ts';

type Confirmed = Extract<CertificateEvent, { readonly type: 'flag.confirmed' }>;

/** Those who last voted a certificate SAFE answer for a defect that was in its bytes all along. */
export async function penalizeVoters(
  tx: Pick<CouncilTransaction, 'rounds' | 'bench'>,
  { flag, severity, isFirst }: Confirmed,
): Promise<void> {
  if (!isFirst || !isAboutSealedBytes(flag)) return;
  const round = await tx.rounds.findVouching(flag.certificateId);
  if (round === undefined) return;
  const certificateId = CertificateId.parse(flag.certificateId);
  await tx.bench.confirmFlag({ flagId: flag.id, certificateId, roundId: round.id, severity, track: 'SKILL' });
}
