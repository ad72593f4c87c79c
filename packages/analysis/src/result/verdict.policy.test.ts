import { describe, expect, it } from 'vitest';
import { capHint, kindOf } from './finding-kind.policy.ts';
import { capPerRule } from './findings.ts';
import { boundHints } from './hints.policy.ts';
import { decideSeverity } from './severity.policy.ts';
import { decideResult, type JudgedFinding } from './verdict.policy.ts';

const LINE = { startLine: 1, startCol: 1, endLine: 1, endCol: 2 };

const finding = (over: Partial<JudgedFinding>): JudgedFinding => ({
  kind: 'HINT',
  ruleId: 'EXE-01',
  title: '',
  category: 'EXE',
  severity: 'HIGH',
  confidence: 'firm',
  nature: 'malice',
  basis: 'static',
  file: 'SKILL.md',
  range: LINE,
  layers: [],
  context: 'directive',
  evidence: '',
  why: '',
  fix: '',
  references: [],
  related: [],
  fingerprint: over.ruleId ?? 'f',
  isUnread: false,
  breaksIntegrity: false,
  leavesUndecided: false,
  ...over,
});

const reasons = (...findings: JudgedFinding[]): string[] => decideResult(findings).blocking.map(({ reason }) => reason);

describe('decideResult', () => {
  it.each([
    ['a proof', [finding({ kind: 'PROOF', severity: 'CRITICAL' })], ['critical-finding']],
    ['a hidden directive', [finding({ kind: 'PROOF', category: 'PI' })], ['instruction-subversion']],
    ['a critical contract', [finding({ kind: 'PROOF', category: 'CON' })], ['contract-critical']],
    [
      'a reproduced exploit of a contract',
      [finding({ ruleId: 'CON-01', category: 'CON', basis: 'reproduced' })],
      ['reproduced-exploit'],
    ],
    ['a path escape', [finding({ severity: 'MEDIUM', breaksIntegrity: true })], ['package-integrity']],
  ])('blocks on %s', (_name, findings, expected) => {
    expect(reasons(...findings)).toEqual(expected);
  });

  it.each([
    ['one hint', [finding({})]],
    ['a hint that was seen to happen', [finding({ basis: 'reproduced' })]],
    ['hints of different groups', [finding({}), finding({ ruleId: 'PER-02', category: 'PER' })]],
  ])('blocks on no proof: %s', (_name, findings) => {
    expect(decideResult(findings)).toMatchObject({ reviewResult: 'NO_FINDINGS', blocking: [] });
  });

  it.each([
    ['nothing to review', false, 'nothing-to-review'],
    ['content that is executed and was not read', true, 'unread-content'],
  ])('stays undecided on %s, unless a proof stands beside it', (_name, isUnread, reason) => {
    const open = finding({ ruleId: 'UNA-14', category: 'UNA', isUnread, leavesUndecided: true });

    expect(decideResult([open])).toMatchObject({
      reviewResult: 'UNDECIDED',
      blocking: [],
      undecided: [{ reason, fingerprints: ['UNA-14'] }],
    });
    expect(decideResult([open, finding({ kind: 'PROOF' })]).reviewResult).toBe('UNSAFE');
  });

  it('takes the level from the worst finding and leaves information out', () => {
    expect(decideResult([finding({ severity: 'INFO' })]).securityLevel).toBe('CLEAR');
    expect(decideResult([finding({ severity: 'LOW' }), finding({ severity: 'MEDIUM' })]).securityLevel).toBe('MEDIUM');
    expect(decideResult([]).securityLevel).toBe('CLEAR');
  });
});

describe('kindOf', () => {
  const claim = { kind: 'PROOF', severity: 'CRITICAL', confidence: 'firm', context: 'executable' } as const;

  it('proves with a critical, firm match of a proving rule in an instruction', () => {
    expect(kindOf(claim)).toBe('PROOF');
  });

  it.each([
    ['a rule that hints', { kind: 'HINT' }],
    ['a lower severity', { severity: 'HIGH' }],
    ['a tentative match', { confidence: 'tentative' }],
    ['a sample', { context: 'reference' }],
    ['test data', { context: 'fixture' }],
  ] as const)('hints for %s', (_name, change) => {
    expect(kindOf({ ...claim, ...change })).toBe('HINT');
    expect(capHint('HINT', 'CRITICAL')).toBe('HIGH');
  });
});

describe('boundHints', () => {
  const at = (startLine: number, over: Partial<JudgedFinding> = {}): JudgedFinding =>
    finding({ range: { ...LINE, startLine }, fingerprint: `f${startLine}`, ...over });

  it('keeps one hint for each place, the most severe first, and eight in all', () => {
    const many = Array.from({ length: 20 }, (_, index) => at(index * 10, { severity: 'LOW' }));
    const kept = boundHints([...many, at(1, { severity: 'HIGH' })]);

    expect(kept).toHaveLength(8);
    expect(kept[0]).toMatchObject({ severity: 'HIGH', range: { startLine: 1 } });
    expect(kept.some(({ range }) => range.startLine === 0)).toBe(false);
  });

  it('keeps every finding that decides', () => {
    const proofs = Array.from({ length: 12 }, (_, index) => at(index, { kind: 'PROOF' }));

    expect(boundHints([...proofs, at(2)])).toEqual(proofs);
  });
});

describe('capPerRule', () => {
  it('keeps what decides the result, however many findings of the same rule stand before it', () => {
    const hints = Array.from({ length: 80 }, (_, index) => finding({ fingerprint: `q${index}` }));
    const proof = finding({ kind: 'PROOF', fingerprint: 'live' });

    const { kept, cut } = capPerRule([...hints, proof]);

    expect(kept).toHaveLength(51);
    expect(cut).toHaveLength(1);
    expect(decideResult(kept).reviewResult).toBe('UNSAFE');
  });
});

describe('decideSeverity', () => {
  const weigh = (over: Partial<Parameters<typeof decideSeverity>[0]>): string =>
    decideSeverity({ severity: 'HIGH', confidence: 'firm', context: 'directive', ...over });

  it('lowers samples, raises what is hidden and caps what is tentative', () => {
    expect(weigh({ context: 'reference' })).toBe('MEDIUM');
    expect(weigh({ context: 'hidden' })).toBe('CRITICAL');
    expect(weigh({ severity: 'CRITICAL', confidence: 'tentative' })).toBe('MEDIUM');
  });
});
