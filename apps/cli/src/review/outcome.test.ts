import { describe, expect, it } from 'vitest';
import { anOutcome } from '../testing/outcome.builder.ts';
import { aFinding, aReport } from '../testing/report.builder.ts';
import { decideExit, decideStanding, type Outcome } from './outcome.ts';

const unread = anOutcome();
const safe = anOutcome({ report: aReport({ reviewResult: 'SAFE' }) });
const unsafe = anOutcome({ report: aReport({ reviewResult: 'UNSAFE' }) });
const partlyRead = anOutcome({ gaps: ['data.bin: permission denied'] });
const nothing = anOutcome({ report: aReport({ reviewResult: 'UNDECIDED' }) });
const failed: Outcome = { kind: 'failed', target: 'x', gaps: ['stopped'] };
const ignored: Outcome = { kind: 'ignored', target: 'x', by: '.assayignore:1' };

const exit = (outcomes: Outcome[], more: Partial<Parameters<typeof decideExit>[0]> = {}) =>
  decideExit({ outcomes, searchGaps: [], failOn: undefined, ...more });

describe('decideStanding', () => {
  it('does not call a partly unread skill safe', () => {
    expect(decideStanding(partlyRead)).toBe('undecided');
  });

  it('does not call a skill safe when the engine found nothing to review', () => {
    expect(decideStanding(nothing)).toBe('undecided');
  });

  it('calls a skill unsafe for its findings, even when parts are unread', () => {
    expect(decideStanding({ ...unsafe, gaps: ['x: permission denied'] })).toBe('unsafe');
  });
});

describe('decideExit', () => {
  it.each([
    [[safe], 0],
    [[safe, ignored], 2],
    [[safe, unsafe, failed], 1],
    [[safe, failed], 2],
    [[safe, partlyRead], 2],
    [[safe, nothing], 2],
    [[], 3],
    [[ignored], 2],
  ] as const)('answers case %#', (outcomes, code) => {
    expect(exit([...outcomes])).toBe(code);
  });

  it('is not 0 after an incomplete search', () => {
    expect(exit([safe], { searchGaps: ['missing: does not exist.'] })).toBe(2);
  });

  it('is 2 with --require-reader when the instructions are unread', () => {
    expect(exit([unread])).toBe(0);
    expect(exit([unread], { isReaderRequired: true })).toBe(2);
    expect(exit([safe], { isReaderRequired: true })).toBe(0);
    expect(exit([unsafe], { isReaderRequired: true })).toBe(1);
  });

  it.each([
    ['LOW', 1],
    ['MEDIUM', 1],
    ['HIGH', 0],
  ] as const)('with a MEDIUM finding and --fail-on %s is %i', (failOn, code) => {
    expect(exit([anOutcome({ findings: [aFinding({ severity: 'MEDIUM' })] })], { failOn })).toBe(code);
  });

  it('ignores findings that are set aside for --fail-on', () => {
    const suppressed = [{ ...aFinding(), justification: 'known' }];
    expect(exit([anOutcome({ suppressed })], { failOn: 'LOW' })).toBe(0);
  });
});
