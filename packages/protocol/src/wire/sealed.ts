/**
 * The shapes of a certificate's payload. They are strict: a sealed object never gains a member within one schema, and a
 * reader that silently dropped one would compute another hash.
 */
import { z } from 'zod';
import { Address, CertificateId, FindingId, Hash32, PanelId, RoundId, RuleId, Sha256, SubmissionId } from '../ids.ts';
import { BUNDLE_LIMITS, MANIFEST_LIMITS } from '../limits.ts';
import {
  Count,
  Family,
  ForeignUrl,
  Link,
  ProductType,
  RiskLevel,
  SecurityLevel,
  Severity,
  storable,
  Time,
} from './common.ts';

import { findUnreadFaults } from './unread-rule.ts';

export { MANIFEST_LIMITS } from '../limits.ts';

export const FINDING_LIMITS = { titleMax: 120, snippetMax: 400, messageMax: 1000, remediationMax: 1000 } as const;
export const FINDINGS_MAX = 100;
export const REVIEWERS_MAX = 64;
export const NAME_MAX = 128;
export const VERSION_MAX = 64;
export const DESCRIPTION_MAX = 1024;

export const FilePath = z.string().min(1).max(BUNDLE_LIMITS.pathLengthMax);
export const CommitSha = z.string().regex(/^[0-9a-f]{40}$/);

/** COMMIT: the bytes were fetched from that commit. CONTENT: only the bytes are certified, so no URL is sealed. */
export const Source = z
  .strictObject({
    type: z.enum(['github', 'inline', 'url', 'chain']),
    url: ForeignUrl.nullable(),
    ref: z.string().min(1).max(255).nullable(),
    commit: CommitSha.nullable(),
    entry: FilePath,
    binding: z.enum(['COMMIT', 'CONTENT']),
    chainId: z.int().positive().optional(),
    address: Address.optional(),
  })
  .meta({ id: 'Source' });
export type Source = z.infer<typeof Source>;

export const ExternalCall = z.strictObject({
  url: ForeignUrl,
  method: storable(z.string().max(16)).nullable(),
  auth: storable(z.string().max(64)).nullable(),
  reason: storable(z.string().max(500)).nullable(),
});
export type ExternalCall = z.infer<typeof ExternalCall>;

export const Capability = storable(z.string().min(1).max(64));
const NamedThing = storable(z.string().min(1).max(128));

const Safety = z.strictObject({
  network: z.enum(['NONE', 'DECLARED', 'ANY']),
  filesystem: z.enum(['NONE', 'READ', 'WRITE']),
});

export const Manifest = z
  .strictObject({
    capabilities: z.array(Capability).max(MANIFEST_LIMITS.capabilitiesMax),
    externalCalls: z.array(ForeignUrl).max(MANIFEST_LIMITS.externalCallsMax),
    externalCallDetails: z.array(ExternalCall).max(MANIFEST_LIMITS.externalCallsMax),
    safety: Safety,
    declaredEndpoints: z.array(ForeignUrl).max(MANIFEST_LIMITS.endpointsMax),
    secrets: z.array(NamedThing).max(MANIFEST_LIMITS.secretsMax),
    tools: z.array(NamedThing).max(MANIFEST_LIMITS.toolsMax),
    observed: z
      .strictObject({ capabilities: z.array(Capability).max(MANIFEST_LIMITS.capabilitiesMax), safety: Safety })
      .describe(
        'Capabilities and permissions that the engine observed in addition to the declared ones. The `safety` of the manifest contains both.',
      )
      .optional(),
  })
  .meta({ id: 'Manifest' });
export type Manifest = z.infer<typeof Manifest>;

/** The submitter's input: any member may be missing, and a call may be a bare URL. */
export const ManifestInput = z
  .object({
    capabilities: Manifest.shape.capabilities,
    externalCalls: z
      .array(z.union([ForeignUrl, z.object({ ...ExternalCall.partial().shape, url: ForeignUrl })]))
      .max(MANIFEST_LIMITS.externalCallsMax),
    externalCallDetails: Manifest.shape.externalCallDetails,
    safety: z.object(Manifest.shape.safety.partial().shape),
    declaredEndpoints: Manifest.shape.declaredEndpoints,
    secrets: Manifest.shape.secrets,
    tools: Manifest.shape.tools,
  })
  .partial()
  .meta({ id: 'ManifestInput' });
