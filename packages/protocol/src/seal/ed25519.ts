import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { z } from 'zod';
import { findBase64 } from './base64.ts';
import { SealError } from './seal-error.ts';

const KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;

/** The first 16 hex digits of SHA-256 over the 32 public key bytes. It is a lookup key and proves nothing. */
export const KeyId = z
  .string()
  .regex(/^[0-9a-f]{16}$/)
  .brand<'KeyId'>();
export type KeyId = z.infer<typeof KeyId>;

export const toKeyId = (publicKey: Uint8Array): KeyId => bytesToHex(sha256(publicKey)).slice(0, 16) as KeyId;

export type Signer = {
  readonly keyId: KeyId;
  readonly publicKey: Uint8Array;
  readonly sign: (message: Uint8Array) => Uint8Array;
};

/** Keeps the seed in a closure, so that logging or serialising a signer does not reveal it. */
export function createSigner(seed: Uint8Array): Signer {
  if (seed.length !== KEY_BYTES) throw new SealError('bad_key');
  const secretKey = seed.slice();
  const publicKey = ed25519.getPublicKey(secretKey);
  return { keyId: toKeyId(publicKey), publicKey, sign: (message) => ed25519.sign(message, secretKey) };
}

/**
 * Strict RFC 8032: S below the group order, canonical point encodings, and no small-order key or R, because those let
 * one signature match many messages or keys. Input of the wrong length returns false.
 */
export function isSignedBy(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  if (publicKey.length !== KEY_BYTES || signature.length !== SIGNATURE_BYTES) return false;
  if (!isUsablePoint(signature.subarray(0, KEY_BYTES))) return false;
  return ed25519.verify(signature, message, publicKey, { zip215: false });
}

function isUsablePoint(encoded: Uint8Array): boolean {
  try {
    return !ed25519.Point.fromBytes(encoded, false).isSmallOrder();
  } catch {
    return false;
  }
}

/** DER of a PKCS#8 Ed25519 private key up to the seed (RFC 8410 §7); the 32 bytes follow. */
const PKCS8_PREFIX = hexToBytes('302e020100300506032b657004220420');
/** DER of an Ed25519 SubjectPublicKeyInfo up to the key (RFC 8410 §4); the 32 bytes follow. */
const SPKI_PREFIX = hexToBytes('302a300506032b6570032100');

/** A 32-byte seed from hex, base64, base64 of PKCS#8, or a PKCS#8 PEM block. */
export const parseSeed = (text: string): Uint8Array => parseKey(text, 'PRIVATE KEY', PKCS8_PREFIX);

/** A public key from hex, base64, base64 of SPKI, or an SPKI PEM block. Rejects points that no honest key has. */
export function parsePublicKey(text: string): Uint8Array {
  const publicKey = parseKey(text, 'PUBLIC KEY', SPKI_PREFIX);
  if (!isUsablePoint(publicKey)) throw new SealError('bad_key');
  return publicKey;
}

function parseKey(text: string, pemLabel: string, derPrefix: Uint8Array): Uint8Array {
  const trimmed = text.trim();
  if (/^[0-9a-fA-F]{64}$/.test(trimmed)) return hexToBytes(trimmed);
  const bytes = findBase64(withoutArmour(trimmed, pemLabel));
  if (bytes?.length === KEY_BYTES) return bytes;
  const isDer =
    bytes?.length === derPrefix.length + KEY_BYTES && derPrefix.every((byte, index) => bytes[index] === byte);
  if (!isDer) throw new SealError('bad_key');
  return bytes.slice(derPrefix.length);
}

function withoutArmour(text: string, label: string): string {
  const begin = `-----BEGIN ${label}-----`;
  const end = `-----END ${label}-----`;
  if (!text.startsWith(begin) || !text.endsWith(end)) return text;
  return text.slice(begin.length, -end.length).replaceAll(/[\r\n]/g, '');
}
