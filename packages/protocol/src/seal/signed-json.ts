import { z } from 'zod';
import { toBase64 } from './base64.ts';
import { CanonicalJsonError, canonicalBytes } from './canonical-json.ts';
import { KeyId, type Signer } from './ed25519.ts';
import { SealError } from './seal-error.ts';
import { verifySignatures } from './signatures.ts';

export const SIGNED_JSON_SCHEME = 'jcs-ed25519-v1';

/** The `signature` member of a feed page or a receipt. */
export const JsonSignature = z.strictObject({
  alg: z.literal('Ed25519'),
  keyId: KeyId,
  scheme: z.literal(SIGNED_JSON_SCHEME),
  value: z.string(),
});
export type JsonSignature = z.infer<typeof JsonSignature>;

/** `jcs-ed25519-v1`: the signature covers the canonical JSON of the object without its `signature` member. */
export function signJson<Body extends object>(body: Body, signer: Signer): Body & { signature: JsonSignature } {
  if ('signature' in body) throw new SealError('already_signed');
  const value = toBase64(signer.sign(canonicalBytes(body)));
  return { ...body, signature: { alg: 'Ed25519', keyId: signer.keyId, scheme: SIGNED_JSON_SCHEME, value } };
}

export type ProvenJson = { body: Record<string, unknown>; keyId: KeyId };

/** The object without its signature, verified against the trusted keys. Throws SealError. Its shape is not checked. */
export function verifySignedJson(signed: unknown, trustedKeys: readonly Uint8Array[]): ProvenJson {
  if (!isObject(signed)) throw new SealError('malformed');
  const { signature: claimed, ...body } = signed;
  // The signature does not cover itself, so unchecked members are not allowed in it.
  const signature = JsonSignature.safeParse(claimed);
  if (!signature.success) throw new SealError('malformed', { cause: signature.error });
  verifySignatures(bytesOf(body), [signature.data], trustedKeys);
  return { body, keyId: signature.data.keyId };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function bytesOf(body: object): Uint8Array {
  try {
    return canonicalBytes(body);
  } catch (cause) {
    if (cause instanceof CanonicalJsonError) throw new SealError('malformed', { cause });
    throw cause;
  }
}
