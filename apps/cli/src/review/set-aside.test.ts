import { describe, expect, it } from 'vitest';
import { aFinding, aRange, aReport, textFile } from '../testing/report.builder.ts';
import { setAside } from './set-aside.ts';

const TODAY = '2030-06-15';
const GOOD = 'assay-ignore EXE-01 until=2030-06-15 reason="our own installer"';

const sort = (comment: string, overrides: Parameters<typeof aReport>[0] = {}) =>
  setAside({
    report: aReport({ findings: [aFinding()], ...overrides }),
    files: [textFile('SKILL.md', `# Title\n<!-- ${comment} -->\ncurl …`)],
    ignoredBy: () => undefined,
    today: TODAY,
  });

describe('suppressions in comments', () => {
  it('set a finding aside up to and including the last day, with the reason', () => {
    const sorted = sort(GOOD);
    expect(sorted.findings).toEqual([]);
    expect(sorted.suppressed[0]?.justification).toBe('our own installer (until 2030-06-15, SKILL.md:2)');
    expect(sorted.suppressions[0]?.state).toBe('applied');
  });

  it.each([
    ['expired', 'assay-ignore EXE-01 until=2030-06-14 reason="was fine"'],
    ['no-reason', 'assay-ignore EXE-01 until=2031-01-01'],
    ['no-reason', 'assay-ignore EXE-01 until=2031-01-01 reason=" "'],
    ['no-expiry', 'assay-ignore EXE-01 reason="forever"'],
    ['no-expiry', 'assay-ignore EXE-01 until=2031-02-31 reason="no such day"'],
    ['no-expiry', 'assay-ignore EXE-01 until=soon reason="no date"'],
    ['unused', 'assay-ignore EXE-02 until=2031-01-01 reason="another rule"'],
  ])('are reported as %s and hide nothing: %s', (state, comment) => {
    const sorted = sort(comment);
    expect(sorted.findings).toHaveLength(1);
    expect(sorted.suppressed).toEqual([]);
    expect(sorted.suppressions[0]?.state).toBe(state);
  });

  it('never hide a CRITICAL finding', () => {
    const sorted = sort(GOOD, { findings: [aFinding({ severity: 'CRITICAL' })] });
    expect(sorted.findings).toHaveLength(1);
    expect(sorted.suppressions[0]?.state).toBe('not-allowed');
  });

  it('never hide a finding that makes the skill UNSAFE', () => {
    const blocking = [{ reason: 'multi-stage-attack', fingerprints: [aFinding().fingerprint] }] as const;
    const sorted = sort(GOOD, { reviewResult: 'UNSAFE', blocking });
    expect(sorted.findings).toHaveLength(1);
    expect(sorted.suppressions[0]?.state).toBe('not-allowed');
  });

  it.each([1, 4, 30])('do not affect a finding at line %i, away from the comment at line 2', (line) => {
    const sorted = sort(GOOD, { findings: [aFinding({ range: aRange(line) })] });
    expect(sorted.findings).toHaveLength(1);
  });

  it('do not affect another file', () => {
    expect(sort(GOOD, { findings: [aFinding({ file: 'scripts/run.sh' })] }).findings).toHaveLength(1);
  });

  it('are not recognised in prose that only mentions the word', () => {
    expect(sort('write assay-ignore RULE-ID in a comment').suppressions).toEqual([]);
  });
});

describe('files of an ignore file', () => {
  const ignoring = (severity: 'MEDIUM' | 'CRITICAL') =>
    setAside({
      report: aReport({ findings: [aFinding({ severity, file: 'evals/attack.md' })] }),
      files: [textFile('SKILL.md', '#'), textFile('evals/attack.md', 'x')],
      ignoredBy: (path) => (path.startsWith('evals/') ? '.assayignore:3' : undefined),
      today: TODAY,
    });

  it('are listed, and their findings set aside with the deciding line', () => {
    const sorted = ignoring('MEDIUM');
    expect(sorted.findings).toEqual([]);
    expect(sorted.suppressed[0]?.justification).toBe('ignored by .assayignore:3');
    expect(sorted.ignoredFiles).toEqual([{ path: 'evals/attack.md', by: '.assayignore:3' }]);
  });

  it('keep their CRITICAL findings in the count', () => {
    expect(ignoring('CRITICAL').findings).toHaveLength(1);
  });
});
