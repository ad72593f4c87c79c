import { z } from 'zod';
import { Event, isEventKind } from '../events.ts';
import {
  AccountId,
  Address,
  CertificateId,
  DeveloperToken,
  DraftId,
  LoginChallengeId,
  LoginCode,
  MessageId,
  PaymentIntentId,
  QuoteId,
  Sha256,
  SubmissionId,
  TicketId,
  TokenId,
  WalletLinkId,
} from '../ids.ts';
import { BUNDLE_LIMITS } from '../limits.ts';
import { FieldError } from '../problems.ts';
import { Label, SiweMessage } from './auth.ts';
import {
  Amount,
  Count,
  Cursor,
  ForeignUrl,
  JsonObject,
  Money,
  Network,
  PageQuery,
  ProductType,
  Ref,
  Time,
} from './common.ts';
import { PublicFlag, WalletSignature } from './flag.ts';
import { PaymentIntent, Quote } from './payments.ts';
import { FileDigest, FilePath, Manifest, Source } from './sealed.ts';
import { DraftInput, InlineFile, ModelReader, ReaderConsent, SubmissionState } from './submission.ts';
import { TermsAcceptance, TermsVersion } from './terms.ts';
import { Webhook } from './webhook.ts';

// --- Account -------------------------------------------------------------------------------------------------------

export const Email = z.email().max(254);
export const DisplayName = z.string().trim().min(1).max(64);

export const Account = z
  .object({
    id: AccountId,
    email: Email,
    emailVerified: z.boolean(),
    displayName: z.string(),
    primaryWallet: Address.nullable(),
    notify: z.array(z.string()),
    createdAt: Time,
  })
  .meta({ id: 'Account' });
export type Account = z.infer<typeof Account>;

/** `acceptTerms` may be false here: the service checks it and has its own problem code for it. */
export const RegisterRequest = z
  .strictObject({ email: Email, displayName: DisplayName.optional(), acceptTerms: z.boolean() })
  .meta({ id: 'RegisterRequest' });
export type RegisterRequest = z.infer<typeof RegisterRequest>;

export const CodeRequest = z.strictObject({ email: Email }).meta({ id: 'CodeRequest' });

/** Identical for known and unknown addresses. An answer never contains the code itself. */
export const LoginChallenge = z
  .object({ challengeId: LoginChallengeId, expiresAt: Time, delivery: z.literal('email') })
  .meta({ id: 'LoginChallenge' });
export type LoginChallenge = z.infer<typeof LoginChallenge>;

export const CodeVerifyRequest = z
  .strictObject({
    challengeId: LoginChallengeId,
    code: LoginCode,
    deliver: z.enum(['token', 'cookie']).default('token'),
  })
  .meta({ id: 'CodeVerifyRequest' });
export type CodeVerifyRequest = z.infer<typeof CodeVerifyRequest>;

export const LoginResult = z
  .object({
    token: DeveloperToken.optional().describe('Absent if a cookie was requested.'),
    tokenType: z.literal('Bearer'),
    expiresAt: Time,
    account: Account,
  })
  .meta({ id: 'LoginResult' });
export type LoginResult = z.infer<typeof LoginResult>;

export const LogoutRequest = z.strictObject({ all: z.boolean().optional() }).meta({ id: 'LogoutRequest' });
/** An event kind for which notification mail is sent. */
const NotifiedKind = z.string().max(64).refine(isEventKind, { error: 'is not an event kind' });
export const AccountChange = z
  .strictObject({ displayName: DisplayName.optional(), notify: z.array(NotifiedKind).max(100).optional() })
  .meta({ id: 'AccountChange' });
export type AccountChange = z.infer<typeof AccountChange>;

export const TokenRequest = z
  .strictObject({ label: Label, expiresInDays: z.int().min(1).max(365) })
  .meta({ id: 'TokenRequest' });
export type TokenRequest = z.infer<typeof TokenRequest>;
export const TokenSummary = z
  .object({ id: TokenId, label: z.string(), createdAt: Time, expiresAt: Time, lastUsedAt: Time.nullable() })
  .meta({ id: 'TokenSummary' });
export type TokenSummary = z.infer<typeof TokenSummary>;
/** The only answer that shows the token. */
export const TokenCreated = z.object({ ...TokenSummary.shape, token: DeveloperToken }).meta({ id: 'TokenCreated' });

