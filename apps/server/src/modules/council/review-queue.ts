import type { TransactionJobs } from '../../platform/jobs/index.ts';

export const REVIEW_QUEUE = 'council.advance';

/** Queues submissions for a worker after the commit of the transaction. */
export const queueReviews = (tx: { readonly jobs: TransactionJobs }, submissionIds: readonly string[]): Promise<void> =>
  tx.jobs.send(REVIEW_QUEUE, submissionIds);

/** Queues an accepted or disputed submission for the council. */
export const reviewSubmission = (
  tx: { readonly jobs: TransactionJobs },
  { submissionId }: { readonly submissionId: string },
): Promise<void> => queueReviews(tx, [submissionId]);
