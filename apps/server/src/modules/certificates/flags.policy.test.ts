import { describe, expect, it } from 'vitest';
import { decideAdmission, isSameDefect, type Report } from './flags.policy.ts';

const report = (over: Partial<Report> = {}): Report => ({
  status: 'APPROVED',
  isOwn: false,
  isProven: true,
  dismissedLately: 0,
  isQuoteTrue: true,
  hasStanding: true,
  ...over,
});

describe('decideAdmission', () => {
  it('opens a flag of a proven wallet with standing', () => {
    expect(decideAdmission(report())).toEqual({ kind: 'open' });
  });

  it.each([
    ['an unproven wallet', { isProven: false }],
    ['a proven wallet without standing', { hasStanding: false }],
    ['a wallet with standing that quotes what is not in the sealed bytes', { isQuoteTrue: false }],
    ['an unproven wallet in the name of somebody with standing', { isProven: false, hasStanding: true }],
  ])('only receives a flag of %s', (_, over) => {
    expect(decideAdmission(report(over))).toEqual({ kind: 'receive' });
  });

  it('rejects a flag on a suspended certificate', () => {
    expect(decideAdmission(report({ status: 'SUSPENDED' }))).toMatchObject({ because: 'certificate_not_flaggable' });
  });

  it('accepts a flag on a deprecated certificate, whose bytes are still in use', () => {
    expect(decideAdmission(report({ status: 'DEPRECATED' })).kind).toBe('open');
  });

  it("rejects the owner, but not a third party who names the owner's address", () => {
    expect(decideAdmission(report({ isOwn: true }))).toMatchObject({ because: 'flag_own_certificate' });
    expect(decideAdmission(report({ isOwn: true, isProven: false }))).toEqual({ kind: 'receive' });
  });

  it('suspends flagging for a proven wallet after three dismissed flags, and never for an unproven address', () => {
    expect(decideAdmission(report({ dismissedLately: 2 })).kind).toBe('open');
    expect(decideAdmission(report({ dismissedLately: 3 }))).toMatchObject({ because: 'flagging_suspended' });
    expect(decideAdmission(report({ dismissedLately: 3, isProven: false })).kind).toBe('receive');
  });
});

describe('isSameDefect', () => {
  const at = (value: string) => [{ kind: 'FILE_LINE' as const, value }];

  it.each([
    ['the same kind of harm', 'PROMPT_INJECTION', 'other.md:3', true],
    ['the same file under another name of harm', 'DATA_EXFILTRATION', 'run.sh:9', true],
    ['another harm in another file', 'DATA_EXFILTRATION', 'other.md:3', false],
  ] as const)('%s', (_, category, value, expected) => {
    const known = { category: 'PROMPT_INJECTION' as const, evidence: at('run.sh:2') };

    expect(isSameDefect(known, { category, evidence: at(value) })).toBe(expected);
  });
});
