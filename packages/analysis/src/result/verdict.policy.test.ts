import { describe, expect, it } from 'vitest';
import { capPerRule } from './findings.ts';
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
  isUnreviewedExecution: false,
  isUnread: false,
  breaksIntegrity: false,
  leavesUndecided: false,
  ...over,
});

const reasons = (...findings: JudgedFinding[]): string[] => decideResult(findings).blocking.map(({ reason }) => reason);

describe('decideResult', () => {
  it.each([
    ['a firm critical finding', [finding({ severity: 'CRITICAL' })], ['critical-finding']],
    ['unreviewed code that is run', [finding({ isUnreviewedExecution: true })], ['executes-unreviewed-content']],
    [
      'what is run and was not read, wherever it stands',
      [finding({ ruleId: 'UNA-14', category: 'UNA', context: 'fixture', isUnread: true })],
      ['executes-unreviewed-content'],
    ],
    [
      'a hidden subversion',
      [finding({ ruleId: 'PI-01', category: 'PI', context: 'hidden' })],
      ['instruction-subversion'],
    ],
    [
      'hidden words to the reviewer',
      [finding({ ruleId: 'PI-09', category: 'PI', context: 'hidden' })],
      ['reviewer-manipulation'],
    ],
    [
      'a reproduced exploit of a contract',
      [finding({ ruleId: 'CON-01', category: 'CON', basis: 'reproduced' })],
      ['reproduced-exploit'],
    ],
    ['a path escape', [finding({ severity: 'MEDIUM', breaksIntegrity: true })], ['package-integrity']],
    [
      'two groups of malice, one of them shown',
      [
        finding({ severity: 'CRITICAL' }),
        finding({ ruleId: 'PER-02', category: 'PER', range: { ...LINE, startLine: 2 } }),
      ],
      ['critical-finding', 'multi-stage-attack'],
    ],
  ])('blocks on %s', (_name, findings, expected) => {
    expect(reasons(...findings)).toEqual(expected);
  });

  it.each([
    ['one high finding alone', [finding({})]],
    ['one high finding that was seen to happen', [finding({ basis: 'reproduced' })]],
    [
      'two guesses of different groups',
      [finding({}), finding({ ruleId: 'PER-02', category: 'PER', range: { ...LINE, startLine: 2 } })],
    ],
    ['a tentative critical one', [finding({ severity: 'CRITICAL', confidence: 'tentative' })]],
    ['words that everybody sees', [finding({ ruleId: 'PI-01', category: 'PI' })]],
    ['words to the reviewer that everybody sees', [finding({ ruleId: 'PI-09', category: 'PI' })]],
    ['a sample of subversion', [finding({ ruleId: 'PI-01', category: 'PI', context: 'reference' })]],
  ])('stays safe with warnings on %s', (_name, findings) => {
    expect(decideResult(findings)).toMatchObject({ reviewResult: 'NO_FINDINGS', blocking: [] });
  });

  it.each([
    ['another name for one command', finding({ ruleId: 'PRV-03', category: 'PRV' })],
    [
      'another chapter of one manual',
      finding({ ruleId: 'PER-02', category: 'PER', range: { ...LINE, startLine: 200 } }),
    ],
    ['another finding of one group', finding({ ruleId: 'EXE-10', range: { ...LINE, startLine: 2 } })],
    ['a weakness beside malice', finding({ category: 'WKN', nature: 'weakness', range: { ...LINE, startLine: 2 } })],
  ])('takes for no further step %s', (_name, other) => {
    expect(reasons(finding({ severity: 'CRITICAL' }), other)).toEqual(['critical-finding']);
  });

  it('takes a secret that is read and the request it goes into for one step', () => {
    const read = finding({ ruleId: 'CRD-03', category: 'CRD', severity: 'CRITICAL' });
    const sent = finding({ ruleId: 'EXF-01', category: 'EXF', range: { ...LINE, startLine: 2 } });

    expect(reasons(read, sent)).toEqual(['critical-finding']);
  });

  it('decides nothing when there was nothing to review', () => {
    const nothing = finding({ ruleId: 'UNA-13', category: 'UNA', severity: 'LOW', leavesUndecided: true });

    expect(decideResult([nothing])).toMatchObject({
      reviewResult: 'UNDECIDED',
      blocking: [],
      undecided: [{ reason: 'nothing-to-review', fingerprints: ['UNA-13'] }],
    });
    expect(decideResult([nothing, finding({ severity: 'CRITICAL' })]).reviewResult).toBe('UNSAFE');
  });

  it('accuses nobody of what its own readers could not follow', () => {
    const beyond = finding({ ruleId: 'UNA-14', category: 'UNA', isUnread: true, leavesUndecided: true });

    expect(decideResult([beyond]).reviewResult).toBe('UNDECIDED');
    expect(decideResult([beyond, finding({ severity: 'CRITICAL' })]).reviewResult).toBe('UNSAFE');
  });

  it('takes the level from the worst finding and leaves information out', () => {
    expect(decideResult([finding({ severity: 'INFO' })]).securityLevel).toBe('CLEAR');
    expect(decideResult([finding({ severity: 'LOW' }), finding({ severity: 'MEDIUM' })]).securityLevel).toBe('MEDIUM');
    expect(decideResult([]).securityLevel).toBe('CLEAR');
  });
});

describe('capPerRule', () => {
  it('keeps what decides the verdict, however many findings of the same rule stand before it', () => {
    const quoted = Array.from({ length: 80 }, (_, index) =>
      finding({ ruleId: 'PI-01', category: 'PI', context: 'reference', fingerprint: `q${index}` }),
    );
    const live = finding({ ruleId: 'PI-01', category: 'PI', context: 'hidden', fingerprint: 'live' });

    const { kept, cut } = capPerRule([...quoted, live]);

    expect(kept).toHaveLength(51);
    expect(cut).toHaveLength(1);
    expect(decideResult(kept).reviewResult).toBe('UNSAFE');
  });
});

describe('decideSeverity', () => {
  const weigh = (over: Partial<Parameters<typeof decideSeverity>[0]>): string =>
    decideSeverity({
      severity: 'HIGH',
      confidence: 'firm',
      context: 'directive',
      modifiers: [],
      isCodeRule: true,
      ...over,
    });

  it('moves by one step at most in total', () => {
    expect(weigh({ severity: 'MEDIUM', modifiers: ['+hidden', '+encoded', '+pressure'] })).toBe('HIGH');
    expect(weigh({ modifiers: ['-declared', '-confirmed'] })).toBe('MEDIUM');
    expect(weigh({ modifiers: ['+encoded', '-declared'] })).toBe('HIGH');
  });

  it('lowers samples, except critical ones of code rules', () => {
    expect(weigh({ context: 'reference' })).toBe('MEDIUM');
    expect(weigh({ context: 'reference', severity: 'CRITICAL' })).toBe('CRITICAL');
    expect(weigh({ context: 'reference', severity: 'CRITICAL', isCodeRule: false })).toBe('HIGH');
  });

  it('raises what is hidden and caps what is tentative', () => {
    expect(weigh({ context: 'hidden' })).toBe('CRITICAL');
    expect(weigh({ severity: 'CRITICAL', confidence: 'tentative' })).toBe('MEDIUM');
  });
});
