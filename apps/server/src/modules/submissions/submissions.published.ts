import type { SubmissionState } from '@assay/protocol';

/** Events of submissions, published in the transaction of the change. */
export type SubmissionEvent =
  | { readonly type: 'submission.accepted'; readonly submissionId: string }
  | { readonly type: 'submission.disputed'; readonly submissionId: string }
  /** An operator takes over: a review in progress becomes theirs to decide. */
  | {
      readonly type: 'intervention.taken';
      readonly submissionId: string;
      readonly reason: string;
      /** The state of the submission before the intervention. */
      readonly state: SubmissionState;
    };
