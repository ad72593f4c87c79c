import type { CertificateId, Hash32 } from './ids.ts';
import { DEFAULT_MOUNTS, type Mounts, mountPath } from './mounts.ts';
import { Problem } from './problems.ts';
import { fillPath } from './route.ts';
import { certificateRoutes } from './routes/certificates.ts';
import { transparencyRoutes } from './routes/transparency.ts';
import { PAYLOAD_HASH_SCHEME } from './seal/digest.ts';
import type { CertificateLinks, CertificateStatus, OnChain, StatusReason, VerifyRecord } from './wire/certificate.ts';
import { FINDINGS_MAX, type InstructionsReadBy, PAYLOAD_SCHEMA, type Payload } from './wire/sealed.ts';
import { levelAsRead, warningsAsRead } from './wire/unread.ts';

/** The result of a later RE_AUDIT. It replaces the sealed values in the answer, never in the record. */
export type ReAudit = Pick<VerifyRecord, 'securityLevel' | 'sandboxRiskLevel' | 'retainedWarnings'>;

/** All data of a verify answer: the sealed payload and the live state. */
export type VerifyState = {
  readonly payload: Payload;
  readonly payloadHash: Hash32;
  readonly status: CertificateStatus;
  readonly statusReason: StatusReason | null;
  readonly statusChangedAt: string;
  readonly revoked: boolean;
  readonly supersededBy: CertificateId | null;
  /** Undefined when the count failed, which is not the same as zero. */
  readonly activeFlagCount: number | undefined;
  readonly reAudit: ReAudit | null;
  readonly onChain: OnChain | null;
};

/** Texts of the current policy. `version` identifies them, so that caches can tell them apart. */
export type VerifyPolicy = { readonly version: string; readonly apiDisclaimer: string };

/** The base URL of this deployment, without a trailing slash. */
export type VerifyContext = { readonly baseUrl: string; readonly mounts?: Mounts };

/** The only condition for trust. Unknown values mean no. */
export const isValid = (status: CertificateStatus | undefined, openFlags: number | undefined): boolean =>
  status === 'APPROVED' && openFlags === 0;

/** Revocation overrides the status in the row. */
const REVOKED = { status: 'SUSPENDED', statusReason: 'REVOKED' } as const;

/** Throws `status_stale` when the number of open flags is unknown, because no number in the answer would be correct. */
export function toVerifyRecord(state: VerifyState, policy: VerifyPolicy, context: VerifyContext): VerifyRecord {
  const { payload, activeFlagCount } = state;
  if (activeFlagCount === undefined) throw new Problem('status_stale');

  const { status, statusReason } = state.revoked ? REVOKED : state;
  const audit = state.reAudit ?? payload;
  const readings = readingsOf(payload);
  const { instructionsReadBy } = readings;
  // Only the engine runs in a later round: it neither adds nor removes a reader.
  const isUnread = payload.schema === PAYLOAD_SCHEMA && instructionsReadBy === 'NONE';
  const securityLevel = isUnread ? levelAsRead(audit.securityLevel, 'NONE') : audit.securityLevel;
  return {
    valid: isValid(status, activeFlagCount),
    status,
    summary: summarize({ payload, status, statusReason, activeFlagCount, securityLevel, instructionsReadBy }),
    activeFlagCount,
    securityLevel,
    sandboxRiskLevel: audit.sandboxRiskLevel,
    skillName: payload.name,
    skillVersion: payload.version,
    certificateIssuedAt: payload.issuedAt,
    roundType: state.reAudit ? 'RE_AUDIT' : payload.round.type,
    retainedWarnings: isUnread ? warningsAsRead(audit.retainedWarnings, 'NONE', FINDINGS_MAX) : audit.retainedWarnings,
    ...(hasEndpoints(payload) ? { endpointStatus: payload.endpointStatus ?? 'NOT_TESTED' } : {}),
    ...(mayCallOut(payload) ? { apiDisclaimer: policy.apiDisclaimer } : {}),
    manifest: payload.manifest,
    endpointReview: payload.endpointReview,
    certificateId: payload.certificateId,
    submissionId: payload.submissionId,
    productType: payload.productType,
    statusReason,
    statusChangedAt: state.statusChangedAt,
    revoked: state.revoked,
    supersededBy: state.supersededBy,
    source: payload.source,
    skillMdSha256: payload.digests.skillMdSha256,
    bundleSha256: payload.digests.bundleSha256,
    ...readings,
    payloadHash: state.payloadHash,
    payloadHashScheme: PAYLOAD_HASH_SCHEME,
    onChain: state.onChain,
    links: certificateLinks(payload.certificateId, context),
  };
}

