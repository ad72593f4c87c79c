import { webcrypto } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ActorId,
  ApiKey,
  CertificateId,
  DeveloperToken,
  Digest,
  Hash32,
  LoginCode,
  Nonce,
  newApiKey,
  newCertificateId,
  newDeveloperToken,
  newLoginCode,
  newNonce,
  newUuidV7,
  RequestId,
  RuleId,
  Sha256,
  SubmissionId,
  toApiKeyId,
  toDigest,
  toTokenId,
} from './ids.ts';

const random = (length: number) => webcrypto.getRandomValues(new Uint8Array(length));
const constant = (byte: number) => (length: number) => new Uint8Array(length).fill(byte);

/** Returns bytes 0, 1, 2 … 255, 0 …, so every byte value occurs equally often. */
function everyByteInTurn() {
  let next = 0;
  return (length: number) => Uint8Array.from({ length }, () => next++ % 256);
}

describe('digest formats', () => {
  it('accept lower-case hex of the exact length only', () => {
    const hex = 'ab'.repeat(32);
    expect(Hash32.safeParse(`0x${hex}`).success).toBe(true);
    expect(Sha256.safeParse(hex).success).toBe(true);
    expect(Digest.safeParse(toDigest(Sha256.parse(hex))).success).toBe(true);
    for (const bad of [hex, `0x${hex}0`, `0x${hex.slice(1)}`, `0x${hex.toUpperCase()}`, `0x${hex}\n`]) {
      expect(Hash32.safeParse(bad).success).toBe(false);
    }
    for (const bad of [`0x${hex}`, `${hex}0`, hex.slice(1), hex.toUpperCase()]) {
      expect(Sha256.safeParse(bad).success).toBe(false);
      expect(Digest.safeParse(`sha256:${bad}`).success).toBe(false);
    }
  });
});

describe('identifiers', () => {
  it('have 24 lower-case hex digits for certificates', () => {
    expect(newCertificateId(constant(0xab))).toBe('ab'.repeat(12));
    expect(CertificateId.safeParse('AB'.repeat(12)).success).toBe(false);
    expect(CertificateId.safeParse('ab'.repeat(12).slice(1)).success).toBe(false);
  });

  it('refuse a random source that returns too few bytes', () => {
    expect(() => newCertificateId(() => new Uint8Array(11))).toThrow();
    expect(() => newUuidV7(SubmissionId, 0, () => new Uint8Array(9))).toThrow();
  });

  it('reproduce the UUIDv7 example of RFC 9562 appendix A.6', () => {
    const bits = Uint8Array.from([0x0c, 0xc3, 0x18, 0xc4, 0xdc, 0x0c, 0x0c, 0x07, 0x39, 0x8f]);
    expect(newUuidV7(SubmissionId, 0x017f22e279b0, () => bits)).toBe('017f22e2-79b0-7cc3-98c4-dc0c0c07398f');
  });

  it('start with the time, so that later ids sort later', () => {
    fc.assert(
      fc.property(fc.nat({ max: 2 ** 46 }), fc.integer({ min: 1, max: 2 ** 40 }), (nowMs, laterMs) => {
        expect(newUuidV7(SubmissionId, nowMs, random) < newUuidV7(SubmissionId, nowMs + laterMs, random)).toBe(true);
      }),
    );
  });

  it('accept the last 48-bit time, and refuse later, fractional and negative ones', () => {
    expect(newUuidV7(SubmissionId, 2 ** 48 - 1, constant(255))).toBe('ffffffff-ffff-7fff-bfff-ffffffffffff');
    for (const nowMs of [2 ** 48, -1, 0.5, Number.NaN]) {
      expect(() => newUuidV7(SubmissionId, nowMs, random)).toThrow(RangeError);
    }
  });

  it('accept only lower-case version 7 for own objects, and any version for objects of the world', () => {
    const v4 = '3f1c2d4e-5a6b-4c7d-8e9f-0a1b2c3d4e5f';
    expect(SubmissionId.safeParse(v4).success).toBe(false);
    expect(ActorId.safeParse(v4).success).toBe(true);
    expect(ActorId.safeParse(v4.toUpperCase()).success).toBe(false);
    expect(SubmissionId.safeParse('017F22E2-79B0-7CC3-98C4-DC0C0C07398F').success).toBe(false);
  });

  it('accept a request id of 8 to 64 safe characters and no other', () => {
    for (const good of ['a'.repeat(8), 'a'.repeat(64), 'A-z_09-_'])
      expect(RequestId.safeParse(good).success).toBe(true);
    for (const bad of ['a'.repeat(7), 'a'.repeat(65), 'aaaaaaa\n', 'aaaa aaaa']) {
      expect(RequestId.safeParse(bad).success).toBe(false);
    }
  });

  it('limit a rule id to 128 characters', () => {
    expect(RuleId.safeParse('a'.repeat(128)).success).toBe(true);
    expect(RuleId.safeParse('a'.repeat(129)).success).toBe(false);
  });
});

describe('secrets', () => {
  it('have their documented form and yield their public half', () => {
    const token = newDeveloperToken(random);
    const key = newApiKey(random);
    expect(DeveloperToken.parse(token)).toMatch(new RegExp(`^dev_${toTokenId(token)}_.{43}$`));
    expect(ApiKey.parse(key)).toMatch(new RegExp(`^ak_${toApiKeyId(key)}_.{43}$`));
    expect(Nonce.parse(newNonce(random))).toHaveLength(24);
  });

  it('contain every character equally often with an even source', () => {
    const source = everyByteInTurn();
    const counts = new Map<string, number>();
    const nonces = 62 * 31; // 62 × 31 × 24 characters: a whole number of passes over the 248 usable bytes
    for (let n = 0; n < nonces; n++) {
      for (const character of newNonce(source)) counts.set(character, (counts.get(character) ?? 0) + 1);
    }
    expect(counts.size).toBe(62);
    expect([...new Set(counts.values())]).toEqual([(nonces * 24) / 62]);
  });

  it('are not created from a source without usable bytes', () => {
    expect(() => newNonce(constant(255))).toThrow('broken');
    expect(() => newNonce(() => new Uint8Array(0))).toThrow('broken');
  });

  it('refuse letters that Crockford base 32 omits, and a wrong length', () => {
    const secret = 'a'.repeat(43);
    expect(DeveloperToken.safeParse(`dev_ABCDEFGH_${secret}`).success).toBe(true);
    for (const bad of [
      `dev_ABCDEFGI_${secret}`,
      `dev_ABCDEFGH_${secret}a`,
      `ak_ABCDEFGH_${secret}`,
      `dev_ABCDEFG_${secret}`,
    ]) {
      expect(DeveloperToken.safeParse(bad).success).toBe(false);
    }
  });
});

describe('login codes', () => {
  it('are parsed in any case and with O, I and L as users type them', () => {
    expect(LoginCode.parse('oil0abcd')).toBe('0110ABCD');
  });

  it('refuse U, a ninth character and a missing one', () => {
    for (const bad of ['ABCDEFGU', 'ABCDEFGHJ', 'ABCDEFG', 'ABCD-EFG'])
      expect(LoginCode.safeParse(bad).success).toBe(false);
  });

  it('consist of eight characters that parse unchanged', () => {
    const code = newLoginCode(random);
    expect(LoginCode.parse(code.toLowerCase())).toBe(code);
  });
});
