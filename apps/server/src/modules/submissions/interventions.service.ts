import { Problem, type RandomBytes, type Submission } from '@assay/protocol';
import type { z } from 'zod';
import type { Developer } from '../../platform/auth/index.ts';
import { ownedEvent } from '../../platform/events/index.ts';
import { mayAskForPerson } from './interventions.policy.ts';
import type { InterventionStore } from './interventions.store.ts';
import { SUBMISSION_NOTICE } from './lifecycle.service.ts';
import type { SubmissionRow } from './submissions.store.ts';
import type { SubmissionTransaction } from './submissions.transaction.ts';

type SubmissionAnswer = z.input<typeof Submission>;
type Transaction = SubmissionTransaction & { readonly interventions: InterventionStore };
type Deps<Tx extends Transaction> = {
  readonly inTransaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  /** Throws submission_not_found for a submission of somebody else. */
  readonly readOwn: (id: string, caller: Developer) => Promise<SubmissionAnswer>;
  /** Hands a review that is under way to a person. */
  readonly takeOverIn: (tx: Tx, submissionId: string, reason: string) => Promise<void>;
  readonly random: RandomBytes;
  readonly clock: { now(): Date };
};

/** Below rounds that stand still until a person decides, above tickets. */
const PRIORITY = 150;
const DUE_WITHIN_MS = 48 * 60 * 60_000;

/** Asking for a person, once for each submission. */
export function createInterventions<Tx extends Transaction>(deps: Deps<Tx>) {
  const { inTransaction, readOwn, takeOverIn, random, clock } = deps;

  async function request(id: string, reason: string, caller: Developer): Promise<SubmissionAnswer> {
    await readOwn(id, caller);
    await inTransaction((tx) => requestIn(tx, id, reason));
    return readOwn(id, caller);
  }

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
    await tx.desk.add({ kind: 'INTERVENTION', ref, priority: PRIORITY, openedAt: now, dueAt });
    await announceIn(tx, row, 'A person was asked for.');
  }

  /** The state stays as it is; that somebody looks at it is news all the same. */
  async function announceIn(tx: Tx, { id, owner, state }: SubmissionRow, reason: string): Promise<void> {
    const data = { submissionId: id, from: state, to: state, reason };
    const subject = { type: 'submission', id };
    await tx.events.add(
      ownedEvent({ kind: 'submission.state_changed', at: clock.now(), subject, owner, data }, random),
    );
    await tx.events.notify(SUBMISSION_NOTICE, id);
  }

  /** TAKE: an operator looks at it, and a review under way becomes theirs to decide. CLOSE: it is dealt with. */
  async function decideIn(
    tx: Tx,
    submissionId: string,
    { decision, reason }: { decision: string; reason: string },
  ): Promise<void> {
    const before = await tx.submissions.lock(submissionId);
    await tx.interventions.setState(submissionId, decision === 'TAKE' ? 'TAKEN' : 'DONE');
    if (decision === 'TAKE') await takeOverIn(tx, submissionId, reason);
    const after = await tx.submissions.lock(submissionId);
    if (after !== undefined && after.state === before?.state) await announceIn(tx, after, reason);
  }

  return { request, decideIn };
}
export type Interventions = ReturnType<typeof createInterventions>;
