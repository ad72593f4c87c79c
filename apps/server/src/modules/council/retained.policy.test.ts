import { type EngineReport, type Finding, FindingId, RuleId, type SecurityLevel, type Severity } from '@assay/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasVerifiedCritical, toRetained } from './retained.policy.ts';

const report = (securityLevel: SecurityLevel = 'CLEAR'): EngineReport & { securityLevel: SecurityLevel } => ({
  engine: { version: '1' },
  ruleset: { digest: 'r' },
  input: { digest: 'i' },
  findings: [],
  retained: [],
  endpoints: { observedUrls: [], declaredEndpoints: [] },
  sandbox: { mode: 'embedded', riskLevel: 'LOW', units: 0, exercised: 0 },
  reviewResult: 'NO_FINDINGS',
  blocking: [],
  undecided: [],
  verdictHash: 'h',
  securityLevel,
});
const finding = (n: number, severity: Severity, changes: Partial<Finding> = {}): Finding => ({
  id: FindingId.parse(n.toString(16).padStart(32, '0')),
  ruleId: RuleId.parse(`mine/${n}`),
  title: 'Odd',
  category: 'MINE',
  severity,
  confidence: 'HIGH',
  path: 'SKILL.md',
  startLine: n,
  endLine: n,
  snippet: null,
  message: 'Odd.',
  remediation: null,
  reproduced: false,
  reportedBy: 'v',
  ...changes,
});

describe('findings of outvoted seats', () => {
  it('stay as warnings, the most severe first, and raise the level at most to HIGH', () => {
    const seats = [{ findings: [finding(1, 'LOW')] }, { findings: null }, { findings: [finding(2, 'CRITICAL')] }];

    const { securityLevel, retainedWarnings } = toRetained(report(), seats);

    expect(securityLevel).toBe('HIGH');
    expect(retainedWarnings.map(({ severity }) => severity)).toEqual(['CRITICAL', 'LOW']);
  });

  it('are listed once if several seats reported them', () => {
    const twice = [{ findings: [finding(1, 'LOW')] }, { findings: [{ ...finding(1, 'HIGH'), reportedBy: 'w' }] }];

    expect(toRetained(report(), twice).retainedWarnings).toMatchObject([{ severity: 'HIGH', reportedBy: 'w' }]);
  });

  it('count only with a place in the bundle', () => {
    const seats = [{ findings: [finding(1, 'CRITICAL', { path: null, startLine: null, endLine: null })] }];

    expect(toRetained(report(), seats)).toEqual({ securityLevel: 'CLEAR', retainedWarnings: [] });
    expect(hasVerifiedCritical(seats)).toBe(false);
  });

  it('never improve a level', () => {
    const levels = ['CLEAR', 'LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const;
    const severities = fc.constantFrom<Severity>('INFO', 'LOW', 'MEDIUM', 'HIGH', 'CRITICAL');
    fc.assert(
      fc.property(fc.constantFrom(...levels), fc.array(severities), (level, reported) => {
        const seats = [{ findings: reported.map((severity, at) => finding(at + 1, severity)) }];
        expect(levels.indexOf(toRetained(report(level), seats).securityLevel)).toBeGreaterThanOrEqual(
          levels.indexOf(level),
        );
      }),
    );
  });
});
