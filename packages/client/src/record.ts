import type { Answer, Routes } from '@assay/protocol';
import { type Reason, reason } from './reasons.ts';
import {
  CLOCK_SKEW_MS,
  type Dict,
  isCertificateId,
  isCount,
  isDict,
  isHash32,
  isLevel,
  isReader,
  isRisk,
  isSha256,
  isStatus,
  isText,
  isTime,
} from './shape.ts';

type Served = Answer<Routes['verifyCertificate']>;
type Second = 'reviewers' | 'instructionsReadBy' | 'treeSha256';

/** The service's answer to "may I run this?". Members of the second version are missing in answers of older services. */
export type VerifyRecord = Omit<Served, Second> & Partial<Pick<Served, Second>>;
export type Reviewer = Served['reviewers'][number];

type CheckedRecord = { readonly record: VerifyRecord | null; readonly reasons: readonly Reason[] };

/** The members that a decision depends on, with their checks. All others are only displayed. */
const MEMBERS: readonly (readonly [string, (value: unknown) => boolean])[] = [
  ['valid', (value) => typeof value === 'boolean'],
  ['status', isStatus],
  ['summary', isText],
  ['activeFlagCount', isCount],
  ['securityLevel', isLevel],
  ['sandboxRiskLevel', isRisk],
  ['skillName', isText],
  ['skillVersion', isText],
  ['certificateIssuedAt', isTime],
  ['certificateId', isCertificateId],
  ['revoked', (value) => typeof value === 'boolean'],
  ['statusChangedAt', isTime],
  ['bundleSha256', isSha256],
  ['payloadHash', isHash32],
  ['manifest', isDict],
  ['source', isDict],
  ['retainedWarnings', Array.isArray],
  ['instructionsReadBy', (value) => value === undefined || isReader(value)],
];

/** Parses an answer of verify. Without reasons the answer is well-formed, which does not mean that it is valid. */
export function checkRecord(body: unknown, expectedId: string | undefined, now: number): CheckedRecord {
  if (!isDict(body)) return unsound('The response is not an object.');
  const broken = MEMBERS.filter(([name, holds]) => !holds(body[name])).map(([name]) => name);
  if (broken.length > 0) return unsound(`The response has no readable ${broken.join(', ')}.`);
  const record = body as unknown as VerifyRecord;
  if (expectedId !== undefined && record.certificateId !== expectedId) {
    return {
      record: null,
      reasons: [reason('wrong_certificate', `The response concerns certificate ${record.certificateId}.`)],
    };
  }
  const contradiction = findContradiction(body, now);
  return contradiction === undefined ? { record, reasons: [] } : unsound(contradiction);
}

const unsound = (detail: string): CheckedRecord => ({ record: null, reasons: [reason('bad_answer', detail)] });

/** `valid` follows from the other members. A contradictory answer is rejected. */
function findContradiction(body: Dict, now: number): string | undefined {
  const { valid, status, activeFlagCount, revoked, certificateIssuedAt } = body;
  if (valid && status !== 'APPROVED') return `It is marked as valid, but its status is ${status}.`;
  if (valid && activeFlagCount !== 0) return `It is marked as valid, but has open flags: ${activeFlagCount}.`;
  if (revoked && status !== 'SUSPENDED') return `It is marked as revoked, but its status is ${status}.`;
  if (Date.parse(String(certificateIssuedAt)) > now + CLOCK_SKEW_MS) return 'Its issue time is in the future.';
  return undefined;
}
