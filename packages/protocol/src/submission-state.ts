import type { SubmissionState } from './wire/submission.ts';

type Rule = { readonly from: readonly SubmissionState[]; readonly to: SubmissionState };

/** The initial state of a paid and sealed submission. */
export const ACCEPTED: SubmissionState = 'SUBMITTED';

/** The triggers of a submission, the states that allow each, and the resulting state. Any other transition is impossible. */
export const SUBMISSION_RULES = {
  taken: { from: ['SUBMITTED'], to: 'SANDBOXING' },
  sandboxed: { from: ['SANDBOXING'], to: 'IN_REVIEW' },
  engine_faulted: { from: ['SANDBOXING', 'IN_REVIEW'], to: 'ESCALATED' },
  service_failed: { from: ['SANDBOXING', 'IN_REVIEW'], to: 'FAILED' },
  decided_safe: { from: ['IN_REVIEW'], to: 'CERTIFIED' },
  decided_unsafe: { from: ['IN_REVIEW'], to: 'REJECTED' },
  appeal_undecided: { from: ['IN_REVIEW'], to: 'ESCALATED' },
  intervention_taken: { from: ['IN_REVIEW'], to: 'ESCALATED' },
  operator_certifies: { from: ['ESCALATED'], to: 'CERTIFIED' },
  operator_rejects: { from: ['ESCALATED'], to: 'REJECTED' },
  operator_fails: { from: ['ESCALATED'], to: 'FAILED' },
  dispute_accepted: { from: ['REJECTED'], to: 'IN_REVIEW' },
  re_audit_started: { from: ['CERTIFIED'], to: 'CERTIFIED' },
} as const satisfies Record<string, Rule>;
export type SubmissionTrigger = keyof typeof SUBMISSION_RULES;

/** The state after a trigger, or `undefined` when the state does not allow it: a late or repeated job changes nothing. */
export function nextSubmissionState(state: SubmissionState, trigger: SubmissionTrigger): SubmissionState | undefined {
  const { from, to }: Rule = SUBMISSION_RULES[trigger];
  return from.includes(state) ? to : undefined;
}
