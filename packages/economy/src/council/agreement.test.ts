import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type JudgedCase, toAgreement, toMultiplierBp } from './agreement.ts';

const anyCase = fc.record({
  vote: fc.constantFrom('SAFE' as const, 'UNSAFE' as const),
  peersSafe: fc.nat(4),
  peersUnsafe: fc.nat(4),
});
const anyCases = fc.array(anyCase, { minLength: 10, maxLength: 100 });
const judged = (vote: 'SAFE' | 'UNSAFE', peersSafe: number, peersUnsafe: number): JudgedCase => ({
  vote,
  peersSafe,
  peersUnsafe,
});

describe('correlated agreement', () => {
  it('is zero for a constant vote when all panels are full, however popular it is', () => {
    const anyFullCases = fc.array(fc.nat(4), { minLength: 2, maxLength: 60 });
    fc.assert(
      fc.property(anyFullCases, fc.constantFrom('SAFE' as const, 'UNSAFE' as const), (safes, vote) => {
        expect(toAgreement(safes.map((safe) => judged(vote, safe, 4 - safe)))).toBeCloseTo(0, 12);
      }),
    );
  });

  it('rewards validators that distinguish cases as their peers do', () => {
    const cases = [judged('SAFE', 4, 0), judged('SAFE', 4, 0), judged('UNSAFE', 0, 4), judged('UNSAFE', 0, 4)];

    expect(toAgreement(cases)).toBeCloseTo(1 - 1 / 3, 12);
  });

  it('does not depend on the order of the cases', () => {
    fc.assert(
      fc.property(anyCases, (cases) => {
        expect(toAgreement(cases.toReversed())).toBe(toAgreement(cases));
      }),
    );
  });

  it('is zero without peers or with a single case', () => {
    expect([
      toAgreement([]),
      toAgreement([judged('SAFE', 4, 0)]),
      toAgreement([judged('SAFE', 0, 0), judged('SAFE', 0, 0)]),
    ]).toEqual([0, 0, 0]);
  });
});

describe('the pay factor', () => {
  it('stays between zero and one and a half', () => {
    fc.assert(
      fc.property(anyCases, (cases) => {
        const multiplierBp = toMultiplierBp(cases);
        expect(multiplierBp).toBeGreaterThanOrEqual(0);
        expect(multiplierBp).toBeLessThanOrEqual(15_000);
        expect(Number.isInteger(multiplierBp)).toBe(true);
      }),
    );
  });

  it('is one half until ten cases are judged', () => {
    const cases = Array.from({ length: 10 }, () => judged('SAFE', 4, 0));

    expect([toMultiplierBp(cases.slice(1)), toMultiplierBp(cases)]).toEqual([5_000, 0]);
  });
});