export const CatalogProduct = z.object({
  productType: ProductType,
  title: z.string(),
  base: Money,
  drivers: z.array(z.object({ code: z.string(), unit: z.string(), freeUnits: Count, unitAmount: Amount })),
  accepts: z.array(z.string()),
  limits: z.record(z.string(), Count),
});

export const Catalog = z
  .object({
    products: z.array(CatalogProduct),
    payment: z.object({
      networks: z.array(
        z.object({ network: Network, embedded: z.boolean(), asset: Address, payTo: Address, confirmations: Count }),
      ),
      x402Versions: z.array(z.union([z.literal(1), z.literal(2)])),
    }),
    refundPolicy: z.string(),
    reviewTime: z.object({ p50Seconds: Count.nullable(), p95Seconds: Count.nullable() }),
    readers: z
      .array(ModelReader)
      .describe(
        'Models that read submissions, each with the recipient of the content: the host of an endpoint, or a company.',
      ),
    readersSha256: Sha256.describe(
      'SHA-256 of the canonical JSON of `readers`. Send it with a submission to consent to this list.',
    ),
    peopleOnly: z
      .array(ProductType)
      .describe('Product types that only people read, unless a submission has `readers: PROVIDERS`.'),
    policyVersion: z.string().describe('Version of the current policy, which applies to every verification response.'),
  })
  .meta({ id: 'Catalog' });
export type Catalog = z.infer<typeof Catalog>;

const NextAction = z
  .object({
    kind: z.enum(['FLAG_OPENED', 'NEWER_COMMIT', 'DRAFT_UNPAID']),
    ref: Ref,
    detail: z.string(),
    at: Time,
  })
  .meta({ id: 'NextAction' });

export const Dashboard = z
  .object({
    drafts: Count,
    submissions: z.object({ byState: z.record(SubmissionState, Count) }),
    certificates: z.object({ approved: Count, deprecated: Count, suspended: Count, flagged: Count }),
    openFlags: z.array(PublicFlag).max(10),
    paymentsDue: z.array(PaymentIntent).max(10),
    tickets: z.object({ open: Count, answered: Count }),
    spent: Money,
    recent: z.array(Event).max(20),
    nextActions: z.array(NextAction).max(20).describe('Actions that the developer has to take, most urgent first.'),
  })
  .meta({ id: 'Dashboard' });
export type Dashboard = z.infer<typeof Dashboard>;

export const HistoryItem = z
  .object({ id: z.string(), kind: z.string(), at: Time, title: z.string(), ref: Ref, amount: Money.nullable() })
  .meta({ id: 'HistoryItem' });
export type HistoryItem = z.infer<typeof HistoryItem>;

export const HistoryQuery = PageQuery.extend({
  kind: z.string().max(64).refine(isEventKind, { error: 'is not an event kind' }).optional(),
});
export type HistoryQuery = z.infer<typeof HistoryQuery>;

// --- Source, manifest, wallets, drafts -------------------------------------------------------------------------------

export const SourceRequest = z
  .object({ sourceUrl: ForeignUrl, sourceRef: z.string().min(1).max(255).optional(), entry: FilePath.optional() })
  .meta({ id: 'SourceRequest' });
/** A tree of two thousand files is half a megabyte of JSON. */
export const SourceQuery = z.object({
  limit: z.coerce.number().int().min(1).max(BUNDLE_LIMITS.repositoryFilesMax).default(500),
  cursor: Cursor.optional(),
});
export type SourceQuery = z.infer<typeof SourceQuery>;
export const SourcePreview = z
  .object({
    source: Source,
    entry: z.string(),
    entryContent: z.string().max(BUNDLE_LIMITS.skillMdBytesMax),
    files: z.array(z.object({ ...FileDigest.shape, text: z.boolean() })),
    total: z.object({ files: Count, bytes: Count }),
    nextCursor: Cursor.nullable(),
    detected: z.object({
      productType: ProductType,
      name: z.string(),
      version: z.string(),
      description: z.string(),
    }),
    warnings: z.array(z.string()),
  })
  .meta({ id: 'SourcePreview' });
export type SourcePreview = z.infer<typeof SourcePreview>;

/** One RFC 6902 operation on the submitted manifest. */
export const ManifestEdit = z
  .object({ op: z.enum(['add', 'replace', 'remove']), path: z.string(), value: z.json().optional() })
  .meta({ id: 'ManifestEdit' });
