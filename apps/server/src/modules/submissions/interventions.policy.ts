import type { SubmissionState } from '@assay/protocol';

/** A review that takes longer than this may have met something that only a person can settle. */
export const SLOW_AFTER_MS = 30 * 60_000;

type Standing = {
  readonly state: SubmissionState;
  /** When the submission came into this state. */
  readonly since: Date;
  readonly isDisputeDecided: boolean;
};

/** Whether a person may be asked for in this state. */
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
