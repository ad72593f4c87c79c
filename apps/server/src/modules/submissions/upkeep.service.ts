import type { StorageLimits } from './storage-quota.ts';
import type { InTransaction } from './submissions.transaction.ts';

type Deps = {
  readonly inTransaction: InTransaction;
  readonly limits: Pick<StorageLimits, 'unsubmittedMs' | 'draftMs'>;
  readonly clock: { now(): Date };
};

const BATCH = 200;

/** Deletes quoted content that was never submitted: it belongs to the caller and uses storage. */
export function createUpkeep({ inTransaction, limits, clock }: Deps) {
  async function deleteBatch(before: Date): Promise<number> {
    return inTransaction(async (tx) => {
      const quoteIds = await tx.submissions.listUnsubmitted(before, BATCH);
      await tx.drafts.forgetQuotes(quoteIds);
      await tx.submissions.deleteInputs(quoteIds);
      const bundles = await tx.bundles.deleteUnused(before, BATCH);
      return quoteIds.length + bundles;
    });
  }

  return {
    async deleteUnsubmitted(): Promise<void> {
      const before = new Date(clock.now().getTime() - limits.unsubmittedMs);
      while ((await deleteBatch(before)) > 0);
    },
    /** Deletes drafts that were not changed for a long time. */
    async deleteOldDrafts(): Promise<void> {
      const before = new Date(clock.now().getTime() - limits.draftMs);
      while ((await inTransaction((tx) => tx.drafts.deleteUnchanged(before, BATCH))) > 0);
    },
  };
}
