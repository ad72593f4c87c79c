import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import rfc8032 from '../vectors/rfc8032-ed25519.json' with { type: 'json' };
import wycheproof from '../vectors/wycheproof-ed25519.json' with { type: 'json' };
import { toBase64 } from './base64.ts';
import { createSigner, isSignedBy, parsePublicKey, parseSeed, toKeyId } from './ed25519.ts';

const SEED = hexToBytes('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60');
const IDENTITY = Uint8Array.of(1, ...new Uint8Array(31));
const seed = fc.uint8Array({ minLength: 32, maxLength: 32 });
const message = fc.uint8Array({ maxLength: 64 });
const groupOrder = 2n ** 252n + 27742317777372353535851937790883648493n;
const littleEndian = (value: bigint) => hexToBytes(value.toString(16).padStart(64, '0')).toReversed();

describe('Ed25519', () => {
  it.each(rfc8032.tests)('signs and verifies $name of RFC 8032', (test) => {
    const signer = createSigner(hexToBytes(test.seed));
    const signature = signer.sign(hexToBytes(test.message));

    expect(bytesToHex(signer.publicKey)).toBe(test.publicKey);
    expect(bytesToHex(signature)).toBe(test.signature);
    expect(isSignedBy(signer.publicKey, hexToBytes(test.message), signature)).toBe(true);
  });

  it('agrees with every Wycheproof case', () => {
    for (const group of wycheproof.groups) {
      for (const { tcId, comment, msg, sig, result } of group.tests) {
        const decision = isSignedBy(hexToBytes(group.publicKey), hexToBytes(msg), hexToBytes(sig));
        expect({ tcId, comment, decision }).toEqual({ tcId, comment, decision: result === 'valid' });
      }
    }
  });

  it('is compatible with another implementation in both directions', () => {
    fc.assert(
      fc.property(seed, message, (anySeed, bytes) => {
        const ours = createSigner(anySeed);
        const pkcs8 = Buffer.concat([hexToBytes('302e020100300506032b657004220420'), anySeed]);
        const theirs = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });
        expect(isSignedBy(ours.publicKey, bytes, sign(null, bytes, theirs))).toBe(true);
        expect(verify(null, bytes, createPublicKey(theirs), ours.sign(bytes))).toBe(true);
      }),
      { numRuns: 20 },
    );
  });

  it('refuses a signature with any single bit changed', () => {
    const signer = createSigner(SEED);
    const bytes = Uint8Array.of(1, 2, 3);
    const signature = signer.sign(bytes);
    for (let bit = 0; bit < 512; bit++) {
      const tampered = signature.map((byte, index) => (index === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte));
      expect(isSignedBy(signer.publicKey, bytes, tampered)).toBe(false);
    }
  });

  it('refuses the same signature with S increased by the group order', () => {
    const signer = createSigner(SEED);
    const signature = signer.sign(Uint8Array.of(1));
    const s = BigInt(`0x${bytesToHex(signature.slice(32).toReversed())}`);
    const twin = Uint8Array.of(...signature.slice(0, 32), ...littleEndian(s + groupOrder));
    expect(isSignedBy(signer.publicKey, Uint8Array.of(1), twin)).toBe(false);
  });

  it.each([
    ['the identity', '0100000000000000000000000000000000000000000000000000000000000000'],
    ['a point of order 2', 'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f'],
    ['a point of order 4', '0000000000000000000000000000000000000000000000000000000000000000'],
    ['a point of order 8', 'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a'],
    ['a non-canonical identity', 'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f'],
    ['no point at all', '0200000000000000000000000000000000000000000000000000000000000000'],
  ])('refuses %s as a key and as R', (_name, hex) => {
    const point = hexToBytes(hex);
    const zeroS = new Uint8Array(32);
    expect(() => parsePublicKey(hex)).toThrow(expect.objectContaining({ code: 'bad_key' }));
    expect(isSignedBy(point, Uint8Array.of(1), Uint8Array.of(...point, ...zeroS))).toBe(false);
    expect(isSignedBy(createSigner(SEED).publicKey, Uint8Array.of(1), Uint8Array.of(...point, ...zeroS))).toBe(false);
  });

  it('refuses a signature whose R is the identity, although the equation holds', () => {
    const { publicKey } = createSigner(SEED);
    const bytes = Uint8Array.of(1);
    const challenge = createHash('sha512').update(IDENTITY).update(publicKey).update(bytes).digest();
    const k = BigInt(`0x${challenge.reverse().toString('hex')}`);
    const s = (k * ed25519.utils.getExtendedPublicKey(SEED).scalar) % groupOrder;
    const crafted = Uint8Array.of(...IDENTITY, ...littleEndian(s));
    expect(ed25519.verify(crafted, bytes, publicKey, { zip215: false })).toBe(true);
    expect(isSignedBy(publicKey, bytes, crafted)).toBe(false);
  });

  it('refuses the identity as a key, which would accept one signature for every message', () => {
    const base = ed25519.Point.BASE.toBytes();
    const crafted = Uint8Array.of(...base, ...littleEndian(1n));
    expect(ed25519.verify(crafted, Uint8Array.of(1), IDENTITY, { zip215: true })).toBe(true);
    expect(isSignedBy(IDENTITY, Uint8Array.of(1), crafted)).toBe(false);
  });

  it('refuses keys and signatures of a wrong length', () => {
    const signer = createSigner(SEED);
    const signature = signer.sign(Uint8Array.of(1));
    expect(isSignedBy(signer.publicKey, Uint8Array.of(1), signature.slice(1))).toBe(false);
    expect(isSignedBy(signer.publicKey.slice(1), Uint8Array.of(1), signature)).toBe(false);
    expect(() => createSigner(SEED.slice(1))).toThrow(expect.objectContaining({ code: 'bad_key' }));
  });
});

