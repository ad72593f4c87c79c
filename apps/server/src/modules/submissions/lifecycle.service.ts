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
/** How a review of a submission ended, as far as the submission changes with it. */
export type EndedReview = {
  readonly submissionId: string;
  /** Of certified bytes: their submission stays as it is. */
  readonly isReAudit: boolean;
  readonly startedAt: Date;
  /** Aborted: the service could not do its part. */
  readonly end: 'aborted' | { readonly verdict: VerdictValue; readonly by: 'council' | 'operator' };
  readonly reason: string | null;
};
type NewSubmission = Pick<SubmissionRow, 'intentId' | 'ownerWallet'>;

/** Topic of the notice that tells workers and open streams of a change; its id is the submission's. */
export const SUBMISSION_NOTICE = 'submissions';

const TRIGGERS = {
  council: { SAFE: 'decided_safe', UNSAFE: 'decided_unsafe' },
  operator: { SAFE: 'operator_certifies', UNSAFE: 'operator_rejects' },
} as const;
const UNFINISHED = 'The service could not complete the review.';

/** A submission from its acceptance on: every change of state is one transaction, one line of history and one event. */
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

  /** Takes a sealed input under review; `undefined` when the same bytes are, or were, under review already. */
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
   * Moves a submission and tells of it. `undefined` when this cannot happen in its state: a job that comes late or twice
   * changes nothing. A submission that ends FAILED has its payment due back in the same transaction.
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

  /** A review came to its end: the submission moves with it, and what was paid for nothing is due back. */
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
