import { findBase64 } from '@assay/protocol/base64';
import { toKeyId, type VerifySignature } from '../keys.ts';
import { AssayError } from '../reasons.ts';
import { CLOCK_SKEW_MS, type Dict, isCertificateId, isCount, isDict, isHash32, isStatus, isText } from '../shape.ts';

export type StatusClaims = {
  readonly certificateId: string;
  readonly payloadHash: string;
  readonly status: 'APPROVED' | 'DEPRECATED' | 'SUSPENDED';
  readonly valid: boolean;
  readonly flags: number;
  readonly issuer: string;
  readonly issuedAtMs: number;
  /** Whether the certificate is on the registry contract. */
  readonly isAnchored: boolean;
};

const refuse = (detail: string): AssayError => new AssayError('status_token', detail);

/** Decodes canonical base64url without padding. */
function decode(part: string): Uint8Array | undefined {
  if (!/^[A-Za-z0-9_-]+$/.test(part)) return undefined;
  const padding = '='.repeat((4 - (part.length % 4)) % 4);
  return findBase64(part.replaceAll('-', '+').replaceAll('_', '/') + padding);
}

function decodeJson(part: string): Dict {
  const bytes = decode(part);
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (bytes !== undefined && isDict(value)) return value;
  } catch (cause) {
    throw new AssayError('status_token', 'The status token cannot be read.', { cause });
  }
  throw refuse('The status token cannot be read.');
}

type Keys = (issuedAtMs: number) => readonly Uint8Array<ArrayBuffer>[];
type Checking = {
  readonly keysAt: Keys;
  readonly verify: VerifySignature;
  readonly now: number;
  /** The nonce of the request. It proves that the token is not an earlier one. */
  readonly nonce?: string;
};

/** The claims of a compact JWS that a trusted key signed. The caller must check the age. Throws AssayError. */
export async function verifyStatusToken(
  token: string,
  { keysAt, verify, now, nonce }: Checking,
): Promise<StatusClaims> {
  const [head = '', body = '', signed = '', ...more] = token.split('.');
  const header = decodeJson(head);
  // The verifier fixes the algorithm; the token must not choose it.
  if (more.length > 0 || header.alg !== 'EdDSA' || header.typ !== 'assay-status+jwt')
    throw refuse('The token is not a status token.');
  const claims = decodeJson(body);
  const { iss, sub, payloadHash, status, valid, flags, iat } = claims;
  const isValidShape =
    isText(iss) &&
    isCertificateId(sub) &&
    isHash32(payloadHash) &&
    isStatus(status) &&
    typeof valid === 'boolean' &&
    isCount(flags) &&
    isCount(iat);
  if (!isValidShape || valid !== (status === 'APPROVED' && flags === 0))
    throw refuse('The claims of the status token cannot be read.');
  if (nonce !== undefined && claims.nonce !== nonce) throw refuse('The status token answers a different request.');
  const issuedAtMs = iat * 1_000;
  if (issuedAtMs > now + CLOCK_SKEW_MS) throw refuse('The issue time of the status token is in the future.');
  const signature = decode(signed);
  const message = new TextEncoder().encode(`${head}.${body}`);
  for (const key of keysAt(issuedAtMs))
    if (signature && header.kid === (await toKeyId(key)) && (await verify(key, message, signature)))
      return {
        certificateId: sub,
        payloadHash,
        status,
        valid,
        flags,
        issuer: iss,
        issuedAtMs,
        isAnchored: claims.anchored === true,
      };
  throw refuse('The status token is not signed by a trusted key.');
}
