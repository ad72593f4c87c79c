import type { TransactionJobs } from '../../platform/jobs/index.ts';

export const REVIEW_QUEUE = 'council.advance';

/** Has a worker look at submissions once the transaction is committed. */
export const queueReviews = (tx: { readonly jobs: TransactionJobs }, submissionIds: readonly string[]): Promise<void> =>
  tx.jobs.send(REVIEW_QUEUE, submissionIds);

/** A submission was accepted or disputed: the council looks at it. */
export const reviewSubmission = (
  tx: { readonly jobs: TransactionJobs },
  { submissionId }: { readonly submissionId: string },
): Promise<void> => queueReviews(tx, [submissionId]);
