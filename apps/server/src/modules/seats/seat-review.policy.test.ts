import { RULES } from '@assay/audit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  hasGraveWarning,
  isCriticalReproduced,
  isOfFamily,
  type ReviewedReport,
  review,
} from './seat-review.policy.ts';

type Found = ReviewedReport['findings'][number];
const FAMILIES = ['instruction', 'code-taint', 'supply-chain', 'sandbox'];
const fingerprint = (n: number) => n.toString(16).padStart(32, '0');

const finding = (changes: Partial<Found> = {}): Found => ({
  ruleId: 'EXF-01',
  title: 'Sent away',
  category: 'EXF',
  severity: 'HIGH',
  confidence: 'certain',
  basis: 'static',
  nature: 'malice',
  file: 'run.sh',
  range: { startLine: 1, endLine: 1 },
  evidence: 'x',
  why: 'y',
  fix: 'z',
  fingerprint: fingerprint(1),
  ...changes,
});
const report = (findings: readonly Found[], blocking: readonly string[] = []): ReviewedReport => ({
  engine: { version: '1' },
  ruleset: { digest: 'r' },
  input: { digest: 'i' },
  findings,
  retained: [],
  endpoints: { observedUrls: [], declaredEndpoints: [] },
  sandbox: { mode: 'embedded', riskLevel: 'LOW', units: 0, exercised: 0 },
  reviewResult: blocking.length === 0 ? 'NO_FINDINGS' : 'UNSAFE',
  blocking: blocking.length === 0 ? [] : [{ fingerprints: blocking }],
  undecided: [],
  verdictHash: 'h',
});
const votes = (of: ReviewedReport) => FAMILIES.map((family) => review(of, family, 'v').verdict);

describe('a hosted seat', () => {
  it('votes UNSAFE in every family if the report blocks, with a place as the reason', () => {
    const blocked = report([finding({ severity: 'CRITICAL' })], [fingerprint(1)]);

    expect(votes(blocked)).toEqual(['UNSAFE', 'UNSAFE', 'UNSAFE', 'UNSAFE']);
    expect(review(blocked, 'instruction', 'v')).toMatchObject({
      severity: 'CRITICAL',
      findings: [{ path: 'run.sh', startLine: 1, reportedBy: 'v' }],
    });
  });

  it('does not vote UNSAFE because of a hint of its own family, regardless of its severity', () => {
    expect(votes(report([finding()]))).toEqual(['SAFE', 'SAFE', 'SAFE', 'SAFE']);
    expect(votes(report([finding({ basis: 'reproduced' })]))).toEqual(['SAFE', 'SAFE', 'SAFE', 'SAFE']);
  });

  it('votes UNSAFE because of a HIGH finding of an equipped rule pack', () => {
    expect(votes(report([finding({ basis: 'plugin' })]))).toEqual(['UNSAFE', 'UNSAFE', 'UNSAFE', 'UNSAFE']);
  });

  it.each([
    ['a weakness', { nature: 'weakness' }],
    ['a lesser finding', { severity: 'MEDIUM' as const }],
  ])('votes SAFE despite %s of a rule pack', (_, changes) => {
    expect(votes(report([finding({ ...changes, basis: 'plugin' })]))).toEqual(['SAFE', 'SAFE', 'SAFE', 'SAFE']);
  });

  it('keeps an UNSAFE vote, regardless of further findings', () => {
    const anyFinding = fc.record({
      severity: fc.constantFrom('INFO', 'LOW', 'MEDIUM', 'HIGH', 'CRITICAL'),
      confidence: fc.constantFrom('certain', 'firm', 'tentative'),
      nature: fc.constantFrom('malice', 'weakness', 'opacity', 'hygiene'),
      category: fc.constantFrom('PI', 'EXF', 'SUP', 'CAP'),
      fingerprint: fc.nat({ max: 1_000_000 }).map(fingerprint),
    });
    fc.assert(
      fc.property(fc.array(anyFinding, { maxLength: 12 }), fc.array(anyFinding, { maxLength: 12 }), (some, more) => {
        const before = votes(report(some.map((one) => finding(one))));
        const after = votes(report([...some, ...more].map((one) => finding(one))));

        for (const [at, vote] of before.entries()) if (vote === 'UNSAFE') expect(after[at]).toBe('UNSAFE');
      }),
    );
  });
});

describe('families', () => {
  it('cover every rule group of the engine, each group by one family', () => {
    for (const category of new Set(RULES.map((rule) => rule.category))) {
      const answering = FAMILIES.filter((family) => isOfFamily(finding({ category }), family));
      expect(answering, category).toHaveLength(1);
    }
  });
});

describe('a report', () => {
  it('is decided only by a critical finding that was reproduced', () => {
    expect(isCriticalReproduced(report([finding({ severity: 'CRITICAL', basis: 'reproduced' })]))).toBe(true);
    expect(isCriticalReproduced(report([finding({ severity: 'CRITICAL' }), finding({ basis: 'reproduced' })]))).toBe(
      false,
    );
  });

  it('calls for a second panel if a HIGH finding does not block', () => {
    expect(hasGraveWarning(report([finding()]))).toBe(true);
    expect(hasGraveWarning(report([finding()], [fingerprint(1)]))).toBe(false);
    expect(hasGraveWarning(report([finding({ severity: 'MEDIUM' })]))).toBe(false);
  });
});
