import { z } from 'zod';
import {
  AccountId,
  ActorId,
  Address,
  CertificateId,
  Hash32,
  PaymentIntentId,
  ReceiptId,
  Sha256,
  SubmissionId,
} from '../ids.ts';
import { BUNDLE_LIMITS } from '../limits.ts';
import {
  Count,
  ForeignUrl,
  Link,
  Money,
  Network,
  Percent,
  ProductType,
  ReviewResult,
  RiskLevel,
  Time,
} from './common.ts';
import { Evidence } from './flag.ts';
import { PaymentMethod, Quote } from './payments.ts';
import {
  DESCRIPTION_MAX,
  FINDINGS_MAX,
  FilePath,
  Finding,
  MANIFEST_LIMITS,
  Manifest,
  ManifestInput,
  NAME_MAX,
  Round,
  Sandbox,
  Source,
  VERSION_MAX,
} from './sealed.ts';

/** Text, or base64 for binary content. Intake checks the path rules (relative, no `..`, no duplicates). */
export const InlineFile = z
  .union([
    z.strictObject({ path: FilePath, content: z.string() }),
    z.strictObject({ path: FilePath, contentBase64: z.base64() }),
  ])
  .meta({ id: 'InlineFile' });
export type InlineFile = z.infer<typeof InlineFile>;

/** A model that reads submissions, and the recipient of their content. */
export const ModelReader = z
  .object({ name: z.string(), model: z.string(), recipient: z.string() })
  .meta({ id: 'ModelReader' });
export type ModelReader = z.infer<typeof ModelReader>;

const SubmissionReaders = z.enum(['PROVIDERS', 'PEOPLE_ONLY']).meta({ id: 'SubmissionReaders' });

/** A draft may omit every member except productType. */
const submissionMembers = {
  productType: ProductType,
  url: ForeignUrl.optional().describe(
    'A GitHub URL. For a contract whose sources are in the same request, also its deployed address: eip155:<chainId>/address:<0x…>.',
  ),
  skillMdContent: z.string().max(BUNDLE_LIMITS.skillMdBytesMax).optional(),
  files: z.array(InlineFile).max(BUNDLE_LIMITS.inlineFilesMax).optional(),
  archiveBase64: z.base64().optional().describe('A .zip or .tar.gz archive, instead of `files` and `skillMdContent`.'),
  sourceRef: z.string().min(1).max(255).optional(),
  entry: FilePath.optional(),
  manifestOverride: ManifestInput.optional(),
  name: z.string().min(1).max(NAME_MAX).optional(),
  version: z.string().min(1).max(VERSION_MAX).optional(),
  description: z.string().max(DESCRIPTION_MAX).optional(),
  declaredEndpoints: z.array(ForeignUrl).max(MANIFEST_LIMITS.endpointsMax).optional(),
  probeEndpoints: z.boolean().optional().describe('Allow GET and HEAD probes of declared endpoints.'),
  readers: SubmissionReaders.optional().describe(
    'PEOPLE_ONLY: a person reads the content; no model or remote validator receives it. Default: PROVIDERS, unless `peopleOnly` of the catalog lists the product type.',
  ),
  readersSha256: Sha256.optional().describe(
    'Consent: `readersSha256` of the catalog whose `readers` you were shown. The submission is rejected if the list has changed since. ' +
      'If absent, the list at the time of the quote is recorded, and consent follows from the accepted terms.',
  ),
  redistribution: z.enum(['NONE', 'ARTIFACT']).optional().describe('ARTIFACT lets the service publish the bundle.'),
};

export const DraftInput = z.strictObject(submissionMembers).meta({ id: 'DraftInput' });
export type DraftInput = z.infer<typeof DraftInput>;

/** A submission needs an archive alone, or a URL, inline files or both. The service compares inline files with the URL. */
function hasContent({ url, files, skillMdContent, archiveBase64 }: DraftInput): boolean {
  const isInline = files !== undefined || skillMdContent !== undefined;
  if (archiveBase64 !== undefined) return !isInline;
  return isInline || url !== undefined;
}
const CONTENT_MISSING = { error: 'Send url, files with or without skillMdContent, or archiveBase64.' };

export const SubmissionInput = z
  .strictObject({
    ...submissionMembers,
    paymentIntentId: PaymentIntentId.optional().describe("One of the caller's payment intents in the state PAID."),
  })
  .refine(hasContent, CONTENT_MISSING)
  .meta({ id: 'SubmissionInput' });
export type SubmissionInput = z.infer<typeof SubmissionInput>;

/** The payment is in a header, so the input names no payment intent. */
export const X402SubmissionInput = z
  .strictObject(submissionMembers)
  .refine(hasContent, CONTENT_MISSING)
  .meta({ id: 'X402SubmissionInput' });

/** What submit would do and cost. The preview is the sandbox pass, not a verdict. */
export const Validation = z
  .object({
    ok: z.boolean(),
    productType: ProductType,
    name: z.string(),
    version: z.string(),
    description: z.string(),
    source: Source,
    bundle: z.object({ files: Count, bytes: Count, bundleSha256: Sha256, entrySha256: Sha256 }),
    manifest: Manifest,
    manifestIssues: z.array(z.object({ pointer: z.string(), level: z.enum(['ERROR', 'WARNING']), detail: z.string() })),
    preview: z.object({
      reviewResult: ReviewResult,
      riskLevel: RiskLevel,
      findings: z.array(Finding).max(FINDINGS_MAX),
    }),
    wouldBlock: z
      .boolean()
      .describe('Whether the engine has a blocking finding. If so, a submission would most likely be REJECTED.'),
    blockingFindings: z.array(Finding).max(FINDINGS_MAX),
    existing: z.object({ certificateId: CertificateId.nullable(), submissionId: SubmissionId.nullable() }),
    quote: Quote,
  })
  .meta({ id: 'Validation' });
