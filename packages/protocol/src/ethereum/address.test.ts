import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import vectors from '../vectors/ethereum.json' with { type: 'json' };
import { Address } from './address.ts';

const digits = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 40, maxLength: 40 });

describe('Address', () => {
  it.each(vectors.checksummed)('returns %s for any one-case spelling of it', (address) => {
    const hex = address.slice(2);
    for (const spelling of [hex, hex.toLowerCase(), hex.toUpperCase()])
      expect(Address.parse(`0x${spelling}`)).toBe(address);
  });

  it('is stable: a checksummed address is its own checksum', () => {
    fc.assert(
      fc.property(digits, (hex) => {
        const address = Address.parse(`0x${hex}`);
        expect(Address.parse(address)).toBe(address);
        expect(address.toLowerCase()).toBe(`0x${hex}`);
      }),
    );
  });

  it('refuses mixed case with a single wrong letter in its checksum', () => {
    const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
    for (const [at, letter] of [...address].entries()) {
      const swapped = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
      if (at < 2 || swapped === letter) continue;
      expect(Address.safeParse(address.slice(0, at) + swapped + address.slice(at + 1)).success).toBe(false);
    }
  });

  it.each([
    '',
    '0x',
    `0x${'a'.repeat(39)}`,
    `0x${'a'.repeat(41)}`,
    `0X${'a'.repeat(40)}`,
    'a'.repeat(42),
    `0x${'g'.repeat(40)}`,
    `0x${'a'.repeat(40)}\n`,
  ])('refuses %j', (text) => {
    expect(Address.safeParse(text).success).toBe(false);
  });
});
