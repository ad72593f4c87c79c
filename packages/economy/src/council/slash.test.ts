import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SLASHING_CODES } from './params.ts';
import { shareSlash, toSlash } from './slash.ts';

const STAKE = 1_000_000_000n;

describe('a slash', () => {
  it.each([
    ['NOT_REVEALED', 10_000_000n],
    ['CANARY_MISSED', 50_000_000n],
    ['FALSE_ALARM', 40_000_000n],
    ['SUSPENDED_CRITICAL', 200_000_000n],
    ['SUSPENDED_HIGH', 80_000_000n],
  ] as const)('for %s takes %d of a thousand marks', (code, amount) => {
    expect(toSlash({ code, stakeMinor: STAKE, past: [] }).amount).toBe(amount);
  });

  it('after an issue takes at most half in thirty days', () => {
    const past = [1, 2].map((ageDays) => ({ code: 'SUSPENDED_CRITICAL' as const, bp: 2_000, ageDays }));

    expect(toSlash({ code: 'SUSPENDED_CRITICAL', stakeMinor: STAKE, past })).toEqual({
      bp: 1_000,
      amount: 100_000_000n,
    });
    expect(
      toSlash({
        code: 'SUSPENDED_HIGH',
        stakeMinor: STAKE,
        past: [...past, { ...past[0], code: 'SUSPENDED_HIGH', bp: 1_000, ageDays: 3 }],
      }),
    ).toEqual({ bp: 0, amount: 0n });
  });

  it('after an issue ignores slashes that are thirty days old', () => {
    const past = [{ code: 'SUSPENDED_CRITICAL' as const, bp: 5_000, ageDays: 30 }];

    expect(toSlash({ code: 'SUSPENDED_CRITICAL', stakeMinor: STAKE, past }).bp).toBe(2_000);
  });

  it('for silence is not limited by the cap after an issue', () => {
    const past = [{ code: 'SUSPENDED_CRITICAL' as const, bp: 5_000, ageDays: 0 }];

    expect(toSlash({ code: 'NOT_REVEALED', stakeMinor: STAKE, past }).bp).toBe(100);
  });
});

describe('the slashed amount', () => {
  it('goes to the reserve, and three tenths to the dissenters of a suspended certificate', () => {
    expect(shareSlash('SUSPENDED_HIGH', 100n, ['one', 'two'])).toEqual({
      reserve: 70n,
      dissenters: [
        { validatorId: 'one', amount: 15n },
        { validatorId: 'two', amount: 15n },
      ],
    });
    expect(shareSlash('CANARY_MISSED', 100n, ['one'])).toEqual({ reserve: 100n, dissenters: [] });
  });

  it('is never burnt', () => {
    const anyNames = fc.uniqueArray(fc.string(), { maxLength: 10 });
    fc.assert(
      fc.property(
        fc.constantFrom(...SLASHING_CODES),
        fc.bigInt({ min: 0n, max: STAKE }),
        anyNames,
        (code, amount, names) => {
          const { reserve, dissenters } = shareSlash(code, amount, names);
          expect(dissenters.reduce((sum, share) => sum + share.amount, reserve)).toBe(amount);
        },
      ),
    );
  });
});
