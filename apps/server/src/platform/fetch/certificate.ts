import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';

/** Error codes of an untrusted certificate, as opposed to other connection errors. */
const FAULTS: ReadonlySet<unknown> = new Set([
  'CERT_CHAIN_TOO_LONG',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_REJECTED',
  'CERT_REVOKED',
  'CERT_SIGNATURE_FAILURE',
  'CERT_UNTRUSTED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'HOSTNAME_MISMATCH',
  'INVALID_CA',
  'INVALID_PURPOSE',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

export const isCertificateFault = (fault: unknown): boolean =>
  fault instanceof Error && 'code' in fault && FAULTS.has(fault.code);

/** Expiry of the peer's certificate. Undefined for an unencrypted connection. */
export function certificateEndOf(socket: Socket): number | undefined {
  if (!(socket instanceof TLSSocket)) return undefined;
  const endsAt = Date.parse(socket.getPeerCertificate().valid_to ?? '');
  return Number.isNaN(endsAt) ? undefined : endsAt;
}
