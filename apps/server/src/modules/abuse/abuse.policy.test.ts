import { expect, it } from 'vitest';
import { ABUSE_TIMES, daysAfter, mayAppeal } from './abuse.policy.ts';

const AT = new Date('2026-11-19T00:00:00Z');
const LAST = daysAfter(AT, ABUSE_TIMES.appealDays);
const decided = { decision: 'SUSPEND', decidedAt: AT, appealedBy: null } as const;

it.each([
  ['the owner, against a suspension', decided, 'OWNER', AT, true],
  ['the owner, against DELIST', { ...decided, decision: 'DELIST' }, 'OWNER', AT, true],
  ['the owner, on the last day', decided, 'OWNER', LAST, true],
  ['the owner, a moment after it', decided, 'OWNER', new Date(LAST.getTime() + 1), false],
  ['the reporter, against a suspension', decided, 'REPORTER', AT, false],
  ['the reporter, against a dismissal', { ...decided, decision: 'DISMISS' }, 'REPORTER', AT, true],
  ['the owner, against a dismissal', { ...decided, decision: 'DISMISS' }, 'OWNER', AT, false],
  ['either side, a second time', { ...decided, appealedBy: 'OWNER' }, 'OWNER', AT, false],
  ['either side, before a decision', { ...decided, decision: null, decidedAt: null }, 'OWNER', AT, false],
] as const)('decides whether an appeal is allowed: %s', (_, report, by, now, expected) => {
  expect(mayAppeal(report, by, now)).toBe(expected);
});
