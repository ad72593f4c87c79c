/** Round tick values for an axis. */

/** Distances between two ticks, as factors of a power of ten. */
const ROUND = [1, 2, 2.5, 5, 10] as const;
const TICKS_MOST = 5;

/** Evenly spaced round values that enclose `low` and `high`; at least two. */
export function toTicks(low: number, high: number): number[] {
  const span = high - low || Math.abs(high) || 1;
  const power = 10 ** Math.floor(Math.log10(span / (TICKS_MOST - 1)));
  for (const factor of [...ROUND, ...ROUND.map((one) => one * 10)]) {
    const step = factor * power;
    const first = Math.floor(low / step);
    const last = Math.max(first + 1, Math.ceil(high / step));
    if (last - first < TICKS_MOST) {
      return Array.from({ length: last - first + 1 }, (_, at) => Number(((first + at) * step).toPrecision(12)));
    }
  }
  return [low, low + span];
}
