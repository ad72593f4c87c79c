import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';

/** Ways in which a certificate is not to be trusted; every other fault of a connection is none of them. */
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

/** Until when the other side's certificate is good; nothing for a connection without one. */
export function certificateEndOf(socket: Socket): number | undefined {
  if (!(socket instanceof TLSSocket)) return undefined;
  const endsAt = Date.parse(socket.getPeerCertificate().valid_to ?? '');
  return Number.isNaN(endsAt) ? undefined : endsAt;
}
