import { CertificateId } from '@assay/protocol';
import { type CertificateEvent, isAboutSealedBytes } from '../certificates/index.ts';
import type { ValidatorPool } from '../validators/index.ts';
import type { CouncilTransaction } from './council.transaction.ts';
import { tracksIn } from './tracks.ts';

type Confirmed = Extract<CertificateEvent, { readonly type: 'flag.confirmed' }>;

export function createPenalties({ pool }: { readonly pool: Pick<ValidatorPool, 'confirmFlagIn'> }) {
  return {
    /** Penalises the validators whose SAFE votes last vouched for a certificate with a defect in its sealed bytes. */
    async penalizeVoters(tx: CouncilTransaction, { flag, severity, isFirst }: Confirmed): Promise<void> {
      if (!isFirst || !isAboutSealedBytes(flag)) return;
      const round = await tx.rounds.findVouching(flag.certificateId);
      if (round === undefined) return;
      const certificateId = CertificateId.parse(flag.certificateId);
      const [track] = await tracksIn(tx, round.submissionId);
      const about = { flagId: flag.id, certificateId, roundId: round.id, severity, track };
      await pool.confirmFlagIn(tx, about);
    },
  };
}
