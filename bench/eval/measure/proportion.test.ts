import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { show, toProportion } from './proportion.ts';

describe('toProportion', () => {
  it('gives the textbook interval', () => {
    const { low, high } = toProportion(8, 10);
    expect(low).toBeCloseTo(0.4902, 3);
    expect(high).toBeCloseTo(0.9433, 3);
  });

  it('does not claim certainty from a perfect score', () => {
    expect(toProportion(30, 30).low).toBeCloseTo(0.8865, 3);
    expect(toProportion(0, 30).high).toBeCloseTo(0.1135, 3);
  });

  it('holds the share inside its interval, and the interval inside 0 and 1', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5_000 }), fc.double({ min: 0, max: 1, noNaN: true }), (n, part) => {
        const hits = Math.round(n * part);
        const { low, high } = toProportion(hits, n);
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(1);
        expect(low).toBeLessThanOrEqual(hits / n + 1e-12);
        expect(high).toBeGreaterThanOrEqual(hits / n - 1e-12);
      }),
    );
  });

  it('says so when there is nothing to measure', () => {
    expect(show(toProportion(0, 0))).toBe('none');
  });
});