export type ManifestInput = z.infer<typeof ManifestInput>;

export const Finding = z
  .strictObject({
    id: FindingId,
    ruleId: RuleId,
    title: z.string().max(FINDING_LIMITS.titleMax),
    category: z.string().max(64),
    severity: Severity,
    confidence: z.enum(['LOW', 'MEDIUM', 'HIGH']),
    path: z.string().nullable(),
    startLine: z.int().positive().nullable(),
    endLine: z.int().positive().nullable(),
    snippet: z.string().max(FINDING_LIMITS.snippetMax).nullable(),
    message: z.string().max(FINDING_LIMITS.messageMax),
    remediation: z.string().max(FINDING_LIMITS.remediationMax).nullable(),
    reproduced: z.boolean(),
    reportedBy: z.string().max(64).describe('`sandbox`, or the id of the validator that reported the finding.'),
  })
  .meta({ id: 'Finding' });
export type Finding = z.infer<typeof Finding>;

export const VerdictValue = z.enum(['SAFE', 'UNSAFE']);
export type VerdictValue = z.infer<typeof VerdictValue>;

export const Verdict = z
  .strictObject({
    validatorId: z.string().max(64),
    validatorName: z.string().max(64),
    family: Family,
    verdict: VerdictValue,
    severity: Severity,
    blocking: z.boolean(),
    findings: z.array(Finding),
    commitment: Hash32,
    salt: Hash32,
    revealedAt: Time,
  })
  .meta({ id: 'Verdict' });
export type Verdict = z.infer<typeof Verdict>;

export const Sandbox = z
  .strictObject({
    riskLevel: RiskLevel,
    mode: z.enum(['NONE', 'EMBEDDED', 'HARDENED']),
    units: Count,
    exercised: Count,
    analyzedAt: Time,
    observedUrls: z.array(ForeignUrl),
    findings: z.array(Finding),
  })
  .meta({ id: 'Sandbox' });
export type Sandbox = z.infer<typeof Sandbox>;

export const PanelPhase = z.enum(['PRIMARY', 'SECOND', 'APPEAL', 'HUMAN']);
export const Panel = z.strictObject({
  id: PanelId,
  phase: PanelPhase,
  state: z.enum(['DRAWN', 'COMMITTING', 'REVEALING', 'TALLIED']),
  seats: Count,
  verdicts: z.array(Verdict).describe('Empty until the votes are revealed.'),
  tally: z.strictObject({ safe: Count, unsafe: Count, missed: Count }),
});
export type Panel = z.infer<typeof Panel>;

export const RoundType = z.enum(['INITIAL_AUDIT', 'RE_AUDIT']);
export type RoundType = z.infer<typeof RoundType>;
export const RoundState = z.enum(['OPEN', 'DECIDED', 'SETTLED', 'ESCALATED', 'ABORTED']);
export type RoundState = z.infer<typeof RoundState>;

export const Round = z
  .strictObject({
    id: RoundId,
    submissionId: SubmissionId,
    type: RoundType,
    state: RoundState,
    rulesetDigest: z.string().max(128),
    engineVersion: z.string().max(64),
    inputSha256: Sha256,
    beacon: z
      .strictObject({ source: z.string().max(128), value: Hash32, seed: Hash32, at: Time })
      .nullable()
      .describe('Hash of the first block after the bundle was sealed; null if no chain runs.'),
    sandbox: Sandbox,
    panels: z.array(Panel),
    decision: VerdictValue.nullable(),
    securityLevel: SecurityLevel.nullable(),
    verdictHash: Hash32.nullable(),
    startedAt: Time,
    completedAt: Time.nullable(),
  })
  .meta({ id: 'Round' });
export type Round = z.infer<typeof Round>;

/** The only kind of round that a certificate can be sealed with. */
export const CertifyingRound = z
  .strictObject({
    ...Round.shape,
    state: z.literal('DECIDED'),
    decision: z.literal('SAFE'),
    securityLevel: SecurityLevel,
    verdictHash: Hash32,
    completedAt: Time,
  })
  .meta({ id: 'CertifyingRound' });

export const EndpointReview = z
  .strictObject({ observedUrls: z.array(ForeignUrl), declaredEndpoints: z.array(ForeignUrl) })
  .meta({ id: 'EndpointReview' });
