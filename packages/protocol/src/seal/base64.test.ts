import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findBase64, toBase64 } from './base64.ts';

describe('base64', () => {
  it('agrees with another implementation and decodes its own output', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'));
        expect(findBase64(toBase64(bytes))).toEqual(bytes);
      }),
    );
  });

  it('accepts exactly one spelling of every value', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('A', 'B', 'Q', '/', '_', '=', ' ', '\n', 'é') }), (text) => {
        const bytes = findBase64(text);
        if (bytes) expect(toBase64(bytes)).toBe(text);
      }),
    );
  });

  it.each(['QQ', 'QQ=', 'QR==', 'Q Q==', 'QQ==\n', '-_-_', 'Q', '====', 'é'])('refuses %j', (text) => {
    expect(findBase64(text)).toBeUndefined();
  });
});
