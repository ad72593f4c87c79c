import { WHOLE_BP } from './params.ts';

/** Divides a total by weights into whole units. The remainder goes, unit by unit, to the largest fractions. */
export function divide(total: bigint, weights: readonly bigint[]): bigint[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0n);
  if (whole === 0n) throw new RangeError('Nothing can be divided by weights that are all zero.');
  const parts = weights.map((weight) => (total * weight) / whole);
  const left = Number(total - parts.reduce((sum, part) => sum + part, 0n));
  const fractions = weights.map((weight, index) => ({ index, fraction: (total * weight) % whole }));
  const largestFirst = fractions.toSorted(
    (one, other) => compare(other.fraction, one.fraction) || one.index - other.index,
  );
  const rounded = new Set(largestFirst.slice(0, left).map(({ index }) => index));
  return parts.map((part, index) => (rounded.has(index) ? part + 1n : part));
}

/** A share in basis points, rounded down. */
export const partOf = (amount: bigint, bp: number): bigint => (amount * BigInt(bp)) / BigInt(WHOLE_BP);

export const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n);

export const least = (one: bigint, other: bigint): bigint => (one < other ? one : other);

const compare = (one: bigint, other: bigint): number => (one < other ? -1 : Number(one > other));
