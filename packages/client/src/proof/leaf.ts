import { hashLeaf } from '@assay/protocol/log';
import { canonicalBytesOf } from '../canonical.ts';
import { AssayError } from '../reasons.ts';
import { isCertificateId, isCount, isDict, isHash32, isStatus, isText, isTime, oneOf } from '../shape.ts';

export type LogLeaf = {
  readonly type: 'ISSUED' | 'STATUS' | 'AUDIT_HEAD';
  readonly certificateId: string | null;
  readonly payloadHash: string | null;
  readonly status: 'APPROVED' | 'DEPRECATED' | 'SUSPENDED' | null;
  readonly statusReason: string | null;
  readonly at: string;
  readonly prev: number | null;
};

const isType = oneOf(['ISSUED', 'STATUS', 'AUDIT_HEAD']);
const MEMBERS = 7;
const refuse = (detail: string): AssayError => new AssayError('log_leaf', detail);

/** Parses a leaf. Unknown members are not allowed. Throws AssayError. */
export function readLeaf(value: unknown): LogLeaf {
  if (!isDict(value) || Object.keys(value).length !== MEMBERS) throw refuse('This is not a leaf of the log.');
  const { type, certificateId, payloadHash, status, statusReason, at, prev } = value;
  const isValidShape =
    isType(type) &&
    isTime(at) &&
    (prev === null || isCount(prev)) &&
    isHash32(payloadHash) &&
    (statusReason === null || isText(statusReason));
  if (!isValidShape) throw refuse('A leaf of the log cannot be read.');
  if (type === 'AUDIT_HEAD') {
    if (certificateId !== null || status !== null) throw refuse('An audit head must not name a certificate.');
    return { type, certificateId, payloadHash, status, statusReason, at, prev };
  }
  if (!isCertificateId(certificateId) || !isStatus(status))
    throw refuse('A leaf does not name a certificate and a status.');
  return { type, certificateId, payloadHash, status, statusReason, at, prev };
}

export const leafHashOf = (leaf: LogLeaf): Uint8Array => hashLeaf(canonicalBytesOf(leaf, 'log_leaf'));
