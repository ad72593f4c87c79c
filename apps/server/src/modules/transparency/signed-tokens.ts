/** Compact JWS with Ed25519 (RFC 7515, RFC 8037). */
import type { Signer } from '@assay/protocol';

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

export function signToken(typ: string, claims: object, { keyId, sign }: Signer): string {
  const text = `${encode({ alg: 'EdDSA', kid: keyId, typ })}.${encode(claims)}`;
  return `${text}.${Buffer.from(sign(new TextEncoder().encode(text))).toString('base64url')}`;
}
