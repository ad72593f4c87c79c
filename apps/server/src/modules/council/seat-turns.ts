import type { SeatEvent } from '../seats/index.ts';
import type { CouncilTransaction } from './council.transaction.ts';
import { queueReviews } from './review-queue.ts';

type Acting = Extract<SeatEvent, { readonly type: 'seat.acting' }>;
type Acted = Extract<SeatEvent, { readonly type: 'seat.acted' }>;

async function findSubmission(tx: CouncilTransaction, { seat }: Acting | Acted): Promise<string | undefined> {
  return seat.origin === 'REVIEW' ? (await tx.rounds.find(seat.roundId))?.submissionId : undefined;
}

/** Locks the submission of an acting seat, so that its window cannot close during the act. */
export async function lockForSeat(tx: CouncilTransaction, event: Acting): Promise<void> {
  const submissionId = await findSubmission(tx, event);
  if (submissionId !== undefined) await tx.submissions.lock(submissionId);
}

/** A seat has acted, and the round may have waited for it. */
export async function followSeat(tx: CouncilTransaction, event: Acted): Promise<void> {
  const submissionId = await findSubmission(tx, event);
  if (submissionId !== undefined) await queueReviews(tx, [submissionId]);
}