describe('keys', () => {
  it('have an id that is derived from the public key', () => {
    expect(toKeyId(createSigner(SEED).publicKey)).toBe('21fe31dfa154a261');
  });

  it('do not expose the seed of a signer', () => {
    expect(Object.keys(createSigner(SEED))).toEqual(['keyId', 'publicKey', 'sign']);
  });

  it('are parsed from hex, base64, DER in base64 and PEM', () => {
    const pkcs8 = createPrivateKey({
      key: Buffer.concat([hexToBytes('302e020100300506032b657004220420'), SEED]),
      format: 'der',
      type: 'pkcs8',
    });
    const spki = createPublicKey(pkcs8);
    const { publicKey } = createSigner(SEED);
    const seeds = [
      bytesToHex(SEED),
      toBase64(SEED),
      `${toBase64(SEED)}\n`,
      pkcs8.export({ format: 'pem', type: 'pkcs8' }),
    ];
    for (const text of [...seeds, pkcs8.export({ format: 'der', type: 'pkcs8' }).toString('base64')]) {
      expect(parseSeed(String(text))).toEqual(SEED);
    }
    const publicKeys = [bytesToHex(publicKey), toBase64(publicKey), spki.export({ format: 'pem', type: 'spki' })];
    for (const text of [...publicKeys, spki.export({ format: 'der', type: 'spki' }).toString('base64')]) {
      expect(parsePublicKey(String(text))).toEqual(publicKey);
    }
  });

  it.each([
    ['nothing', ''],
    ['a short key', 'ab'.repeat(31)],
    ['a long key', 'ab'.repeat(33)],
    ['base64 without padding', toBase64(SEED).slice(0, -1)],
    ['DER of another algorithm', toBase64(Uint8Array.of(...hexToBytes('302e020100300506032b656e04220420'), ...SEED))],
    ['a PEM block of another kind', `-----BEGIN PUBLIC KEY-----\n${toBase64(SEED)}\n-----END PUBLIC KEY-----`],
  ])('are not parsed from %s', (_name, text) => {
    expect(() => parseSeed(text)).toThrow(expect.objectContaining({ code: 'bad_key' }));
  });
});
