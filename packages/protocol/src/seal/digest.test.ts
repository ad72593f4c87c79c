import { hexToBytes } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import keccak from '../vectors/keccak256.json' with { type: 'json' };
import { canonicalBytes } from './canonical-json.ts';
import { keccak256Hex, payloadHash, payloadSha256, sha256Hex } from './digest.ts';

describe('digests', () => {
  it.each(keccak.answers)('match the keccak256 of $name', ({ inputHex, keccak256 }) => {
    expect(keccak256Hex(hexToBytes(inputHex))).toBe(keccak256);
  });

  it('match the SHA-256 of FIPS 180-4 for "abc"', () => {
    expect(sha256Hex(new TextEncoder().encode('abc'))).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
  });

  it('cover the canonical bytes of a payload, independent of member order', () => {
    const bytes = canonicalBytes({ b: [1, null], a: 'é' });
    expect(payloadHash({ a: 'é', b: [1, null] })).toBe(keccak256Hex(bytes));
    expect(payloadSha256({ a: 'é', b: [1, null] })).toBe(sha256Hex(bytes));
  });

  it('are refused for a payload that may not be sealed', () => {
    expect(() => payloadHash({ ratio: 0.5 })).toThrow('not_safe_integer');
    expect(() => payloadSha256({ missing: undefined })).toThrow('not_json');
  });
});
