import { COUNCIL } from './params.ts';

type Weighted = { readonly cluster: string; readonly weight: number };

/** The drawing weight of a validator. The square root keeps stake from buying seats in proportion; accuracy counts twice. */
export const toWeight = (stakeMinor: bigint, accuracy: number): number =>
  Math.sqrt(Number(stakeMinor) / Number(COUNCIL.weight.stakeUnitMinor)) * accuracy * accuracy;

/** The largest share of the total weight that one cluster may have among this many candidates. */
export const clusterShareMax = (candidates: number): number =>
  Math.max(COUNCIL.weight.clusterShareMin, COUNCIL.weight.clusterShareOfActive / candidates);

/**
 * Limits the weight of every cluster to its largest share of the new total. Heavy clusters are reduced to one level.
 * When there are too few clusters for the cap, all get that level and have equal weight.
 */
export function capClusters<Candidate extends Weighted>(candidates: readonly Candidate[]): Candidate[] {
  const sums = new Map<string, number>();
  for (const { cluster, weight } of candidates) sums.set(cluster, (sums.get(cluster) ?? 0) + weight);
  const level = findLevel([...sums.values()], clusterShareMax(candidates.length));
  return candidates.map((candidate) => {
    const sum = sums.get(candidate.cluster) ?? 0;
    return sum > level ? { ...candidate, weight: (candidate.weight * level) / sum } : candidate;
  });
}

/** The weight w with w = share · Σ min(weight, w): a reduced cluster of weight w has exactly the largest share. */
function findLevel(weights: readonly number[], share: number): number {
  const heaviestFirst = weights.toSorted((one, other) => other - one);
  let rest = heaviestFirst.reduce((sum, weight) => sum + weight, 0);
  for (const [cut, weight] of heaviestFirst.entries()) {
    const level = cut * share < 1 ? (rest * share) / (1 - cut * share) : weight;
    if (weight <= level) return level;
    rest -= weight;
  }
  return heaviestFirst.at(-1) ?? 0;
}