export type Validation = z.infer<typeof Validation>;

export const SubmissionState = z
  .enum(['SUBMITTED', 'SANDBOXING', 'IN_REVIEW', 'ESCALATED', 'CERTIFIED', 'REJECTED', 'FAILED'])
  .meta({ id: 'SubmissionState' });
export type SubmissionState = z.infer<typeof SubmissionState>;

export const SubmissionAccepted = z
  .object({
    submissionId: SubmissionId,
    state: SubmissionState,
    productType: ProductType,
    payment: z.object({
      paymentIntentId: PaymentIntentId,
      receiptId: ReceiptId,
      method: PaymentMethod,
      amount: Money,
      network: Network,
      embedded: z.boolean(),
      txHash: Hash32,
      payer: Address,
    }),
    statusUrl: Link,
    eventsUrl: Link,
    receiptUrl: Link,
  })
  .meta({ id: 'SubmissionAccepted' });
export type SubmissionAccepted = z.infer<typeof SubmissionAccepted>;

const Owner = z.discriminatedUnion('type', [
  z.object({ type: z.literal('account'), id: AccountId, walletAddress: Address.nullable() }),
  z.object({ type: z.literal('actor'), id: ActorId, walletAddress: Address.nullable() }),
]);

/** The progress of a review. Events of the submission push it to clients. */
const Progress = z.object({
  stage: z.enum(['QUEUED', 'SANDBOX', 'DRAW', 'COMMIT', 'REVEAL', 'DECISION', 'HUMAN', 'DONE']),
  step: Count.describe('Number of the current step.'),
  steps: Count.describe('Total number of steps.'),
  percent: Percent,
  queuePosition: Count.nullable().describe(
    'Number of submissions ahead of this one in the queue; null once processing has started.',
  ),
  etaSeconds: Count.nullable().describe('Estimated time to the decision; null while a person decides.'),
});

export const ReaderConsent = z
  .object({
    readers: z.array(ModelReader).describe('Models that may read the submission. No other model receives it.'),
    isExplicit: z
      .boolean()
      .describe(
        'Whether the submission contained the digest of the list. If not, consent follows from the accepted terms.',
      ),
    recordedAt: Time,
  })
  .meta({ id: 'ReaderConsent' });

/** Lists omit `manifest`, `sandbox` and the panels of `round`. */
export const Submission = z
  .object({
    id: SubmissionId,
    state: SubmissionState,
    productType: ProductType,
    name: z.string(),
    version: z.string(),
    description: z.string(),
    source: Source.describe('Repository, address or upload that the bundle comes from.'),
    bundleSha256: Sha256.describe('Digest of all files, without file modes.'),
    entrySha256: Sha256.describe('Digest of the entry file.'),
    manifest: Manifest.describe('What the product declares and was observed to use.'),
    owner: Owner.describe('Account or actor that submitted the product.'),
    price: Money.describe('Price that was paid for the review.'),
    paymentIntentId: PaymentIntentId.describe('The payment of the review.'),
    receiptId: ReceiptId.describe('The signed receipt of the payment.'),
    reviewResult: ReviewResult.nullable().describe(
      'Result of the automatic examination; null until the first one has finished.',
    ),
    sandbox: Sandbox.nullable().describe('Observations of the sandbox; null until it has run.'),
    round: Round.nullable().describe('The current or last round; null until a round has started.'),
    result: z
      .object({
        decision: z.enum(['CERTIFIED', 'REJECTED']),
        certificateId: CertificateId.nullable(),
        blockingFindings: z.array(Finding),
        decidedAt: Time,
      })
      .nullable()
      .describe('Null until the submission is certified or rejected.'),
    readerConsent: ReaderConsent.nullable().describe(
      'Null for a submission that was made before the service recorded consent: no model receives it.',
    ),
    dispute: z
      .object({
        state: z.enum(['OPEN', 'UPHELD', 'OVERTURNED']),
        reason: z.string(),
        openedAt: Time,
        decidedAt: Time.nullable(),
      })
      .nullable()
      .describe('Dispute of a rejection by the owner; null if there is none.'),
    humanIntervention: z
      .object({
        state: z.enum(['REQUESTED', 'TAKEN', 'DONE']),
        reason: z.string(),
        requestedAt: Time,
        waitingBefore: Count.nullable().describe(
          'Number of submissions ahead of this one in the queue; null once the review has started.',
        ),
      })
      .nullable()
      .describe('Request for human review; null if there is none.'),
    progress: Progress,
    history: z
      .array(z.object({ state: SubmissionState, at: Time, reason: z.string().nullable() }))
      .describe('States of the submission, oldest first.'),
    createdAt: Time,
    updatedAt: Time,
  })
  .meta({ id: 'Submission' });
export type Submission = z.infer<typeof Submission>;

export const SubmissionListItem = Submission.omit({ manifest: true, sandbox: true })
  .extend({ round: Round.omit({ panels: true }).nullable() })
  .meta({ id: 'SubmissionListItem' });
export type SubmissionListItem = z.infer<typeof SubmissionListItem>;

export const DisputeRequest = z
  .object({
    reason: z.string().min(20).max(4000),
    findingIds: z.array(z.string().max(64)).max(50).optional(),
    evidence: z.array(Evidence).max(10).optional(),
  })
  .meta({ id: 'DisputeRequest' });
export type DisputeRequest = z.infer<typeof DisputeRequest>;

export const InterventionRequest = z
  .object({ reason: z.string().min(20).max(2000) })
  .meta({ id: 'InterventionRequest' });
export const DeprecateRequest = z.object({ reason: z.string().max(500).optional() }).meta({ id: 'DeprecateRequest' });
