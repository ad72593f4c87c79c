import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packValue, unpackValue } from './verify.values.ts';

const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9a-f]{${length}}$`));
const value = fc.oneof(
  fc.uuid().map((id) => `"${id}"`),
  fc.uuid().map((id) => `"${id.toUpperCase()}"`),
  fc.nat(70).chain((length) => digits(length).map((text) => `"${text}"`)),
  digits(64).map((text) => `"0x${text}"`),
  fc.string({ unit: 'binary-ascii', maxLength: 1_000 }),
);

describe('packValue', () => {
  it('is reversible exactly, regardless of the text after it', () => {
    fc.assert(
      fc.property(fc.array(value), (values) => {
        const packed = values.map(packValue).join('');
        let at = 0;
        for (const expected of values) {
          const { value: found, end } = unpackValue(packed, at);
          expect(found).toBe(expected);
          at = end;
        }
        expect(at).toBe(packed.length);
      }),
    );
  });

  it('needs one byte for two hexadecimal digits', () => {
    expect(packValue(`"0x${'a1'.repeat(32)}"`).length).toBe(35);
    expect(packValue('"01a1e989-4ac0-72c9-a783-a4bd7a28244d"').length).toBe(19);
  });
});
