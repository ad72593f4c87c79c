import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bumpFees } from './fees.policy.ts';

const fee = fc.bigInt({ min: 0n, max: 10n ** 14n });
const fees = fc.record({ maxFeePerGas: fee, maxPriorityFeePerGas: fee });

describe('bumpFees', () => {
  it('always exceeds the 10 % increase that nodes require, and the current price', () => {
    fc.assert(
      fc.property(fees, fees, (previous, current) => {
        const bumped = bumpFees(previous, current);
        for (const name of ['maxFeePerGas', 'maxPriorityFeePerGas'] as const) {
          expect(bumped[name] * 10n).toBeGreaterThanOrEqual(previous[name] * 11n);
          expect(bumped[name]).toBeGreaterThan(previous[name]);
          expect(bumped[name]).toBeGreaterThanOrEqual(current[name]);
        }
      }),
    );
  });
});
