import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { capClusters, clusterShareMax, toWeight } from './weight.ts';

const marks = (amount: number): bigint => BigInt(amount) * 1_000_000n;

describe('the weight of a validator', () => {
  it('is the square root of its stake times the square of its accuracy', () => {
    expect(toWeight(marks(4_000), 0.5)).toBe(0.5);
  });

  it('is one for the minimum stake and a perfect record', () => {
    expect(toWeight(marks(1_000), 1)).toBe(1);
  });
});

describe('the share of a cluster', () => {
  it('is at most three in a hundred, or one and a half times an even share where that is more', () => {
    expect([clusterShareMax(13), clusterShareMax(50), clusterShareMax(1_000)]).toEqual([1.5 / 13, 0.03, 0.03]);
  });

  it('never exceeds its cap while there are enough clusters', () => {
    const anyWeights = fc.array(fc.double({ min: 0.01, max: 9, noNaN: true }), { minLength: 40, maxLength: 80 });
    fc.assert(
      fc.property(anyWeights, (weights) => {
        const field = weights.map((weight, index) => ({ cluster: `c${index % 35}`, weight }));
        const share = clusterShareMax(field.length);
        const before = sumByCluster(field);
        const after = sumByCluster(capClusters(field));
        const total = [...after.values()].reduce((sum, weight) => sum + weight, 0);
        for (const [cluster, weight] of after) {
          expect(weight / total).toBeLessThanOrEqual(share + 1e-9);
          expect(weight).toBeLessThanOrEqual((before.get(cluster) ?? 0) + 1e-9);
        }
      }),
    );
  });

  it('does not change even weights', () => {
    const field = Array.from({ length: 13 }, (_, index) => ({ cluster: `c${index}`, weight: 0.44 }));

    expect(capClusters(field)).toEqual(field);
  });

  it('gives a few heavy clusters equal shares when there are too few for the cap', () => {
    const field = [10, 5, 2].flatMap((weight, cluster) =>
      Array.from({ length: 20 }, () => ({ cluster: `c${cluster}`, weight })),
    );

    const [heavy, middle, light] = [...sumByCluster(capClusters(field)).values()];

    expect(heavy).toBeCloseTo(40, 9);
    expect([middle, light]).toEqual([heavy, heavy]);
  });
});

function sumByCluster(field: readonly { cluster: string; weight: number }[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { cluster, weight } of field) sums.set(cluster, (sums.get(cluster) ?? 0) + weight);
  return sums;
}
