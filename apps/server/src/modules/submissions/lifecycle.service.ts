import {
  ACCEPTED,
  newUuidV7,
  nextSubmissionState,
  type RandomBytes,
  SubmissionId,
  type SubmissionState,
  type SubmissionTrigger,
  type VerdictValue,
} from '@assay/protocol';
import { ownedEvent } from '../../platform/events/index.ts';
import type { Refunds } from '../payments/index.ts';
import type { BundleStore } from './bundles.store.ts';
import { type BundleFile, digestsOf } from './bundles.ts';
import type { SealedInputRow, SubmissionRow, SubmissionStore } from './submissions.store.ts';
import type { SubmissionTransaction } from './submissions.transaction.ts';

type Deps = {
  readonly submissions: SubmissionStore;
  readonly bundles: BundleStore;
  readonly refunds: Pick<Refunds, 'dueIn'>;
  readonly random: RandomBytes;
  readonly clock: { now(): Date };
};
/** The end of a review, as far as it changes the submission. */
export type EndedReview = {
  readonly submissionId: string;
  /** True for certified bytes, whose submission stays unchanged. */
  readonly isReAudit: boolean;
  readonly startedAt: Date;
  /** `aborted`: the service could not complete the review. */
  readonly end: 'aborted' | { readonly verdict: VerdictValue; readonly by: 'council' | 'operator' };
  readonly reason: string | null;
};
type NewSubmission = Pick<SubmissionRow, 'intentId' | 'ownerWallet'>;

/** Topic of the notice that tells workers and open streams about a change. Its id is the submission's. */
export const SUBMISSION_NOTICE = 'submissions';

const TRIGGERS = {
  council: { SAFE: 'decided_safe', UNSAFE: 'decided_unsafe' },
  operator: { SAFE: 'operator_certifies', UNSAFE: 'operator_rejects' },
} as const;
const UNFINISHED = 'The service could not complete the review.';

/** The states of an accepted submission: every change is one transaction, one history row and one event. */
export function createLifecycle({ submissions, bundles, refunds, random, clock }: Deps) {
  async function publishChangeIn(
    tx: SubmissionTransaction,
    { id, owner, state, updatedAt: at }: SubmissionRow,
    { from, reason }: { readonly from: SubmissionState | null; readonly reason: string | null },
  ) {
    const data = { submissionId: id, from, to: state, reason };
    const subject = { type: 'submission', id };
    await tx.events.add(ownedEvent({ kind: 'submission.state_changed', at, subject, owner, data }, random));
    await tx.events.notify(SUBMISSION_NOTICE, id);
  }

  /** Creates the submission of a sealed input. `undefined` when the same bytes are, or were, already under review. */
  async function acceptIn(
    tx: SubmissionTransaction,
    input: SealedInputRow,
    { intentId, ownerWallet }: NewSubmission,
  ): Promise<SubmissionRow | undefined> {
    const now = clock.now();
    const { quoteId, owner, identity, productType } = input;
    const [terms] = await tx.terms.list(owner, 1);
    const row: SubmissionRow = {
      id: newUuidV7(SubmissionId, now.getTime(), random),
      quoteId,
      owner,
      ownerWallet,
      identity,
      productType,
      state: ACCEPTED,
      intentId,
      termsVersion: terms?.version ?? null,
      termsSha256: terms?.sha256 ?? null,
      createdAt: now,
      updatedAt: now,
    };
    if (!(await tx.submissions.insert(row))) return undefined;
    await tx.submissions.addChange({
      submissionId: row.id,
      trigger: 'accepted',
      state: ACCEPTED,
      reason: null,
      at: now,
    });
    await publishChangeIn(tx, row, { from: null, reason: null });
    await tx.publish({ type: 'submission.accepted', submissionId: row.id });
    return row;
  }

  /**
   * Moves a submission and publishes the change. `undefined` when its state does not permit the move, so that a late or
   * repeated job changes nothing. When it ends FAILED, its refund becomes due in the same transaction.
   */
  async function moveIn(
    tx: SubmissionTransaction,
    id: string,
    trigger: SubmissionTrigger,
    reason: string | null,
  ): Promise<SubmissionRow | undefined> {
    const row = await tx.submissions.lock(id);
    if (row === undefined) throw new Error(`Submission ${id} not found`);
    const state = nextSubmissionState(row.state, trigger);
    if (state === undefined) return undefined;
    const moved = await tx.submissions.move(row, { trigger, state, reason, at: clock.now() });
    await publishChangeIn(tx, moved, { from: row.state, reason });
    if (state === 'FAILED' && moved.intentId !== null) {
      await refunds.dueIn(tx, await tx.intents.lock(moved.intentId), reason ?? UNFINISHED);
    }
    return moved;
  }

  /** Moves the submission at the end of its review. A payment without a result is refunded. */
  async function endReview(tx: SubmissionTransaction, review: EndedReview): Promise<void> {
    const { submissionId: id, isReAudit, startedAt, end, reason } = review;
    if (isReAudit) {
      if (end !== 'aborted') return;
      const paid = await tx.intents.listReAudits(id, startedAt);
      for (const intent of paid) await refunds.dueIn(tx, intent, reason ?? UNFINISHED);
    } else if (end === 'aborted') {
      await moveIn(tx, id, 'service_failed', reason);
    } else {
      await moveIn(tx, id, TRIGGERS[end.by][end.verdict], reason);
      await tx.submissions.decideDispute(id, end.verdict === 'SAFE' ? 'OVERTURNED' : 'UPHELD', clock.now());
    }
  }

  return {
    acceptIn,
    moveIn,
    endReview,
    bundleOf: createBundleReader({ submissions, bundles }),
  };
}
export type Lifecycle = ReturnType<typeof createLifecycle>;

/** Reads the sealed input of a submission with its exact bytes and the digests that a certificate seals. */
export function createBundleReader({ submissions, bundles }: Pick<Deps, 'submissions' | 'bundles'>) {
  return async (submissionId: string) => {
    const found = await submissions.find(submissionId);
    if (found === undefined) throw new Error(`Submission ${submissionId} not found`);
    const files: BundleFile[] = await bundles.load(found.input.bundleId);
    return { ...found, files, digests: digestsOf(files, found.input.entryPath) };
  };
}
