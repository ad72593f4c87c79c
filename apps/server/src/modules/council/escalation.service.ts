import { DRAW_RULES } from '@assay/economy/council';
import { newUuidV7, PanelId, type RandomBytes, type SubmissionTrigger } from '@assay/protocol';
import type { Lifecycle } from '../submissions/index.ts';
import type { CouncilTransaction } from './council.transaction.ts';
import { toRoundOver } from './round-over.ts';
import type { RoundRow } from './rounds.store.ts';

type Deps = {
  readonly lifecycle: Pick<Lifecycle, 'moveIn'>;
  readonly random: RandomBytes;
  readonly clock: { now(): Date };
};

const DUE_WITHIN_MS = 48 * 60 * 60_000;
/** Before refunds and flags, because a paid review waits for the decision. */
const PRIORITY = 200;

/** Ends the council's part without a verdict: an operator decides, or the review is aborted. */
export function createEscalation({ lifecycle, random, clock }: Deps) {
  return {
    /** Hands the round to an operator, whose decision ends it. */
    async escalateIn(
      tx: CouncilTransaction,
      round: RoundRow,
      trigger: SubmissionTrigger,
      reason: string,
    ): Promise<void> {
      const now = clock.now();
      const position = (await tx.panels.listOfRound(round.id)).length;
      const id = newUuidV7(PanelId, now.getTime(), random);
      const nobody = { candidates: [], drawRules: DRAW_RULES, commitBy: null, revealFrom: null, revealBy: null };
      await tx.panels.insert({
        id,
        roundId: round.id,
        position,
        phase: 'HUMAN',
        state: 'DRAWN',
        drawnAt: now,
        ...nobody,
      });
      await tx.rounds.change(round.id, { state: 'ESCALATED', reason, dueAt: null });
      const ref = { type: 'round', id: round.id };
      const dueAt = new Date(now.getTime() + DUE_WITHIN_MS);
      await tx.operatorQueue.add({ kind: 'ROUND', ref, priority: PRIORITY, openedAt: now, dueAt });
      if (round.type === 'INITIAL_AUDIT') await lifecycle.moveIn(tx, round.submissionId, trigger, reason);
    },

    /** The service could not complete the review: the review ends, and its payment is due for a refund. */
    async abortIn(tx: CouncilTransaction, round: RoundRow, reason: string): Promise<void> {
      await tx.rounds.change(round.id, { state: 'ABORTED', reason, dueAt: null, completedAt: clock.now() });
      await tx.publish(toRoundOver(round, 'aborted', reason));
    },
  };
}
export type Escalation = ReturnType<typeof createEscalation>;
