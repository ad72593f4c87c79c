import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installPlainOrder } from './plain-order.ts';

const byTables = String.prototype.localeCompare;
beforeAll(installPlainOrder);
afterAll(() => {
  String.prototype.localeCompare = byTables;
});

const isAsInTables = (one: string, other: string): boolean =>
  one.localeCompare(other) === Math.sign(byTables.call(one, other));

describe('comparing names', () => {
  it('puts plain names in the order of the tables', () => {
    const plain = fc.string({ unit: fc.constantFrom(...'abmz059-'), maxLength: 6 });
    fc.assert(fc.property(plain, plain, isAsInTables));
  });

  it('leaves all other names to the tables', () => {
    const any = fc.string({ unit: fc.constantFrom(...'aAzZ0-_./ éß'), maxLength: 6 });
    fc.assert(fc.property(any, any, isAsInTables));
  });

  it('asks the tables where a language or a way of comparing is named', () => {
    expect('a10'.localeCompare('a2', 'en', { numeric: true })).toBe(1);
    expect('a'.localeCompare('b', 'en')).toBe(-1);
  });
});
