import { describe, expect, it } from 'vitest';
import { toTicks } from './ticks.ts';

describe('axis ticks', () => {
  it.each([
    [0, 0.12, [0, 0.05, 0.1, 0.15]],
    [0.95, 1.04, [0.9, 0.95, 1, 1.05]],
    [-40, 130, [-50, 0, 50, 100, 150]],
    [612_345, 618_000, [612_000, 614_000, 616_000, 618_000]],
  ])('are few round values around %s to %s', (low, high, ticks) => {
    expect(toTicks(low, high)).toEqual(ticks);
  });

  it.each([
    [0, 0],
    [7, 7],
    [-3, -3],
    [1e-9, 2e-9],
  ])('enclose every value: %s to %s', (low, high) => {
    const ticks = toTicks(low, high);
    expect(ticks.length).toBeGreaterThan(1);
    expect(ticks[0]).toBeLessThanOrEqual(low);
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(high);
  });
});
