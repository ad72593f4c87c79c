import { SubmissionState } from '@assay/protocol';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mayAskForPerson, SLOW_AFTER_MS } from './interventions.policy.ts';

const NOW = new Date('2026-01-01T12:00:00.000Z');
const ago = (ms: number) => new Date(NOW.getTime() - ms);

it.each([
  ['SANDBOXING', SLOW_AFTER_MS, false, false],
  ['SANDBOXING', SLOW_AFTER_MS + 1, false, true],
  ['IN_REVIEW', SLOW_AFTER_MS, false, false],
  ['IN_REVIEW', SLOW_AFTER_MS + 1, false, true],
  ['ESCALATED', 0, false, true],
  ['REJECTED', 0, false, false],
  ['REJECTED', 0, true, true],
] as const)('%s for %d ms, dispute decided: %s, gives %s', (state, ageMs, isDisputeDecided, may) => {
  expect(mayAskForPerson({ state, since: ago(ageMs), isDisputeDecided }, NOW)).toBe(may);
});

it('a submission that has not started, is certified or has failed cannot request human review', () => {
  const state = fc.constantFrom(...SubmissionState.options.filter((one) => /SUBMITTED|CERTIFIED|FAILED/.test(one)));
  fc.assert(
    fc.property(state, fc.nat(), fc.boolean(), (one, ageMs, isDisputeDecided) => {
      expect(mayAskForPerson({ state: one, since: ago(ageMs), isDisputeDecided }, NOW)).toBe(false);
    }),
  );
});
