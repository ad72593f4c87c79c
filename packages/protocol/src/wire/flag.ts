import { z } from 'zod';
import { Address, CertificateId, FlagId, Hash32, Nonce } from '../ids.ts';
import { Count, IntentMarks, Marks, Money, PageQuery, Severity, Time } from './common.ts';

export const FlagState = z.enum(['RECEIVED', 'OPEN', 'CONFIRMED', 'DISMISSED', 'WITHDRAWN']).meta({ id: 'FlagState' });
export type FlagState = z.infer<typeof FlagState>;

export const FLAG_CATEGORIES = [
  'MALICIOUS_BEHAVIOUR',
  'PROMPT_INJECTION',
  'DATA_EXFILTRATION',
  'CREDENTIAL_THEFT',
  'SUPPLY_CHAIN',
  'UNDECLARED_CAPABILITY',
  'VULNERABILITY',
  'SOURCE_MISMATCH',
  'ENDPOINT_CHANGED',
  'IMPERSONATION',
  'OTHER',
] as const;
export const FlagCategory = z.enum(FLAG_CATEGORIES).meta({ id: 'FlagCategory' });
export type FlagCategory = z.infer<typeof FlagCategory>;

/** A flag reports harm, so INFO is not a valid severity. */
export const FlagSeverity = Severity.exclude(['INFO']);
export type FlagSeverity = z.infer<typeof FlagSeverity>;

export const FLAG_LIMITS = {
  descriptionMin: 20,
  descriptionMax: 4000,
  evidenceMax: 10,
  evidenceValueMax: 2048,
  decisionReasonMax: 1000,
} as const;

export const Evidence = z
  .object({
    kind: z.enum(['URL', 'FILE_LINE', 'TEXT', 'TRACE']),
    value: z.string().min(1).max(FLAG_LIMITS.evidenceValueMax),
    path: z.string().max(255).optional(),
    line: z.int().positive().optional(),
  })
  .meta({ id: 'Evidence' });
export type Evidence = z.infer<typeof Evidence>;

export const SIGNATURE_LENGTH_MAX = 8192;
/** Hex of any length up to the limit: the signature of a contract wallet has no fixed size. */
export const WalletSignature = z
  .string()
  .regex(/^0x[0-9a-fA-F]*$/)
  .max(SIGNATURE_LENGTH_MAX);

/** The bounty is paid to `wallet`. Without a credential, `nonce` and `signature` prove control of it. */
export const FlagRequest = z
  .object({
    walletAddress: Address,
    category: FlagCategory,
    description: z.string().min(FLAG_LIMITS.descriptionMin).max(FLAG_LIMITS.descriptionMax),
    severity: FlagSeverity.default('MEDIUM'),
    evidence: z.array(Evidence).max(FLAG_LIMITS.evidenceMax).default([]),
    bond: IntentMarks.refine((bond) => bond > 0n, { error: 'must be more than 0' })
      .optional()
      .describe(
        'Requires an API key. The bond is taken from the purse. A bond of 500 marks opens the flag at once. It is lost if the flag is dismissed.',
      ),
    nonce: Nonce.optional(),
    signature: WalletSignature.optional(),
  })
  .refine((flag) => (flag.nonce === undefined) === (flag.signature === undefined), {
    error: 'Send signature and nonce together.',
  })
  .meta({ id: 'FlagRequest' });
export type FlagRequest = z.infer<typeof FlagRequest>;

export const FlagDecision = z
  .object({
    outcome: z.enum(['CONFIRMED', 'DISMISSED']),
    severity: FlagSeverity,
    reason: z.string().max(FLAG_LIMITS.decisionReasonMax),
    suspended: z.boolean(),
  })
  .meta({ id: 'FlagDecision' });
export type FlagDecision = z.infer<typeof FlagDecision>;

export const Bounty = z
  .object({ state: z.enum(['NONE', 'PENDING', 'PAID']), amount: Money.nullable(), txHash: Hash32.nullable() })
  .meta({ id: 'Bounty' });
export type Bounty = z.infer<typeof Bounty>;

/** A flag, for its reporter. The last two members are the certificate's values after this call. */
export const Flag = z
  .object({
    id: FlagId,
    certificateId: CertificateId,
    state: FlagState,
    category: FlagCategory,
    severity: FlagSeverity,
    description: z.string(),
    evidence: z.array(Evidence),
    walletAddress: Address,
    bond: Marks.nullable(),
    bondState: z.enum(['HELD', 'RETURNED', 'LOST']).nullable(),
    openedAt: Time,
    triageDueAt: Time,
    decidedAt: Time.nullable(),
    decision: FlagDecision.nullable(),
    bounty: Bounty,
    activeFlagCount: Count,
    valid: z.boolean(),
  })
  .meta({ id: 'Flag' });
export type Flag = z.infer<typeof Flag>;

/** The public view of a flag: without the reporter's text while it is undecided, without a wallet unless a bounty was paid. */
export const PublicFlag = z
  .object({
    id: FlagId,
    certificateId: CertificateId,
    state: FlagState,
    category: FlagCategory,
    severity: FlagSeverity,
    openedAt: Time,
    decidedAt: Time.nullable(),
    decision: FlagDecision.nullable(),
    bounty: Bounty,
    reporter: Address.nullable(),
    description: z.string().nullable(),
  })
  .meta({ id: 'PublicFlag' });
export type PublicFlag = z.infer<typeof PublicFlag>;

export const FlagQuery = PageQuery.extend({ state: FlagState.optional() });
export type FlagQuery = z.infer<typeof FlagQuery>;
