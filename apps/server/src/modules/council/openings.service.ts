import { newUuidV7, type RandomBytes, RoundId, type RoundState, type RoundType } from '@assay/protocol';
import { readContext } from '../../platform/log/index.ts';
import type { Lifecycle, SubmissionEvent, SubmissionRow } from '../submissions/index.ts';
import type { CouncilTransaction } from './council.transaction.ts';
import type { Decisions } from './decisions.service.ts';
import type { Escalation } from './escalation.service.ts';
import type { SeatedPanel } from './panels.store.ts';
import { queueReviews } from './review-queue.ts';
import type { RoundRow } from './rounds.store.ts';

type Deps = {
  readonly lifecycle: Pick<Lifecycle, 'moveIn'>;
  readonly decisions: Pick<Decisions, 'drawIn'>;
  readonly escalation: Pick<Escalation, 'escalateIn'>;
  readonly random: RandomBytes;
  readonly clock: { now(): Date };
};

type Taken = Extract<SubmissionEvent, { readonly type: 'intervention.taken' }>;
type Appealed = {
  readonly submission: SubmissionRow;
  readonly round: RoundRow;
  readonly panels: readonly SeatedPanel[];
};

/** The topic that tells the process that opened a round to fetch its beacon. */
export const BEACON_NOTICE = 'council-beacon';

const NEVER_DRAWN = 'The disputed decision had no panel. A person decides again.';
const UNDER_WAY: ReadonlySet<RoundState> = new Set(['OPEN', 'ESCALATED', 'DECIDED']);

/** Opens rounds for submissions and re-audits, reopens them for disputes, and hands them to a person. */
export function createOpenings({ lifecycle, decisions, escalation, random, clock }: Deps) {
  async function openIn(
    tx: CouncilTransaction,
    submissionId: string,
    type: RoundType,
    sealedAt: Date,
  ): Promise<RoundRow> {
    const now = clock.now();
    const { requestId = null } = readContext();
    const id = newUuidV7(RoundId, now.getTime(), random);
    const round: RoundRow = {
      id,
      submissionId,
      requestId,
      type,
      state: 'OPEN',
      sealedAt,
      beacon: null,
      decision: null,
      securityLevel: null,
      readingUsage: null,
      reason: null,
      examinations: 0,
      failures: 0,
      dueAt: now,
      startedAt: now,
      completedAt: null,
    };
    await tx.rounds.insert(round);
    // The block is mined while the engine runs, so that no round waits for it. Other processes find the round by polling.
    await tx.events.notifyHere(BEACON_NOTICE, id);
    return round;
  }

  return {
    async readBundle(tx: CouncilTransaction, { id, createdAt }: SubmissionRow): Promise<RoundRow> {
      const round = await openIn(tx, id, 'INITIAL_AUDIT', createdAt);
      await lifecycle.moveIn(tx, id, 'taken', null);
      return round;
    },

    /** Reviews certified bytes again with the current rules. False while an earlier round of theirs is not settled. */
    async reAuditIn(tx: CouncilTransaction, submissionId: string, reason: string): Promise<boolean> {
      await tx.submissions.lock(submissionId);
      const latest = await tx.rounds.findLatest(submissionId);
      if (latest !== undefined && UNDER_WAY.has(latest.round.state)) return false;
      await openIn(tx, submissionId, 'RE_AUDIT', clock.now());
      await lifecycle.moveIn(tx, submissionId, 're_audit_started', reason);
      await queueReviews(tx, [submissionId]);
      return true;
    },

    /** Sends a rejected submission to an appeal panel of the same round. */
    async appealIn(tx: CouncilTransaction, { submission, round, panels }: Appealed): Promise<void> {
      const reopened = {
        state: 'OPEN',
        decision: null,
        securityLevel: null,
        reason: null,
        completedAt: null,
        dueAt: clock.now(),
      } as const;
      await tx.rounds.change(round.id, reopened);
      const open = { submission, round: { ...round, ...reopened }, panels };
      // A person decided before any draw, so there is no vote for a panel to review.
      const hasVoted = round.beacon !== null && panels.some(({ phase }) => phase === 'PRIMARY');
      if (!hasVoted) return escalation.escalateIn(tx, open.round, 'appeal_undecided', NEVER_DRAWN);
      await decisions.drawIn(tx, open, 'APPEAL');
    },

    /** Hands a review in progress to a person. */
    async takeOver(tx: CouncilTransaction, { submissionId, reason }: Taken): Promise<void> {
      await tx.submissions.lock(submissionId);
      const latest = await tx.rounds.findLatest(submissionId);
      if (latest?.round.state !== 'OPEN' || !latest.hasReport) return;
      await escalation.escalateIn(tx, latest.round, 'intervention_taken', reason);
    },
  };
}
export type Openings = ReturnType<typeof createOpenings>;
