import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import vectors from '../vectors/ethereum.json' with { type: 'json' };
import { hashPersonalMessage, recoverSigner } from './personal-message.ts';

const { privateKey, address, message, hash, signature } = vectors.personalMessage;
const N = secp256k1.Point.Fn.ORDER;
const hex32 = (value: bigint) => value.toString(16).padStart(64, '0');
const withV = (v: number) => signature.slice(0, -2) + v.toString(16).padStart(2, '0');
const refusal = (reason: string) => expect.objectContaining({ name: 'PersonalSignatureError', reason });
const attempt = (candidate: string) => () => recoverSigner(message, candidate);

function signPersonal(text: string, key: Uint8Array): string {
  const [recovery = 0, ...rs] = secp256k1.sign(hashPersonalMessage(text), key, { prehash: false, format: 'recovered' });
  return `0x${bytesToHex(Uint8Array.of(...rs, recovery + 27))}`;
}

describe('personal messages', () => {
  it('have the same hash and signer as in wallets', () => {
    expect(bytesToHex(hashPersonalMessage(message))).toBe(hash);
    expect(recoverSigner(message, signature)).toBe(address);
    expect(signPersonal(message, hexToBytes(privateKey))).toBe(signature);
  });

  it('count the bytes of a message, not its characters', () => {
    const prefixed = utf8ToBytes('\x19Ethereum Signed Message:\n12Zürich 😂');
    expect(hashPersonalMessage('Zürich 😂')).toEqual(keccak_256(prefixed));
  });

  it('recover the signer of any text, and another address for any other text', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (text, other) => {
        const signed = signPersonal(text, hexToBytes(privateKey));
        expect(recoverSigner(text, signed)).toBe(address);
        if (other !== text) expect(recoverSigner(other, signed)).not.toBe(address);
      }),
      { numRuns: 25 },
    );
  });

  it('accept v as 27 and 28 and as 0 and 1, and nothing else', () => {
    expect(recoverSigner(message, withV(1))).toBe(address);
    expect(recoverSigner(message, withV(28))).toBe(address);
    expect(recoverSigner(message, withV(0))).not.toBe(address);
    expect(recoverSigner(message, withV(0))).toBe(recoverSigner(message, withV(27)));
    for (const v of [2, 3, 26, 29, 30, 35, 36, 255]) expect(attempt(withV(v))).toThrow(refusal('bad_recovery_id'));
  });

  it('refuse the high-s twin of a good signature', () => {
    const s = BigInt(`0x${signature.slice(66, 130)}`);
    const twin = `${signature.slice(0, 66)}${hex32(N - s)}1b`;
    expect(attempt(twin)).toThrow(refusal('high_s'));
  });

  it('accept the largest low s and refuse the next', () => {
    const r = signature.slice(0, 66);
    expect(attempt(`${r}${hex32(N / 2n)}1b`)).not.toThrow();
    expect(attempt(`${r}${hex32(N / 2n + 1n)}1b`)).toThrow(refusal('high_s'));
  });

  it.each([
    ['64 bytes', signature.slice(0, -2)],
    ['66 bytes', `${signature}00`],
    ['no prefix', signature.slice(2)],
    ['letters past f', `0x${'g'.repeat(130)}`],
    ['r of zero', `0x${hex32(0n)}${hex32(1n)}1b`],
    ['s of zero', `0x${hex32(1n)}${hex32(0n)}1b`],
    ['r of the group order', `0x${hex32(N)}${hex32(1n)}1b`],
  ])('refuse a signature with %s', (_name, candidate) => {
    expect(attempt(candidate)).toThrow(refusal('malformed'));
  });

  it('refuse an r that is no point on the curve', () => {
    expect(attempt(`0x${hex32(5n)}${hex32(1n)}1b`)).toThrow(refusal('unrecoverable'));
  });
});
