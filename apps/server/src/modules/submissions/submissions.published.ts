import type { SubmissionState } from '@assay/protocol';

/** What submissions tell others, in the transaction in which it happens. */
export type SubmissionEvent =
  | { readonly type: 'submission.accepted'; readonly submissionId: string }
  | { readonly type: 'submission.disputed'; readonly submissionId: string }
  /** An operator looks at it: a review that is under way becomes theirs to decide. */
  | {
      readonly type: 'intervention.taken';
      readonly submissionId: string;
      readonly reason: string;
      /** Of the submission, before anybody acted on this. */
      readonly state: SubmissionState;
    };
