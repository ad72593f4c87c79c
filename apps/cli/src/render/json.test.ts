import { describe, expect, it } from 'vitest';
import { anOutcome } from '../testing/outcome.builder.ts';
import { aFinding, aReport } from '../testing/report.builder.ts';
import { toRecord } from './json.ts';

describe('toRecord', () => {
  it('contains verdict, hash and findings with their line', () => {
    const outcome = anOutcome({ report: aReport({ reviewResult: 'UNSAFE' }), findings: [aFinding()] });
    expect(toRecord(outcome)).toMatchObject({
      reviewResult: 'UNSAFE',
      verdictHash: 'h',
      findings: [{ ruleId: 'EXE-01', line: 3 }],
    });
  });

  it.each([
    ['failed', { kind: 'failed', target: 'x', gaps: ['stopped'] }],
    ['ignored', { kind: 'ignored', target: 'x', by: '.assayignore:1' }],
  ] as const)('contains no result for a skill that was %s', (_, outcome) => {
    expect(toRecord(outcome)).toMatchObject({ target: outcome.target, reviewResult: null, findings: [] });
  });

  it('is UNDECIDED for a partly unread skill', () => {
    expect(toRecord(anOutcome({ gaps: ['x: permission denied'] }))).toMatchObject({
      reviewResult: 'UNDECIDED',
      undecided: ['x: permission denied'],
    });
  });

  it('keeps UNSAFE for a partly unread skill', () => {
    const outcome = anOutcome({ gaps: ['x: permission denied'], report: aReport({ reviewResult: 'UNSAFE' }) });
    expect(toRecord(outcome)).toMatchObject({ reviewResult: 'UNSAFE', undecided: ['x: permission denied'] });
  });
});
