import { findBase64 } from './base64.ts';
import { isSignedBy, type KeyId, toKeyId } from './ed25519.ts';
import { SealError } from './seal-error.ts';

export type ClaimedSignature = { readonly keyId: string; readonly value: string };

/**
 * The distinct trusted keys that signed these bytes. Signatures of other keys are skipped, because co-signers are
 * allowed. Throws when a signature that claims a trusted key does not verify: one broken signature invalidates the
 * document. Each key is returned once, so that a caller can count keys.
 */
export function verifySignatures(
  message: Uint8Array,
  signatures: readonly ClaimedSignature[],
  trustedKeys: readonly Uint8Array[],
): KeyId[] {
  const trusted = new Map<string, Uint8Array>(trustedKeys.map((publicKey) => [toKeyId(publicKey), publicKey]));
  const proven = new Set<KeyId>();
  for (const { keyId, value } of signatures) {
    const publicKey = trusted.get(keyId);
    if (!publicKey) continue;
    const signature = findBase64(value);
    if (!signature || !isSignedBy(publicKey, message, signature)) throw new SealError('bad_signature');
    proven.add(toKeyId(publicKey));
  }
  if (proven.size === 0) throw new SealError('unknown_key');
  return [...proven];
}