export type ManifestEdit = z.infer<typeof ManifestEdit>;
export const ManifestIssue = z
  .object({
    ...FieldError.shape,
    edit: ManifestEdit.nullable().describe('The edit that would resolve the issue; null if there is none.'),
  })
  .meta({ id: 'ManifestIssue' });
export type ManifestIssue = z.infer<typeof ManifestIssue>;
export const ManifestCheck = z
  .object({
    valid: z.boolean(),
    errors: z.array(ManifestIssue),
    warnings: z.array(ManifestIssue),
    normalised: Manifest.nullable(),
  })
  .meta({ id: 'ManifestCheck' });
export type ManifestCheck = z.infer<typeof ManifestCheck>;

/** Where the facts come from: a draft of the caller, a public repository, or inline content. */
export const ManifestSource = z.union([
  z.strictObject({ draftId: DraftId }),
  z.strictObject({ sourceUrl: ForeignUrl, sourceRef: z.string().min(1).max(255).optional() }),
  z.strictObject({
    skillMdContent: z.string().max(BUNDLE_LIMITS.skillMdBytesMax),
    files: z.array(InlineFile).max(BUNDLE_LIMITS.inlineFilesMax).optional(),
  }),
]);
export type ManifestSource = z.infer<typeof ManifestSource>;
export const ManifestCheckRequest = z
  .object({
    manifest: JsonObject,
    against: ManifestSource.optional().describe('Source whose behaviour the manifest is compared with.'),
  })
  .meta({ id: 'ManifestCheckRequest' });
export type ManifestCheckRequest = z.infer<typeof ManifestCheckRequest>;

export const ManifestGenerateRequest = ManifestSource.meta({ id: 'ManifestGenerateRequest' });
export const GeneratedManifest = z
  .object({
    manifest: Manifest,
    evidence: z.array(
      z.object({ pointer: z.string(), path: z.string(), line: z.int().positive(), reason: z.string() }),
    ),
  })
  .meta({ id: 'GeneratedManifest' });
export type GeneratedManifest = z.infer<typeof GeneratedManifest>;

export const WalletLinkRequest = z
  .strictObject({ message: SiweMessage, signature: WalletSignature, label: Label.optional() })
  .meta({ id: 'WalletLinkRequest' });
export type WalletLinkRequest = z.infer<typeof WalletLinkRequest>;
export const WalletLink = z
  .object({ id: WalletLinkId, address: Address, label: z.string(), primary: z.boolean(), verifiedAt: Time })
  .meta({ id: 'WalletLink' });
export type WalletLink = z.infer<typeof WalletLink>;

const draftMembers = DraftInput.shape;
/** The members to change. Null removes a member. */
export const DraftChange = z
  .strictObject({
    productType: draftMembers.productType.optional(),
    url: draftMembers.url.nullable(),
    skillMdContent: draftMembers.skillMdContent.nullable(),
    files: draftMembers.files.nullable(),
    archiveBase64: draftMembers.archiveBase64.nullable(),
    sourceRef: draftMembers.sourceRef.nullable(),
    entry: draftMembers.entry.nullable(),
    manifestOverride: draftMembers.manifestOverride.nullable(),
    name: draftMembers.name.nullable(),
    version: draftMembers.version.nullable(),
    description: draftMembers.description.nullable(),
    declaredEndpoints: draftMembers.declaredEndpoints.nullable(),
    probeEndpoints: draftMembers.probeEndpoints.nullable(),
    readers: draftMembers.readers.nullable(),
    readersSha256: draftMembers.readersSha256.nullable(),
    redistribution: draftMembers.redistribution.nullable(),
    revision: Count.optional(),
  })
  .meta({ id: 'DraftChange' });
export type DraftChange = z.infer<typeof DraftChange>;

export const Draft = z
  .object({
    id: DraftId,
    revision: Count,
    state: z.enum(['OPEN', 'SUBMITTED']),
    input: DraftInput,
    lastQuote: Quote.nullable(),
    submissionId: SubmissionId.nullable(),
    createdAt: Time,
    updatedAt: Time,
  })
  .meta({ id: 'Draft' });
export type Draft = z.infer<typeof Draft>;

export const DraftSubmitRequest = z
  .strictObject({ paymentIntentId: PaymentIntentId.optional() })
  .meta({ id: 'DraftSubmitRequest' });
