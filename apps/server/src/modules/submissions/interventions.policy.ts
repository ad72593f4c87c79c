import type { SubmissionState } from '@assay/protocol';

/** A longer review may have met a question that only a person can decide. */
export const SLOW_AFTER_MS = 30 * 60_000;

type Standing = {
  readonly state: SubmissionState;
  /** When the submission entered this state. */
  readonly since: Date;
  readonly isDisputeDecided: boolean;
};

/** Whether a developer may request a person in this state. */
export function mayAskForPerson({ state, since, isDisputeDecided }: Standing, now: Date): boolean {
  switch (state) {
    case 'SANDBOXING':
    case 'IN_REVIEW':
      return now.getTime() - since.getTime() > SLOW_AFTER_MS;
    case 'ESCALATED':
      return true;
    case 'REJECTED':
      return isDisputeDecided;
    case 'SUBMITTED':
    case 'CERTIFIED':
    case 'FAILED':
      return false;
  }
}
