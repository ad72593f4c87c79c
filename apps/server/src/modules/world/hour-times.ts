/** Durations of the last hours, including their storage. */
const KEPT = 720;
const SECOND_MS = 1_000;

export function createHourTimes() {
  const taken: number[] = [];
  return {
    add(ms: number): void {
      taken.push(ms);
      if (taken.length > KEPT) taken.shift();
    },
    /** By quantile, in seconds. */
    async figures(): Promise<Record<string, number>> {
      if (taken.length === 0) return {};
      const sorted = taken.toSorted((a, b) => a - b);
      const at = (share: number) => (sorted[Math.floor((sorted.length - 1) * share)] ?? 0) / SECOND_MS;
      return { 0.5: at(0.5), 0.99: at(0.99) };
    },
  };
}
