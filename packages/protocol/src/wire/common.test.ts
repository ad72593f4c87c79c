import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Amount, Marks, Money, PageQuery, SignedAmount, Time } from './common.ts';

describe('Amount', () => {
  it('survives serialization at any size', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }), (value) => {
        const onTheWire: unknown = JSON.parse(JSON.stringify(z.encode(Amount, value)));
        expect(Amount.parse(onTheWire)).toBe(value);
      }),
    );
  });

  it.each([['-1'], ['01'], ['1.0'], ['1e3'], [''], ['+1'], [' 1'], ['0x10'], ['9'.repeat(40)]])(
    'refuses %j',
    (text) => {
      expect(Amount.safeParse(text).success).toBe(false);
      expect(Marks.safeParse(text).success).toBe(false);
    },
  );

  it('is never a JSON number', () => {
    expect(Amount.safeParse(5).success).toBe(false);
  });
});

describe('SignedAmount', () => {
  it('accepts a minus sign but no negative zero', () => {
    expect(SignedAmount.parse('-12')).toBe(-12n);
    expect(SignedAmount.safeParse('-0').success).toBe(false);
  });
});

describe('Money', () => {
  it('refuses decimals that do not match its currency', () => {
    expect(Money.safeParse({ amount: '900000', currency: 'USDC', decimals: 6 }).success).toBe(true);
    expect(Money.safeParse({ amount: '900000', currency: 'USDC', decimals: 18 }).success).toBe(false);
  });
});

describe('Time', () => {
  it('is UTC with milliseconds only', () => {
    expect(Time.safeParse('2026-01-01T00:00:00.000Z').success).toBe(true);
    for (const text of ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00.000+01:00', '2026-02-30T00:00:00.000Z'])
      expect(Time.safeParse(text).success).toBe(false);
  });
});

describe('PageQuery', () => {
  it('defaults to 20 and stops at 100', () => {
    expect(PageQuery.parse({})).toEqual({ limit: 20 });
    expect(PageQuery.parse({ limit: '100' }).limit).toBe(100);
    for (const limit of ['101', '0', '1.5', 'many']) expect(PageQuery.safeParse({ limit }).success).toBe(false);
  });
});