export const EndpointStatus = z.enum(['PASSED', 'FAILED', 'NOT_TESTED']);
export type EndpointStatus = z.infer<typeof EndpointStatus>;

/** Git modes: a file, an executable file, a symlink, the commit of a submodule. */
export const GitMode = z.enum(['100644', '100755', '120000', '160000']).meta({ id: 'GitMode' });
export type GitMode = z.infer<typeof GitMode>;

export const FileDigestV1 = z
  .strictObject({ path: z.string(), size: Count, sha256: Sha256 })
  .meta({ id: 'FileDigestV1' });
export const FileDigest = z
  .strictObject({
    path: z.string(),
    mode: GitMode,
    size: Count,
    sha256: Sha256.describe(
      'For a symlink, the digest of its target as text; for a submodule, the digest of the 40 hex digits of its commit.',
    ),
  })
  .meta({ id: 'FileDigest' });
export type FileDigest = z.infer<typeof FileDigest>;

/** REMOTE is a third-party validator. Its model is only declared, so it never counts as a reader. */
export const Reviewer = z
  .strictObject({
    kind: z.enum(['ENGINE', 'MODEL', 'REMOTE', 'PERSON']),
    family: Family,
    version: z.string().min(1).max(128),
  })
  .meta({ id: 'Reviewer' });
export type Reviewer = z.infer<typeof Reviewer>;

/** Who read the instructions. The engine does not count as a reader: it only finds known patterns. */
export const InstructionsReadBy = z.enum(['MODEL', 'PERSON', 'NONE']).meta({ id: 'InstructionsReadBy' });
export type InstructionsReadBy = z.infer<typeof InstructionsReadBy>;

export const PAYLOAD_SCHEMA_V1 = 'assay-certificate/v1';
/** The current schema. */
export const PAYLOAD_SCHEMA = 'assay-certificate/v2';

const DigestsV1 = z.strictObject({
  entrySha256: Sha256,
  skillMdSha256: Sha256.nullable(),
  rawSha256: Sha256,
  bundleSha256: Sha256,
  files: z.array(FileDigestV1),
});

/** Sealed before v2 was introduced. It stays valid permanently. */
export const PayloadV1 = z
  .strictObject({
    schema: z.literal(PAYLOAD_SCHEMA_V1),
    certificateId: CertificateId,
    submissionId: SubmissionId,
    issuer: z.strictObject({ name: z.string(), url: Link, keyId: z.string() }),
    issuedAt: Time,
    productType: ProductType,
    name: z.string().min(1).max(NAME_MAX),
    version: z.string().min(1).max(VERSION_MAX),
    description: z.string().max(DESCRIPTION_MAX),
    ownerWallet: Address.nullable(),
    source: Source,
    digests: DigestsV1,
    manifest: Manifest,
    endpointReview: EndpointReview,
    endpointStatus: EndpointStatus.optional(),
    securityLevel: SecurityLevel,
    sandboxRiskLevel: RiskLevel,
    sandboxAnalyzedAt: Time,
    retainedWarnings: z.array(Finding).max(FINDINGS_MAX),
    round: CertifyingRound,
    scope: z.array(z.string()),
    limitations: z.array(z.string()),
  })
  .meta({ id: 'PayloadV1' });
export type PayloadV1 = z.infer<typeof PayloadV1>;

/** Adds the reviewers, whether the instructions were read, and the kind of every file. */
export const PayloadV2 = z
  .strictObject({
    ...PayloadV1.shape,
    schema: z.literal(PAYLOAD_SCHEMA),
    digests: z.strictObject({ ...DigestsV1.shape, treeSha256: Sha256, files: z.array(FileDigest) }),
    reviewers: z.array(Reviewer).min(1).max(REVIEWERS_MAX),
    instructionsReadBy: InstructionsReadBy,
  })
  .superRefine((payload, context) => {
    for (const message of findUnreadFaults(payload)) context.addIssue({ code: 'custom', message });
  })
  .meta({ id: 'PayloadV2' });
export type PayloadV2 = z.infer<typeof PayloadV2>;

/** The exact object that is canonicalized, hashed and signed. */
export const Payload = z.discriminatedUnion('schema', [PayloadV1, PayloadV2]).meta({ id: 'Payload' });
export type Payload = z.infer<typeof Payload>;
