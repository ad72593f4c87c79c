import { describe, expect, it } from 'vitest';
import { createTestClock } from '../testing/test-clock.ts';
import { keepFor } from './kept-figures.ts';

const LIFE_MS = 30_000;

describe('cached figures', () => {
  it('are computed once for all readers within their lifetime, and again after it', async () => {
    const clock = createTestClock();
    let counted = 0;
    const figures = keepFor(LIFE_MS, clock, async () => ++counted);

    expect(await Promise.all([figures(), figures()])).toEqual([1, 1]);
    clock.advance(LIFE_MS);
    expect(await figures()).toBe(2);
  });

  it('are cached separately by key', async () => {
    const figures = keepFor(LIFE_MS, createTestClock(), async (board: string, period: string) => board + period);

    expect(await Promise.all([figures('a', '7d'), figures('b', '7d'), figures('a', 'all')])).toEqual([
      'a7d',
      'b7d',
      'aall',
    ]);
  });

  it('are computed again by the next reader after a failure', async () => {
    let counted = 0;
    const figures = keepFor(LIFE_MS, createTestClock(), async () => {
      counted++;
      if (counted === 1) throw new Error('The database was away.');
      return counted;
    });

    await expect(figures()).rejects.toThrow('away');
    expect(await figures()).toBe(2);
  });
});
