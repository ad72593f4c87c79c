import type { EngineFinding } from '@assay/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Check,
  findWorsened,
  isReplaced,
  MONITORING,
  mergeChecks,
  nextCheckAt,
  stateOf,
  toEndpointCheck,
  toReplayCheck,
  toSourceChecks,
} from './monitoring.policy.ts';

const NOW = new Date('2026-03-01T00:00:00.000Z');
const check = (over: Partial<Check> = {}): Check => ({
  kind: 'SOURCE_DRIFT',
  result: 'PASSED',
  detail: 'As certified.',
  checkedAt: NOW.toISOString(),
  ...over,
});
const finding = (title: string): EngineFinding => ({
  ruleId: 'EXF-01',
  title,
  category: 'EXF',
  severity: 'HIGH',
  confidence: 'firm',
  basis: 'static',
  file: 'a.sh',
  range: { startLine: 1, endLine: 1 },
  evidence: '',
  why: '',
  fix: '',
  fingerprint: title,
});

describe('a source', () => {
  it.each([
    [{ kind: 'none' }, 'SKIPPED', 'SKIPPED'],
    [{ kind: 'gone' }, 'FAILED', 'SKIPPED'],
    [{ kind: 'unreachable' }, 'WARNING', 'SKIPPED'],
    [{ kind: 'changed' }, 'PASSED', 'FAILED'],
    [{ kind: 'same', newerCommit: 'c'.repeat(40) }, 'PASSED', 'WARNING'],
    [{ kind: 'same', newerCommit: null }, 'PASSED', 'PASSED'],
    [{ kind: 'deployed' }, 'PASSED', 'PASSED'],
    [{ kind: 'replaced' }, 'PASSED', 'FAILED'],
    [{ kind: 'destroyed' }, 'FAILED', 'FAILED'],
  ] as const)('that is %j is available %s and drifts %s', (seen, available, drift) => {
    expect(toSourceChecks(seen).map(({ result }) => result)).toEqual([available, drift]);
  });

  it('is reviewed again at once if the certified address has other code or none', () => {
    const kinds = ['deployed', 'replaced', 'destroyed', 'changed', 'gone', 'unreachable', 'none'] as const;
    expect(kinds.filter((kind) => isReplaced({ kind }))).toEqual(['replaced', 'destroyed']);
  });
});

describe('declared endpoints', () => {
  const seen = (...kinds: ('answers' | 'failing' | 'silent' | 'elsewhere')[]) =>
    kinds.map((kind) => ({ url: `https://${kind}.example/`, kind }));

  it('are not probed without consent', () => {
    expect(toEndpointCheck(undefined)).toMatchObject({ result: 'SKIPPED' });
  });

  it('pass if all answer, warn if one does not, and fail if one redirects elsewhere', () => {
    expect(toEndpointCheck(seen('answers'))).toMatchObject({ result: 'PASSED' });
    expect(toEndpointCheck(seen('answers', 'silent'))).toMatchObject({ result: 'WARNING' });
    expect(toEndpointCheck(seen('failing', 'elsewhere'))).toMatchObject({
      result: 'FAILED',
      detail: expect.stringContaining('https://elsewhere.example/'),
    });
  });
});

describe('a replay', () => {
  it('is skipped while the rules are unchanged', () => {
    expect(toReplayCheck(undefined)).toMatchObject({ result: 'SKIPPED' });
  });

  it('passes without new findings, warns with new ones, and fails if the bytes would not be certified today', () => {
    const seen = { kind: 'reviewed', rulesetDigest: 'd', isBlocked: false, news: [] } as const;
    expect(toReplayCheck(seen)).toMatchObject({ result: 'PASSED' });
    expect(toReplayCheck({ ...seen, news: [finding('A key is sent away')] })).toMatchObject({
      result: 'WARNING',
      detail: expect.stringContaining('A key is sent away (EXF-01)'),
    });
    expect(toReplayCheck({ ...seen, isBlocked: true })).toMatchObject({ result: 'FAILED' });
    expect(toReplayCheck({ kind: 'fault' })).toMatchObject({ result: 'WARNING' });
  });

  it('never exceeds the length limit of its detail', () => {
    const news = Array.from({ length: 50 }, (_, n) => finding(`A long title of a finding ${n}`));
    const { detail } = toReplayCheck({ kind: 'reviewed', rulesetDigest: 'd', isBlocked: true, news });
    expect(detail.length).toBeLessThanOrEqual(280);
  });

  it('keeps its last result until the next replay', () => {
    const before = [check({ kind: 'RULESET_REPLAY', result: 'WARNING', detail: 'More.' })];
    expect(mergeChecks(before, [toReplayCheck(undefined)], new Date())).toEqual(before);
  });
});

describe('the state of monitoring', () => {
  it('is the worst applicable result', () => {
    const of = (...results: Check['result'][]) => stateOf(results.map((result) => ({ result })));
    expect(of('PASSED', 'WARNING', 'FAILED', 'SKIPPED')).toBe('FAILING');
    expect(of('PASSED', 'WARNING', 'SKIPPED')).toBe('WARNING');
    expect(of('PASSED', 'SKIPPED')).toBe('PASSING');
    expect(of('SKIPPED', 'SKIPPED')).toBe('NOT_APPLICABLE');
    expect(of()).toBe('NOT_APPLICABLE');
  });

  it('is reported once when it worsens', () => {
    const bad = check({ result: 'FAILED', detail: 'Changed.' });
    expect(findWorsened([check()], [bad])).toEqual([bad]);
    expect(findWorsened([bad], [bad])).toEqual([]);
    expect(findWorsened([bad], [check()])).toEqual([]);
  });
});

describe('the schedule', () => {
  const id = fc.stringMatching(/^[0-9a-f]{24}$/);

  it('checks about once a day', () => {
    fc.assert(
      fc.property(id, (certificateId) => {
        const later = nextCheckAt(certificateId, NOW).getTime() - NOW.getTime();

        expect(Math.abs(later - MONITORING.everyMs)).toBeLessThanOrEqual((MONITORING.everyMs * MONITORING.spread) / 2);
      }),
    );
  });
});
