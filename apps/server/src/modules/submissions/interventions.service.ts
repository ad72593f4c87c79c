import { Problem, type RandomBytes } from '@assay/protocol';
import { ownedEvent } from '../../platform/events/index.ts';
import type { OperatorDecided } from '../support/index.ts';
import { mayAskForPerson } from './interventions.policy.ts';
import type { InterventionStore } from './interventions.store.ts';
import { SUBMISSION_NOTICE } from './lifecycle.service.ts';
import type { SubmissionEvent } from './submissions.published.ts';
import type { SubmissionRow } from './submissions.store.ts';
import type { SubmissionTransaction } from './submissions.transaction.ts';

export type InterventionTransaction = SubmissionTransaction & { readonly interventions: InterventionStore };
type Tx = InterventionTransaction;
type TakenIntervention = Extract<SubmissionEvent, { readonly type: 'intervention.taken' }>;
type Deps = {
  readonly inTransaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  readonly random: RandomBytes;
  readonly clock: { now(): Date };
};

/** Below rounds that wait for an operator, above tickets. */
const PRIORITY = 150;
const DUE_WITHIN_MS = 48 * 60 * 60_000;

/** Requests for a person, at most one per submission. */
export function createInterventions({ inTransaction, random, clock }: Deps) {
  /** The caller must own the submission. */
  const request = (id: string, reason: string): Promise<void> => inTransaction((tx) => requestIn(tx, id, reason));

  async function requestIn(tx: Tx, id: string, reason: string): Promise<void> {
    const row = await tx.submissions.lock(id);
    if (row === undefined) throw new Problem('submission_not_found');
    const now = clock.now();
    if ((await tx.interventions.list([id])).length > 0) throw new Problem('intervention_exists');
    const [dispute] = await tx.submissions.findDisputes([id]);
    const isDisputeDecided = dispute !== undefined && dispute.state !== 'OPEN';
    if (!mayAskForPerson({ state: row.state, since: row.updatedAt, isDisputeDecided }, now)) {
      throw new Problem('intervention_not_allowed');
    }
    await tx.interventions.insert({ submissionId: id, state: 'REQUESTED', reason, requestedAt: now });
    const ref = { type: 'submission', id };
    const dueAt = new Date(now.getTime() + DUE_WITHIN_MS);
    await tx.operatorQueue.add({ kind: 'INTERVENTION', ref, priority: PRIORITY, openedAt: now, dueAt });
    await announceIn(tx, row, 'Human review was requested.');
  }

  /** Publishes the human review. The state of the submission stays the same. */
  async function announceIn(tx: Tx, { id, owner, state }: SubmissionRow, reason: string): Promise<void> {
    const data = { submissionId: id, from: state, to: state, reason };
    const subject = { type: 'submission', id };
    await tx.events.add(
      ownedEvent({ kind: 'submission.state_changed', at: clock.now(), subject, owner, data }, random),
    );
    await tx.events.notify(SUBMISSION_NOTICE, id);
  }

  /** TAKE: an operator takes over, and a review in progress becomes theirs to decide. CLOSE: the request is settled. */
  async function decide(tx: Tx, { ref, verdict }: OperatorDecided): Promise<void> {
    const submission = await tx.submissions.lock(ref.id);
    await tx.interventions.setState(ref.id, verdict.decision === 'TAKE' ? 'TAKEN' : 'DONE');
    if (submission === undefined) return;
    const { id: submissionId, state } = submission;
    if (verdict.decision !== 'TAKE') return announceIn(tx, submission, verdict.reason);
    await tx.publish({ type: 'intervention.taken', submissionId, state, reason: verdict.reason });
  }

  /** Runs after the council. If the council handed over its review, the new state is already published. */
  async function publishUnchanged(tx: Tx, { submissionId, state, reason }: TakenIntervention): Promise<void> {
    const submission = await tx.submissions.lock(submissionId);
    if (submission?.state === state) await announceIn(tx, submission, reason);
  }

  return { request, decide, publishUnchanged };
}
export type Interventions = ReturnType<typeof createInterventions>;
