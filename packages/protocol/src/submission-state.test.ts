import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ACCEPTED, nextSubmissionState, SUBMISSION_RULES, type SubmissionTrigger } from './submission-state.ts';
import { SubmissionState } from './wire/submission.ts';

const TRIGGERS = Object.keys(SUBMISSION_RULES) as SubmissionTrigger[];
const states = fc.constantFrom(...SubmissionState.options);
const histories = fc.array(fc.constantFrom(...TRIGGERS), { maxLength: 30 });

type Step = { readonly from: SubmissionState; readonly trigger: SubmissionTrigger; readonly to: SubmissionState };

/** The steps that a submission takes when these triggers are applied in order. */
function lifeOf(history: readonly SubmissionTrigger[]): Step[] {
  const steps: Step[] = [];
  let from = ACCEPTED;
  for (const trigger of history) {
    const to = nextSubmissionState(from, trigger);
    if (to === undefined) continue;
    steps.push({ from, trigger, to });
    from = to;
  }
  return steps;
}

const holds = (claim: (steps: Step[]) => void) =>
  fc.assert(fc.property(histories, (history) => claim(lifeOf(history))));

describe('over any history', () => {
  it('a failed submission never changes again', () => {
    holds((steps) => {
      for (const { from } of steps) expect(from).not.toBe('FAILED');
    });
  });

  it('no submission is certified or rejected without a review', () => {
    holds((steps) => {
      const decidedAt = steps.findIndex(({ to }) => to === 'CERTIFIED' || to === 'REJECTED');
      if (decidedAt >= 0) {
        const before = steps.slice(0, decidedAt).map(({ to }) => to);
        expect(before.includes('IN_REVIEW') || before.includes('ESCALATED')).toBe(true);
      }
    });
  });

  it('a certified submission stays certified; only its certificate can be suspended', () => {
    holds((steps) => {
      for (const { from, to } of steps) if (from === 'CERTIFIED') expect(to).toBe('CERTIFIED');
    });
  });

  it('only a dispute reopens a rejection', () => {
    holds((steps) => {
      for (const { from, trigger } of steps) if (from === 'REJECTED') expect(trigger).toBe('dispute_accepted');
    });
  });

  it('only an operator decides an escalated submission', () => {
    holds((steps) => {
      for (const { from, trigger } of steps) if (from === 'ESCALATED') expect(trigger).toMatch(/^operator_/);
    });
  });
});

describe('nextSubmissionState', () => {
  it('ignores a repeated trigger, except for disputes and re-audits', () => {
    fc.assert(
      fc.property(states, fc.constantFrom(...TRIGGERS), (state, trigger) => {
        const after = nextSubmissionState(state, trigger);
        if (after === undefined || trigger === 're_audit_started') return;
        expect(nextSubmissionState(after, trigger)).toBeUndefined();
      }),
    );
  });

  it('takes a safe skill straight to its certificate', () => {
    expect(lifeOf(['taken', 'sandboxed', 'decided_safe']).map(({ to }) => to)).toEqual([
      'SANDBOXING',
      'IN_REVIEW',
      'CERTIFIED',
    ]);
  });

  it('does not certify a submission without a review', () => {
    expect(nextSubmissionState('SUBMITTED', 'decided_safe')).toBeUndefined();
    expect(nextSubmissionState('SANDBOXING', 'decided_safe')).toBeUndefined();
  });
});
