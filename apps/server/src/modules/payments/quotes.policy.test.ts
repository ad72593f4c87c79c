import { PRODUCT_TYPES } from '@assay/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toUsdcText } from './intents.policy.ts';
import { PRICE_LIST } from './price-list.ts';
import { priceOf } from './quotes.policy.ts';

describe('a price', () => {
  it('is the base price for an input within the free units', () => {
    expect(priceOf('SKILL', { files: 50, kibibytes_256: 4 })).toMatchObject({ base: 900_000n, total: 900_000n });
  });

  it('adds each further unit of each driver', () => {
    expect(priceOf('SKILL', { files: 52, kibibytes_256: 5 })).toEqual({
      base: 900_000n,
      drivers: [
        { code: 'files', units: 52, freeUnits: 50, unitAmount: '10000', amount: '20000' },
        { code: 'kibibytes_256', units: 5, freeUnits: 4, unitAmount: '50000', amount: '50000' },
      ],
      total: 970_000n,
    });
  });

  it('of a skill with an API counts the more expensive side', () => {
    const surface = { files: 60, endpoints: 30 };

    expect(priceOf('SKILL+API', surface).total).toBe(990_000n + 100_000n);
    expect(priceOf('SKILL+API', { ...surface, files: 0 }).total).toBe(990_000n + 100_000n);
    expect(priceOf('SKILL+API', { ...surface, files: 90 }).total).toBe(990_000n + 400_000n);
  });

  it('rejects values that are not counts', () => {
    for (const files of [-1, 1.5, Number.NaN, 2 ** 60]) expect(() => priceOf('SKILL', { files })).toThrow(RangeError);
  });

  it('never falls if the input grows', () => {
    const surfaceOf = (productType: (typeof PRODUCT_TYPES)[number]) =>
      fc.record(Object.fromEntries(PRICE_LIST[productType].drivers.map(({ code }) => [code, fc.nat(10_000)])));
    const cases = fc
      .constantFrom(...PRODUCT_TYPES)
      .chain((productType) => fc.tuple(fc.constant(productType), surfaceOf(productType), surfaceOf(productType)));

    fc.assert(
      fc.property(cases, ([productType, surface, growth]) => {
        const grown = Object.fromEntries(
          Object.entries(surface).map(([code, units]) => [code, units + (growth[code] ?? 0)]),
        );
        expect(priceOf(productType, grown).total).toBeGreaterThanOrEqual(priceOf(productType, surface).total);
      }),
    );
  });
});

describe('a formatted amount', () => {
  it.each([
    [900_000n, '0.90 USDC'],
    [1n, '0.000001 USDC'],
    [5_000_000n, '5.00 USDC'],
    [1_234_560n, '1.23456 USDC'],
  ])('%s is %s', (amount, text) => {
    expect(toUsdcText(amount)).toBe(text);
  });
});