type Readings = Pick<VerifyRecord, 'treeSha256' | 'reviewers' | 'instructionsReadBy'>;

/** The first schema has no readers and file kinds, and none are invented for it. */
export const readingsOf = (payload: Payload): Readings =>
  payload.schema === PAYLOAD_SCHEMA
    ? {
        treeSha256: payload.digests.treeSha256,
        reviewers: payload.reviewers,
        instructionsReadBy: payload.instructionsReadBy,
      }
    : { treeSha256: null, reviewers: [], instructionsReadBy: 'NONE' };

export function certificateLinks(id: CertificateId, context: VerifyContext): CertificateLinks {
  const mounts = context.mounts ?? DEFAULT_MOUNTS;
  const urlOf = (route: { path: string }) => context.baseUrl + fillPath(mountPath(route.path, mounts), { id });
  return {
    self: urlOf(certificateRoutes.verifyCertificate),
    record: urlOf(certificateRoutes.readCertificate),
    sourceIntegrity: urlOf(certificateRoutes.readSourceIntegrity),
    liveStatus: urlOf(certificateRoutes.readLiveStatus),
    statement: urlOf(certificateRoutes.readStatement),
    proofBundle: urlOf(transparencyRoutes.readProofBundle),
    badge: urlOf(certificateRoutes.drawBadge),
    page: `${context.baseUrl}/certificates/${id}`,
  };
}

const hasEndpoints = ({ productType }: Payload): boolean => productType === 'API' || productType === 'SKILL+API';

/** Whether the product may make outbound calls: by its type, by declaration or as observed in the sandbox. */
function mayCallOut(payload: Payload): boolean {
  const { manifest, endpointReview, round } = payload;
  return (
    hasEndpoints(payload) ||
    manifest.externalCalls.length > 0 ||
    manifest.declaredEndpoints.length > 0 ||
    endpointReview.declaredEndpoints.length > 0 ||
    endpointReview.observedUrls.length > 0 ||
    round.sandbox.observedUrls.length > 0
  );
}

type Standing = Pick<VerifyRecord, 'status' | 'statusReason' | 'activeFlagCount' | 'securityLevel'> & {
  readonly payload: Payload;
  readonly instructionsReadBy: InstructionsReadBy;
};

/** The limits of name and version keep every sentence under SUMMARY_MAX. A test checks this. */
function summarize(standing: Standing): string {
  const { status, activeFlagCount, securityLevel, instructionsReadBy } = standing;
  const label = labelOf(standing.payload);
  if (!isValid(status, activeFlagCount)) return `Not valid: ${label} ${refusalOf(standing)}.`;
  if (instructionsReadBy === 'NONE')
    return `Valid, unread: ${label} has risk level ${securityLevel}, no open flags and unread instructions.`;
  return `Valid: ${label} is approved with risk level ${securityLevel} and has no open flags.`;
}

function refusalOf({ status, statusReason, activeFlagCount }: Standing): string {
  if (status !== 'APPROVED') return REFUSALS[statusReason ?? status];
  return activeFlagCount === 1 ? 'has 1 open flag' : `has ${activeFlagCount} open flags`;
}

const REFUSALS: Record<StatusReason | 'DEPRECATED' | 'SUSPENDED', string> = {
  NEWER_VERSION: 'is deprecated because a newer version was certified',
  OWNER_DEPRECATED: 'was deprecated by its owner',
  FLAG_CONFIRMED: 'is suspended because a flag was confirmed',
  RE_AUDIT_FAILED: 'is suspended because a new audit found it unsafe',
  PLATFORM_DETERMINATION: 'is suspended by a decision of the operator',
  REVOKED: 'was revoked permanently',
  DEPRECATED: 'is deprecated',
  SUSPENDED: 'is suspended',
};

/** Publishers choose names: quotes, line breaks, invisible and direction-changing characters are removed from the sentence. */
const labelOf = ({ name, version }: Payload): string => `"${inOneLine(name)}" ${inOneLine(version)}`;
const inOneLine = (text: string): string => text.replaceAll(/["\p{Cc}\p{Cf}\p{Z}]+/gu, ' ').trim();
