/** Answers about a certificate: the sealed record unchanged, and the live state around it. */
import { z } from 'zod';
import { Address, CertificateId, Hash32, Sha256, SubmissionId } from '../ids.ts';
import { PAYLOAD_HASH_SCHEME } from '../seal/digest.ts';
import { LINE_ENDING_NORMALISATION } from '../seal/line-endings.ts';
import {
  Count,
  Link,
  Network,
  PageQuery,
  ProductType,
  RiskLevel,
  SecurityLevel,
  Time,
  URL_LENGTH_MAX,
} from './common.ts';
import {
  CommitSha,
  EndpointReview,
  EndpointStatus,
  FINDINGS_MAX,
  FileDigest,
  FileDigestV1,
  Finding,
  InstructionsReadBy,
  Manifest,
  NAME_MAX,
  Payload,
  REVIEWERS_MAX,
  Reviewer,
  RoundType,
  Source,
  VERSION_MAX,
} from './sealed.ts';

export const CertificateStatus = z.enum(['APPROVED', 'DEPRECATED', 'SUSPENDED']).meta({ id: 'CertificateStatus' });
export type CertificateStatus = z.infer<typeof CertificateStatus>;

export const StatusReason = z
  .enum(['NEWER_VERSION', 'OWNER_DEPRECATED', 'FLAG_CONFIRMED', 'RE_AUDIT_FAILED', 'PLATFORM_DETERMINATION', 'REVOKED'])
  .meta({ id: 'StatusReason' });
export type StatusReason = z.infer<typeof StatusReason>;

const PayloadHashScheme = z.literal(PAYLOAD_HASH_SCHEME);

/** The state of the seal on the registry contract. `committed` is true from MINED on. */
export const OnChain = z
  .object({
    network: Network,
    embedded: z.boolean().describe('Whether the chain is the embedded one, whose tokens have no value.'),
    registryAddress: Address,
    committed: z.boolean(),
    state: z.enum(['NONE', 'QUEUED', 'SENT', 'MINED', 'FINAL']),
    key: Hash32,
    txHash: Hash32.nullable(),
    blockNumber: Count.nullable(),
    explorerUrl: Link.nullable(),
  })
  .meta({ id: 'OnChain' });
export type OnChain = z.infer<typeof OnChain>;

/** Absolute URLs. A member is null where this deployment does not serve the document. */
export const CertificateLinks = z
  .object({
    self: Link,
    record: Link,
    sourceIntegrity: Link,
    liveStatus: Link,
    statement: Link,
    proofBundle: Link.nullable(),
    badge: Link,
    page: Link.nullable(),
  })
  .meta({ id: 'CertificateLinks' });
export type CertificateLinks = z.infer<typeof CertificateLinks>;

export const SUMMARY_MAX = 280;

