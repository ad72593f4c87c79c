import { type DisputeRequest, Problem } from '@assay/protocol';
import type { Lifecycle } from './lifecycle.service.ts';
import type { Reads } from './reads.service.ts';
import type { SubmissionAnswer } from './submissions.answer.ts';
import type { InTransaction, SubmissionTransaction } from './submissions.transaction.ts';

type Deps = {
  readonly reads: Pick<Reads, 'find' | 'read'>;
  readonly lifecycle: Pick<Lifecycle, 'moveIn'>;
  readonly inTransaction: InTransaction;
  readonly clock: { now(): Date };
};

const DISPUTE_WITHIN_MS = 14 * 24 * 60 * 60_000;

/** A rejected submission is reviewed again, free of charge, by a larger panel. */
export function createDisputes({ reads, lifecycle, inTransaction, clock }: Deps) {
  return {
    async open(id: string, owners: readonly string[], request: DisputeRequest): Promise<SubmissionAnswer> {
      await reads.find(id, owners);
      await inTransaction((tx) => openIn(tx, id, request));
      return reads.read(id, owners);
    },
  };

  async function openIn(tx: SubmissionTransaction, id: string, request: DisputeRequest): Promise<void> {
    const { reason, findingIds = [], evidence = [] } = request;
    const submission = await tx.submissions.lock(id);
    const openedAt = clock.now();
    const [earlier] = await tx.submissions.findDisputes([id]);
    if (earlier !== undefined) throw new Problem('dispute_exists');
    const isInTime =
      submission !== undefined && openedAt.getTime() - submission.updatedAt.getTime() <= DISPUTE_WITHIN_MS;
    if (!isInTime || (await lifecycle.moveIn(tx, id, 'dispute_accepted', reason)) === undefined) {
      throw new Problem('dispute_not_allowed');
    }
    await tx.submissions.insertDispute({
      submissionId: id,
      state: 'OPEN',
      reason,
      findingIds,
      evidence,
      openedAt,
      decidedAt: null,
    });
    await tx.publish({ type: 'submission.disputed', submissionId: id });
  }
}
export type Disputes = ReturnType<typeof createDisputes>;
