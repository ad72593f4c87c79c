import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fadeOf, findSuspension, OBSERVATION_KINDS, type Observation, toAccuracy, toInterval } from './accuracy.ts';

const of = (kind: Observation['kind'], ageDays = 0): Observation => ({ kind, ageDays });
const ENTRY = 1_000_000_000n;

describe('accuracy', () => {
  it('starts at two thirds', () => {
    expect(toAccuracy([])).toBe(2 / 3);
  });

  it('counts a passed known-good case as a quarter', () => {
    expect(toAccuracy([of('CANARY_PASSED')])).toBe(2.25 / 3.25);
  });

  it('counts a 90-day-old fact as half', () => {
    expect(toAccuracy([of('CANARY_MISSED', 90)])).toBe(2 / 3.5);
  });

  it('counts equal observations together like single ones', () => {
    const three = Array.from({ length: 3 }, () => of('CANARY_CAUGHT', 90));

    expect(toAccuracy([{ ...of('CANARY_CAUGHT', 90), count: 3 }])).toBe(toAccuracy(three));
  });

  it('rises with every right observation and falls with every wrong one', () => {
    const anyPast = fc.array(fc.record({ kind: fc.constantFrom(...OBSERVATION_KINDS), ageDays: fc.nat(400) }));
    fc.assert(
      fc.property(anyPast, (past) => {
        expect(toAccuracy([...past, of('FLAG_FORESEEN')])).toBeGreaterThan(toAccuracy(past));
        expect(toAccuracy([...past, of('FLAG_MISSED')])).toBeLessThan(toAccuracy(past));
      }),
    );
  });
});

describe('the decay', () => {
  it('equals the power of two to fifteen digits', () => {
    fc.assert(
      fc.property(fc.nat(900), (days) => {
        expect(fadeOf(days) / 2 ** (-days / 90)).toBeCloseTo(1, 12);
      }),
    );
  });

  it('reaches zero for very old facts', () => {
    expect(fadeOf(1e9)).toBe(0);
  });
});

describe('suspension', () => {
  const standing = { accuracy: 0.59, observations: 6, stakeMinor: ENTRY, entryStakeMinor: ENTRY };

  it('starts with the sixth observation, not before', () => {
    expect(findSuspension(standing)).toBe('ACCURACY');
    expect(findSuspension({ ...standing, observations: 5 })).toBeUndefined();
  });

  it('does not affect an accuracy of exactly .6', () => {
    expect(findSuspension({ ...standing, accuracy: 0.6 })).toBeUndefined();
  });

  it('starts when less than seven tenths of the stake are left', () => {
    const accurate = { ...standing, accuracy: 1 };
    expect(findSuspension({ ...accurate, stakeMinor: 699_999_999n })).toBe('STAKE');
    expect(findSuspension({ ...accurate, stakeMinor: 700_000_000n })).toBeUndefined();
  });
});

describe('the interval', () => {
  it('is widest without cases', () => {
    expect(toInterval(0, 0)).toEqual({ low: 0, high: 1 });
  });

  it('contains the ratio and narrows with the cases', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.nat(500), (of, right) => {
        fc.pre(right <= of);
        const few = toInterval(right, of);
        const many = toInterval(right * 10, of * 10);
        expect(few.low).toBeLessThanOrEqual(right / of + 1e-12);
        expect(few.high).toBeGreaterThanOrEqual(right / of - 1e-12);
        expect(many.high - many.low).toBeLessThan(few.high - few.low);
      }),
    );
  });

  it('equals the textbook bounds for eight of ten', () => {
    const { low, high } = toInterval(8, 10);

    expect([low.toFixed(3), high.toFixed(3)]).toEqual(['0.490', '0.943']);
  });
});
