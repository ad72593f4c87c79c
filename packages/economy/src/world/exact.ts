/**
 * Functions that round identically on every machine. Only + − × ÷ and the square root are exact in IEEE 754, so the
 * kernel uses these functions in place of exp, log and pow.
 */

/** x^(7/8); zero for values that are not positive. */
export const powSevenEighths = (x: number): number => (x <= 0 ? 0 : x / Math.sqrt(Math.sqrt(Math.sqrt(x))));

/** Replaces the logistic curve: 0 … 1, ½ at zero. */
export const softStep = (x: number): number => 0.5 + (0.5 * x) / (1 + Math.abs(x));

/** Replaces e^x: (1 + x/64)^64. */
export function growth(x: number): number {
  let power = 1 + x / 64;
  for (let squaring = 0; squaring < 6; squaring++) power *= power;
  return power;
}

/** The inverse of `growth`: 64·(x^(1/64) − 1). */
export function logarithm(x: number): number {
  let root = x;
  for (let step = 0; step < 6; step++) root = Math.sqrt(root);
  return 64 * (root - 1);
}

export const clamp = (x: number, low: number, high: number): number => Math.min(high, Math.max(low, x));
