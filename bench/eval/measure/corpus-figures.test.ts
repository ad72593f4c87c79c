import { describe, expect, it } from 'vitest';
import type { Result, Sample } from '../sample.ts';
import { toCorpusFigures } from './corpus-figures.ts';

const sample = (overrides: Partial<Sample>): Sample => ({
  id: 'x',
  label: 'benign',
  category: 'c',
  campaign: '',
  source: 's',
  repository: 'r',
  cluster: 'k',
  bytes: 100,
  isWeak: false,
  load: () => ({ productType: 'SKILL', files: [], source: { url: '', ref: '' } }),
  ...overrides,
});

const result = (reviewResult: Result['reviewResult'], overrides: Partial<Sample> = {}): Result => ({
  sample: sample(overrides),
  reviewResult,
  hasHigh: reviewResult !== 'NO_FINDINGS',
  reasons: [],
  marks: [],
  fired: [],
  passages: 0,
  durationMs: 1,
  isProseOnly: false,
});

const malicious = { label: 'malicious' } as const;

describe('toCorpusFigures', () => {
  it('counts a failed review as a miss among attacks and as blocked among the benign', () => {
    const figures = toCorpusFigures([result('FAULT', malicious), result('FAULT')]);
    expect(figures.misses).toHaveLength(1);
    expect(figures.blockedBenign).toHaveLength(1);
    expect(figures.faults).toHaveLength(2);
  });

  it('calls a cluster caught only when all of it is, and hit as soon as one of it is', () => {
    const figures = toCorpusFigures([
      result('UNSAFE', malicious),
      result('NO_FINDINGS', malicious),
      result('UNSAFE', { cluster: 'b' }),
      result('NO_FINDINGS', { cluster: 'b' }),
    ]);
    expect(figures.recall).toMatchObject({ rows: { hits: 1, n: 2 }, clusters: { hits: 0, n: 1 } });
    expect(figures.blocked).toMatchObject({ rows: { hits: 1, n: 2 }, clusters: { hits: 1, n: 1 } });
  });

  it('weighs every repository the same in the macro figure', () => {
    const small = result('UNSAFE', { repository: 'small' });
    const large = Array.from({ length: 9 }, () => result('NO_FINDINGS', { repository: 'large' }));
    expect(toCorpusFigures([small, ...large])).toMatchObject({
      blockedMacro: 0.5,
      blocked: { rows: { hits: 1, n: 10 } },
    });
  });

  it('keeps labels that rest on the publisher out of the recall', () => {
    const figures = toCorpusFigures([
      result('UNSAFE', malicious),
      result('NO_FINDINGS', { ...malicious, isWeak: true }),
    ]);
    expect(figures.recall.rows).toMatchObject({ hits: 1, n: 1 });
    expect(figures.weak.rows).toMatchObject({ hits: 0, n: 1 });
  });
});
