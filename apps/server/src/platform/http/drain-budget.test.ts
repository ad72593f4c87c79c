import { describe, expect, it } from 'vitest';
import { createDrainBudget } from './drain-budget.ts';

const LIMITS = { drainBytesMax: 100, drainBytesPerSecond: 10 };
const NOW = 1_000_000;

describe('createDrainBudget', () => {
  it('grants its full budget at once, and then the amount that each second adds', () => {
    const budget = createDrainBudget(LIMITS);

    expect([budget.take(60, NOW), budget.take(60, NOW), budget.take(40, NOW)]).toEqual([true, false, true]);
    expect([budget.take(20, NOW + 1_000), budget.take(20, NOW + 2_000)]).toEqual([false, true]);
  });

  it('never accumulates or grants more than its maximum', () => {
    const budget = createDrainBudget(LIMITS);

    expect([budget.take(101, NOW), budget.take(100, NOW + 3_600_000), budget.take(1, NOW + 3_600_000)]).toEqual([
      false,
      true,
      false,
    ]);
  });
});
