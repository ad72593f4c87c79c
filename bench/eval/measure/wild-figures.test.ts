import { describe, expect, it } from 'vitest';
import type { Fired, Result } from '../sample.ts';
import { toWildFigures } from './wild-figures.ts';

const result = (owner: string, reviewResult: Result['reviewResult'], fired: readonly Fired[] = []): Result => ({
  sample: {
    id: 'x',
    label: 'wild',
    category: '',
    campaign: '',
    source: 's',
    repository: owner,
    cluster: owner,
    bytes: 1,
    isWeak: false,
    load: () => ({ productType: 'SKILL', files: [], source: { url: '', ref: '' } }),
  },
  reviewResult,
  hasHigh: reviewResult !== 'NO_FINDINGS',
  reasons: reviewResult === 'UNSAFE' ? ['critical-finding'] : [],
  marks: [],
  fired,
  passages: 2,
  durationMs: 1,
  isProseOnly: false,
});

const fired = (ruleId: string, isBlocking: boolean): Fired => ({ ruleId, evidence: 'file', isBlocking });

describe('toWildFigures', () => {
  it('counts an owner once, however many of its skills are blocked', () => {
    const figures = toWildFigures([result('a', 'UNSAFE'), result('a', 'UNSAFE'), result('b', 'NO_FINDINGS')]);

    expect(figures).toMatchObject({
      blocked: { hits: 2, n: 3 },
      ownersBlocked: { hits: 1, n: 2 },
      byReason: [{ name: 'critical-finding', blocked: 2 }],
    });
  });

  it('tells how often a rule fires from how often it blocks', () => {
    const figures = toWildFigures([
      result('a', 'UNSAFE', [fired('EXE-01', true)]),
      result('b', 'NO_FINDINGS', [fired('EXE-01', false), fired('CRD-01', false)]),
    ]);

    expect(figures.fires).toEqual([
      { rule: 'CRD-01', evidence: 'file', fires: 1, blocks: 0 },
      { rule: 'EXE-01', evidence: 'file', fires: 2, blocks: 1 },
    ]);
  });

  it('counts a review that failed as blocked, and says so', () => {
    expect(toWildFigures([result('a', 'FAULT')])).toMatchObject({
      blocked: { hits: 1, n: 1 },
      byReason: [{ name: 'fault', blocked: 1 }],
    });
  });
});
