import {
  ACCEPTED,
  newUuidV7,
  nextSubmissionState,
  type RandomBytes,
  SubmissionId,
  type SubmissionState,
  type SubmissionTrigger,
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
  /** Takes back the marks that stand for a fee. */
  readonly retireEscrowIn: (tx: SubmissionTransaction, submissionId: string) => Promise<void>;
  readonly random: RandomBytes;
  readonly clock: { now(): Date };
};
type NewSubmission = Pick<SubmissionRow, 'intentId' | 'ownerWallet'>;

/** Topic of the notice that tells workers and open streams of a change; its id is the submission's. */
export const SUBMISSION_NOTICE = 'submissions';

const UNFINISHED = 'The service could not finish the review.';

/** A submission from its acceptance on: every change of state is one transaction, one line of history and one event. */
export function createLifecycle({ submissions, bundles, refunds, retireEscrowIn, random, clock }: Deps) {
  type Move = { readonly from: SubmissionState | null; readonly trigger: SubmissionTrigger | 'accepted' };

  async function recordIn(tx: SubmissionTransaction, row: SubmissionRow, move: Move, reason: string | null) {
    const { id, owner, state, updatedAt: at } = row;
    await tx.submissions.addChange({ submissionId: id, trigger: move.trigger, state, reason, at });
    const data = { submissionId: id, from: move.from, to: state, reason };
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
    const row: SubmissionRow = {
      id: newUuidV7(SubmissionId, now.getTime(), random),
      quoteId,
      owner,
      ownerWallet,
      identity,
      productType,
      state: ACCEPTED,
      intentId,
      createdAt: now,
      updatedAt: now,
    };
    if (!(await tx.submissions.insert(row))) return undefined;
    await recordIn(tx, row, { from: null, trigger: 'accepted' }, null);
    await tx.reviews.queue(row.id);
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
    if (row === undefined) throw new Error('A submission is gone');
    const state = nextSubmissionState(row.state, trigger);
    if (state === undefined) return undefined;
    const moved = await tx.submissions.setState(id, state, clock.now());
    await recordIn(tx, moved, { from: row.state, trigger }, reason);
    if (state === 'FAILED' && moved.intentId !== null) {
      await refunds.dueIn(tx, await tx.intents.lock(moved.intentId), reason ?? UNFINISHED);
      await retireEscrowIn(tx, id);
    }
    return moved;
  }

  return {
    acceptIn,
    moveIn,
    /** A re-audit came to nothing: what was paid for it since then is due back. */
    async refundReAuditIn(tx: SubmissionTransaction, id: string, since: Date, reason: string): Promise<void> {
      for (const intent of await tx.intents.listReAudits(id, since)) await refunds.dueIn(tx, intent, reason);
      await retireEscrowIn(tx, id);
    },
    bundleOf: createBundleReader({ submissions, bundles }),
  };
}
export type Lifecycle = ReturnType<typeof createLifecycle>;

/** Reads the sealed input of a submission with its exact bytes and the digests that a certificate seals. */
export function createBundleReader({ submissions, bundles }: Pick<Deps, 'submissions' | 'bundles'>) {
  return async (submissionId: string) => {
    const found = await submissions.find(submissionId);
    if (found === undefined) throw new Error('A submission is gone');
    const files: BundleFile[] = await bundles.load(found.input.bundleId);
    return { ...found, files, digests: digestsOf(files, found.input.entryPath) };
  };
}
