import { runInContext } from '../../platform/log/index.ts';
import type { SeatEvent } from '../seats/index.ts';
import type { CouncilTransaction } from './council.transaction.ts';
import { queueReviews } from './review-queue.ts';
import type { RoundRow } from './rounds.store.ts';

type Turn = { readonly seat: Pick<SeatEvent['seat'], 'origin' | 'roundId'> };

async function findRound(tx: CouncilTransaction, { seat }: Turn): Promise<RoundRow | undefined> {
  return seat.origin === 'REVIEW' ? tx.rounds.find(seat.roundId) : undefined;
}

/** Locks the submission of an acting seat, so that its window cannot close during the act. */
export async function lockForSeat(tx: CouncilTransaction, turn: Turn): Promise<void> {
  const round = await findRound(tx, turn);
  if (round !== undefined) await tx.submissions.lock(round.submissionId);
}

/** A seat has acted, and the round may have waited for it. The review belongs to its own request, not to the validator's. */
export async function followSeat(tx: CouncilTransaction, turn: Turn): Promise<void> {
  const round = await findRound(tx, turn);
  if (round === undefined) return;
  await runInContext({ requestId: round.requestId ?? undefined }, () => queueReviews(tx, [round.submissionId]));
}