/** The answer to "may I run this?". The order of members is fixed; the first five decide and explain. */
export const VerifyRecord = z
  .object({
    valid: z
      .boolean()
      .describe('True only if the status is APPROVED and there is no open flag. If false, do not invoke the skill.'),
    status: CertificateStatus.describe('Whether the certificate is approved, deprecated or suspended.'),
    summary: z
      .string()
      .max(SUMMARY_MAX)
      .describe(
        'Starts with "Valid:", "Valid, unread:" (the instructions are unread) or "Not valid:" and gives the reason.',
      ),
    activeFlagCount: Count.describe('Number of open flags. While it is not 0, the certificate is not valid.'),
    securityLevel: SecurityLevel.describe(
      'Remaining risk of the certified product, from CLEAR (none found) to CRITICAL.',
    ),
    sandboxRiskLevel: RiskLevel.describe('Risk level that the sandbox observed.'),
    skillName: z.string().max(NAME_MAX).describe('Name of the product, of any type.'),
    skillVersion: z.string().max(VERSION_MAX).describe('Version of the product, of any type.'),
    certificateIssuedAt: Time,
    roundType: RoundType.describe('Whether the certificate was issued after a first audit or a re-audit.'),
    retainedWarnings: z.array(Finding).max(FINDINGS_MAX).describe('Findings that did not block certification.'),
    endpointStatus: EndpointStatus.optional().describe(
      'Result of the probes of the declared endpoints. Present only for API and SKILL+API.',
    ),
    apiDisclaimer: z.string().optional().describe('Present if the certified product may use the network.'),
    manifest: Manifest.describe('What the product declares and was observed to use.'),
    endpointReview: EndpointReview.describe('Declared endpoints, and URLs that the sandbox observed.'),
    certificateId: CertificateId,
    submissionId: SubmissionId.describe('The submission that was certified.'),
    productType: ProductType,
    statusReason: StatusReason.nullable().describe('Reason for the status; null while it is APPROVED.'),
    statusChangedAt: Time.describe('Time of the last status change, or of issuance.'),
    revoked: z.boolean().describe('Whether the suspension is permanent.'),
    supersededBy: CertificateId.nullable().describe('Certificate of a newer version; null if there is none.'),
    source: Source.describe('Repository, address or upload that the certified bytes come from.'),
    skillMdSha256: Sha256.nullable().describe('Digest of the certified SKILL.md; null for a product without one.'),
    bundleSha256: Sha256.describe('Digest of all certified files, without file modes.'),
    treeSha256: Sha256.nullable().describe(
      'Digest of all certified files, with file modes. Null for a certificate of schema v1.',
    ),
    reviewers: z
      .array(Reviewer)
      .max(REVIEWERS_MAX)
      .describe('Engines, models and persons that reviewed the product. Empty for a certificate of schema v1.'),
    instructionsReadBy: InstructionsReadBy.describe('With NONE, read the instructions before you follow them.'),
    payloadHash: Hash32.describe('Hash of the canonical JSON of the sealed payload.'),
    payloadHashScheme: PayloadHashScheme,
    onChain: OnChain.nullable().describe('State of the anchor on the chain; null without an anchor.'),
    links: CertificateLinks,
  })
  .meta({ id: 'VerifyRecord' });
export type VerifyRecord = z.infer<typeof VerifyRecord>;

/** The number of days in the usage charts of a certificate. */
export const USAGE_DAYS = 30;

const Counter = z.object({
  total: Count,
  last24h: Count,
  last30d: Count,
  days: z
    .array(Count)
    .length(USAGE_DAYS)
    .describe('Counts for each of the last 30 days (UTC). The last one is for today.'),
});

export const MonitoringCheck = z.object({
  kind: z.enum(['SOURCE_AVAILABLE', 'SOURCE_DRIFT', 'ENDPOINT_PROBE', 'DEPENDENCY_ADVISORY', 'RULESET_REPLAY']),
  result: z.enum(['PASSED', 'WARNING', 'FAILED', 'SKIPPED']),
  detail: z.string().max(280),
  checkedAt: Time,
});

/** Everything about a certificate that changes after issuance, read from the database in this request. */
export const LiveStatus = z
  .object({
    certificateId: CertificateId,
    valid: z.boolean(),
    status: CertificateStatus,
    statusReason: StatusReason.nullable(),
    statusChangedAt: Time,
    revoked: z.boolean(),
    activeFlagCount: Count,
    instructionsReadBy: InstructionsReadBy.describe('With NONE, label it "Valid, unread".'),
    flags: z.object({ received: Count, open: Count, confirmed: Count, dismissed: Count, withdrawn: Count }),
    monitoring: z.object({
      state: z.enum(['NOT_APPLICABLE', 'SCHEDULED', 'PASSING', 'WARNING', 'FAILING']),
      lastCheckedAt: Time.nullable(),
      nextCheckAt: Time.nullable(),
      checks: z.array(MonitoringCheck),
    }),
    views: Counter,
    verifications: Counter,
    copies: Counter.describe('Lookups by digest. Installers and agent hooks make them for the copies that they find.'),
    history: z.array(
      z.object({
        status: CertificateStatus,
        statusReason: StatusReason.nullable(),
        reason: z.string().nullable().describe('Reason that the operator gave; null for an automatic change.'),
        at: Time,
        logIndex: Count.nullable(),
      }),
    ),
    onChain: OnChain.nullable(),
    checkedAt: Time,
  })
  .meta({ id: 'LiveStatus' });
export type LiveStatus = z.infer<typeof LiveStatus>;