export const DraftPaymentRequest = z
  .strictObject({ draftId: DraftId.optional(), quoteId: QuoteId.optional() })
  .refine(({ draftId, quoteId }) => (draftId === undefined) !== (quoteId === undefined), {
    error: 'Send draftId or quoteId.',
  })
  .meta({ id: 'DraftPaymentRequest' });

// --- Support -------------------------------------------------------------------------------------------------------

export const TicketCategory = z.enum(['PAYMENT', 'SUBMISSION', 'CERTIFICATE', 'ACCOUNT', 'OTHER']);
export const TicketRequest = z
  .object({
    subject: z.string().trim().min(3).max(120),
    message: z.string().min(10).max(5000),
    category: TicketCategory.default('OTHER'),
    ref: z.object({ type: z.string().min(1).max(32), id: z.string().min(1).max(128) }).optional(),
  })
  .meta({ id: 'TicketRequest' });
export type TicketRequest = z.infer<typeof TicketRequest>;

export const TicketReply = z
  .object({ message: z.string().min(1).max(5000), close: z.boolean().optional() })
  .meta({ id: 'TicketReply' });

const TicketState = z.enum(['OPEN', 'ANSWERED', 'CLOSED']);
export const TicketQuery = PageQuery.extend({ state: TicketState.optional() });
export type TicketQuery = z.infer<typeof TicketQuery>;

export const Ticket = z
  .object({
    id: TicketId,
    subject: z.string(),
    category: TicketCategory,
    state: TicketState,
    ref: Ref.nullable(),
    messages: z.array(z.object({ id: MessageId, from: z.enum(['developer', 'operator']), text: z.string(), at: Time })),
    createdAt: Time,
    updatedAt: Time,
  })
  .meta({ id: 'Ticket' });
export type Ticket = z.infer<typeof Ticket>;
export const TicketListItem = Ticket.omit({ messages: true }).meta({ id: 'TicketListItem' });

// --- Personal data -------------------------------------------------------------------------------------------------

/** All personal data of an account. */
export const AccountExport = z
  .object({
    exportedAt: Time,
    account: Account,
    terms: z.array(TermsAcceptance).describe('Accepted terms, newest first.'),
    wallets: z.array(WalletLink),
    tokens: z.array(TokenSummary),
    drafts: z.array(z.object({ id: DraftId, revision: Count, updatedAt: Time })),
    submissions: z.array(
      z.object({
        id: SubmissionId,
        state: SubmissionState,
        name: z.string(),
        version: z.string(),
        termsVersion: TermsVersion.nullable(),
        readerConsent: ReaderConsent.nullable(),
        createdAt: Time,
      }),
    ),
    certificates: z.array(
      z.object({ id: CertificateId, name: z.string(), version: z.string(), status: z.string(), issuedAt: Time }),
    ),
    payments: z.array(
      z.object({
        id: PaymentIntentId,
        purpose: z.string(),
        state: z.string(),
        amount: z.string(),
        payer: z.string().nullable(),
        txHash: z.string().nullable(),
        createdAt: Time,
      }),
    ),
    purchases: z
      .array(
        z.object({
          id: z.string(),
          listingId: z.string(),
          certificateId: CertificateId,
          price: z.string(),
          purchasedAt: Time,
        }),
      )
      .describe('Purchases by the agents of linked wallets.'),
    flags: z
      .array(
        z.object({
          id: z.string(),
          certificateId: CertificateId,
          category: z.string(),
          description: z.string(),
          state: z.string(),
          openedAt: Time,
        }),
      )
      .describe('Flags filed on behalf of linked wallets.'),
    abuseReports: z
      .array(
        z.object({
          id: z.string(),
          certificateId: CertificateId,
          category: z.string(),
          description: z.string(),
          decision: z.string().nullable(),
          reason: z.string().nullable(),
          openedAt: Time,
        }),
      )
      .describe("Abuse reports about the account's products, without the identity of the reporters."),
    auditLog: z
      .array(z.object({ index: Count, at: Time, action: z.string(), actor: z.string(), subject: z.string() }))
      .describe('Entries of the audit log by or about the account.'),
    tickets: z.array(Ticket),
    webhooks: z.array(Webhook),
    history: z.array(HistoryItem),
  })
  .meta({ id: 'AccountExport' });
export type AccountExport = z.infer<typeof AccountExport>;
