import { findBase64 } from '@assay/protocol/base64';
import { sha256Hex } from './digest.ts';
import { fromHex, toHex } from './hex.ts';
import { isText } from './shape.ts';

const KEY_BYTES = 32;
/** DER of an Ed25519 SubjectPublicKeyInfo up to the key (RFC 8410 §4). */
const SPKI_PREFIX = '302a300506032b6570032100';

/** A public key from hex, base64 or base64 of SPKI; `undefined` for anything else. */
export function findPublicKey(text: unknown): Uint8Array<ArrayBuffer> | undefined {
  if (!isText(text)) return undefined;
  const bytes = /^[0-9a-f]{64}$/i.test(text) ? fromHex(text) : findBase64(text);
  if (bytes?.length === KEY_BYTES) return new Uint8Array(bytes);
  const isSpki = bytes?.length === KEY_BYTES + SPKI_PREFIX.length / 2 && toHex(bytes).startsWith(SPKI_PREFIX);
  return isSpki ? new Uint8Array(bytes.slice(-KEY_BYTES)) : undefined;
}

/** The first 16 hex digits of SHA-256 over the key. It is a lookup key and proves nothing. */
export const toKeyId = async (publicKey: Uint8Array): Promise<string> => (await sha256Hex(publicKey)).slice(0, 16);

export type VerifySignature = (
  publicKey: Uint8Array<ArrayBuffer>,
  message: Uint8Array,
  signature: Uint8Array,
) => Promise<boolean>;

/** Ed25519 of the platform: Node since version 20 and every current browser. Without it, no signature verifies. */
export const platformEd25519: VerifySignature = async (publicKey, message, signature) => {
  try {
    const { subtle } = globalThis.crypto;
    const key = await subtle.importKey('raw', publicKey, 'Ed25519', false, ['verify']);
    return await subtle.verify('Ed25519', key, new Uint8Array(signature), new Uint8Array(message));
  } catch {
    return false;
  }
};

type Claim = { readonly keyId: unknown; readonly value: unknown };

/**
 * The distinct trusted keys that signed. Signatures of other keys are skipped. One invalid signature that claims a
 * trusted key invalidates the document: `undefined`.
 */
export async function findSigners(
  message: Uint8Array,
  claims: readonly Claim[],
  keys: readonly Uint8Array<ArrayBuffer>[],
  verify: VerifySignature,
): Promise<ReadonlySet<string> | undefined> {
  const trusted = new Map(await Promise.all(keys.map(async (key) => [await toKeyId(key), key] as const)));
  const signers = new Set<string>();
  for (const { keyId, value } of claims) {
    const key = isText(keyId) ? trusted.get(keyId) : undefined;
    if (!key || !isText(keyId)) continue;
    const signature = isText(value) ? findBase64(value) : undefined;
    if (!signature || !(await verify(key, message, signature))) return undefined;
    signers.add(keyId);
  }
  return signers;
}