/** All digests that bind a certificate to bytes. The digest table of the reference states what each one covers. */
export const SourceIntegrity = z
  .object({
    certificateId: CertificateId,
    entry: z.string(),
    skillMdSha256: Sha256.nullable(),
    entrySha256: Sha256,
    rawSha256: Sha256,
    bundleSha256: Sha256,
    treeSha256: Sha256.nullable().describe('Null for a certificate of schema v1.'),
    files: z.array(z.union([FileDigest, FileDigestV1])).describe('Certified files; from schema v2 on, with `mode`.'),
    payloadHash: Hash32,
    payloadHashScheme: PayloadHashScheme,
    payloadSha256: Sha256,
    sourceUrl: z.string().nullable(),
    sourceRef: z.string(),
    binding: Source.shape.binding,
    normalisation: z.literal(LINE_ENDING_NORMALISATION),
  })
  .meta({ id: 'SourceIntegrity' });
export type SourceIntegrity = z.infer<typeof SourceIntegrity>;

export const CompareRequest = z
  .object({ sourceUrl: z.string().min(1).max(URL_LENGTH_MAX), sourceRef: z.string().min(1).max(255).optional() })
  .meta({
    id: 'CompareRequest',
    examples: [{ sourceUrl: 'https://github.com/owner/repository/blob/main/SKILL.md', sourceRef: 'v1.4.0' }],
  });
export type CompareRequest = z.infer<typeof CompareRequest>;

/** `match` compares content only; a caller must also require `valid`. */
export const Comparison = z
  .object({
    certificateId: CertificateId,
    match: z.boolean(),
    matchedBy: z.enum(['skillMdSha256', 'entrySha256', 'rawSha256']).nullable(),
    certified: z.object({ entrySha256: Sha256, rawSha256: Sha256 }),
    fetched: z.object({ entrySha256: Sha256, rawSha256: Sha256, size: Count }),
    sourceUrl: z.string(),
    sourceRef: z.string().nullable(),
    resolvedCommit: CommitSha,
    sameCommit: z.boolean(),
    sameTree: z
      .boolean()
      .nullable()
      .describe('Whether the whole folder matches the certified folder, including file modes; null if unknown.'),
    valid: z.boolean(),
    status: CertificateStatus,
    summary: z.string().max(SUMMARY_MAX),
  })
  .meta({ id: 'Comparison' });
export type Comparison = z.infer<typeof Comparison>;

/** Sealed data only. `payload` is exactly the sealed object; its hash verifies the seal. */
export const CertificateRecord = z
  .object({
    id: CertificateId,
    payload: Payload,
    seal: z.object({
      payloadHash: Hash32,
      payloadHashScheme: PayloadHashScheme,
      payloadSha256: Sha256,
      keyId: z.string(),
      sealedAt: Time,
    }),
    links: CertificateLinks,
  })
  .meta({ id: 'CertificateRecord' });
export type CertificateRecord = z.infer<typeof CertificateRecord>;

export const CertificateSummary = z
  .object({
    id: CertificateId,
    name: z.string(),
    version: z.string(),
    productType: ProductType,
    description: z.string(),
    status: CertificateStatus,
    valid: z.boolean(),
    securityLevel: SecurityLevel,
    instructionsReadBy: InstructionsReadBy.describe('With NONE, label it "Valid, unread".'),
    activeFlagCount: Count,
    issuedAt: Time,
    ownerWallet: Address.nullable(),
    source: z.object({ url: z.string().nullable(), ref: z.string() }),
    verifyUrl: Link,
  })
  .meta({ id: 'CertificateSummary' });
export type CertificateSummary = z.infer<typeof CertificateSummary>;

export const SEARCH_TEXT_MAX = 200;

/** The default of `sort` is newest without `q` and relevance with it. */
export const CertificateQuery = PageQuery.extend({
  q: z.string().trim().min(1).max(SEARCH_TEXT_MAX).optional(),
  productType: ProductType.optional(),
  status: z.enum([...CertificateStatus.options, 'ANY']).default('APPROVED'),
  securityLevel: SecurityLevel.optional().describe('Return only products with at most this risk level.'),
  owner: Address.optional(),
  sort: z.enum(['newest', 'name', 'relevance']).optional(),
});
export type CertificateQuery = z.infer<typeof CertificateQuery>;

/** The endpoint format of shields.io. */
export const BadgeDocument = z
  .object({ schemaVersion: z.literal(1), label: z.string(), message: z.string(), color: z.string() })
  .meta({ id: 'BadgeDocument' });
export type BadgeDocument = z.infer<typeof BadgeDocument>;
