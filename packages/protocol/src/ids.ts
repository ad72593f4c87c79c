import { bytesToHex } from '@noble/hashes/utils.js';
import { z } from 'zod';

export { Address } from './ethereum/address.ts';

// --- Digests -------------------------------------------------------------------------------------------------------

export const Hash32 = z
  .string()
  .regex(/^0x[0-9a-f]{64}$/)
  .brand<'Hash32'>();
export type Hash32 = z.infer<typeof Hash32>;

export const Sha256 = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .brand<'Sha256'>();
export type Sha256 = z.infer<typeof Sha256>;

export const Digest = z
  .string()
  .regex(/^sha256:[0-9a-f]{64}$/)
  .brand<'Digest'>();
export type Digest = z.infer<typeof Digest>;

export const toDigest = (sha256: Sha256): Digest => `sha256:${sha256}` as Digest;

// --- Objects -------------------------------------------------------------------------------------------------------

export const CertificateId = z
  .string()
  .regex(/^[0-9a-f]{24}$/)
  .brand<'CertificateId'>();
export type CertificateId = z.infer<typeof CertificateId>;

/** Lower case only, so that each object has one spelling in caches and in signed text. */
const uuidV7 = <Name extends string>() =>
  z
    .string()
    .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    .brand<Name>();

/** World objects: any UUID version is accepted; new ids use version 7. */
const uuid = <Name extends string>() =>
  z
    .string()
    .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    .brand<Name>();

export const SubmissionId = uuidV7<'SubmissionId'>();
export type SubmissionId = z.infer<typeof SubmissionId>;
export const DraftId = uuidV7<'DraftId'>();
export type DraftId = z.infer<typeof DraftId>;
export const QuoteId = uuidV7<'QuoteId'>();
export type QuoteId = z.infer<typeof QuoteId>;
export const RoundId = uuidV7<'RoundId'>();
export type RoundId = z.infer<typeof RoundId>;
export const PanelId = uuidV7<'PanelId'>();
export type PanelId = z.infer<typeof PanelId>;
export const AssignmentId = uuidV7<'AssignmentId'>();
export type AssignmentId = z.infer<typeof AssignmentId>;
export const AbuseReportId = uuidV7<'AbuseReportId'>();
export type AbuseReportId = z.infer<typeof AbuseReportId>;
export const FlagId = uuidV7<'FlagId'>();
export type FlagId = z.infer<typeof FlagId>;
export const PaymentIntentId = uuidV7<'PaymentIntentId'>();
export type PaymentIntentId = z.infer<typeof PaymentIntentId>;
export const ReceiptId = uuidV7<'ReceiptId'>();
export type ReceiptId = z.infer<typeof ReceiptId>;
export const ListingId = uuidV7<'ListingId'>();
export type ListingId = z.infer<typeof ListingId>;
export const PurchaseId = uuidV7<'PurchaseId'>();
export type PurchaseId = z.infer<typeof PurchaseId>;
export const PluginId = uuidV7<'PluginId'>();
export type PluginId = z.infer<typeof PluginId>;
export const TicketId = uuidV7<'TicketId'>();
export type TicketId = z.infer<typeof TicketId>;
export const MessageId = uuidV7<'MessageId'>();
export type MessageId = z.infer<typeof MessageId>;
export const AccountId = uuidV7<'AccountId'>();
export type AccountId = z.infer<typeof AccountId>;
export const WalletLinkId = uuidV7<'WalletLinkId'>();
export type WalletLinkId = z.infer<typeof WalletLinkId>;
export const WebhookId = uuidV7<'WebhookId'>();
export type WebhookId = z.infer<typeof WebhookId>;
export const EventId = uuidV7<'EventId'>();
export type EventId = z.infer<typeof EventId>;
export const IntentId = uuidV7<'IntentId'>();
export type IntentId = z.infer<typeof IntentId>;
export const JournalId = uuidV7<'JournalId'>();
export type JournalId = z.infer<typeof JournalId>;
export const LoginChallengeId = uuidV7<'LoginChallengeId'>();
export type LoginChallengeId = z.infer<typeof LoginChallengeId>;

export const ActorId = uuid<'ActorId'>();
export type ActorId = z.infer<typeof ActorId>;
export const CityId = uuid<'CityId'>();
export type CityId = z.infer<typeof CityId>;
export const BusinessId = uuid<'BusinessId'>();
export type BusinessId = z.infer<typeof BusinessId>;
export const PropertyId = uuid<'PropertyId'>();
export type PropertyId = z.infer<typeof PropertyId>;
export const LoanId = uuid<'LoanId'>();
export type LoanId = z.infer<typeof LoanId>;
export const ProposalId = uuid<'ProposalId'>();
export type ProposalId = z.infer<typeof ProposalId>;
export const ConsentId = uuid<'ConsentId'>();
export type ConsentId = z.infer<typeof ConsentId>;
export const ItemId = uuid<'ItemId'>();
export type ItemId = z.infer<typeof ItemId>;
export const ProjectId = uuid<'ProjectId'>();
export type ProjectId = z.infer<typeof ProjectId>;
export const WorldForkId = uuidV7<'WorldForkId'>();
export type WorldForkId = z.infer<typeof WorldForkId>;
export const AnalysisId = uuid<'AnalysisId'>();
export type AnalysisId = z.infer<typeof AnalysisId>;

/** The engine's fingerprint of the finding. */
export const FindingId = z
  .string()
  .regex(/^[0-9a-f]{32}$/)
  .brand<'FindingId'>();
export type FindingId = z.infer<typeof FindingId>;

export const RuleId = z
  .string()
  .regex(/^[A-Za-z0-9._/-]{1,128}$/)
  .brand<'RuleId'>();
export type RuleId = z.infer<typeof RuleId>;

/** The service creates a UUIDv7. A client's `X-Request-Id` in this form is kept. */
export const RequestId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{8,64}$/)
  .brand<'RequestId'>();
export type RequestId = z.infer<typeof RequestId>;

// --- Secrets and typed codes --------------------------------------------------------------------------------------

const CROCKFORD_BASE32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const TOKEN_ID_LENGTH = 8;
const API_KEY_ID_LENGTH = 10;
const LOGIN_CODE_LENGTH = 8;
const NONCE_LENGTH = 24;
/** 43 × log2(62) = 256 bits. */
const SECRET_LENGTH = 43;

/** Crockford's decoding rules: case-insensitive, O means 0, I and L mean 1. */
export const toCrockfordBase32 = (typed: string): string =>
  typed.toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1');

export const TokenId = z
  .string()
  .regex(/^[0-9A-HJKMNP-TV-Z]{8}$/)
  .brand<'TokenId'>();
export type TokenId = z.infer<typeof TokenId>;

export const ApiKeyId = z
  .string()
  .regex(/^[0-9A-HJKMNP-TV-Z]{10}$/)
  .brand<'ApiKeyId'>();
export type ApiKeyId = z.infer<typeof ApiKeyId>;

export const LoginCode = z
  .string()
  .max(LOGIN_CODE_LENGTH, { abort: true })
  .overwrite(toCrockfordBase32)
  .regex(/^[0-9A-HJKMNP-TV-Z]{8}$/)
  .brand<'LoginCode'>();
export type LoginCode = z.infer<typeof LoginCode>;

export const Nonce = z
  .string()
  .regex(/^[A-Za-z0-9]{24}$/)
  .brand<'Nonce'>();
export type Nonce = z.infer<typeof Nonce>;

/** The code that a program holds while a person approves its login in a browser. */
export const DeviceCode = z
  .string()
  .regex(/^dlc_[0-9A-Za-z]{43}$/)
  .brand<'DeviceCode'>();
export type DeviceCode = z.infer<typeof DeviceCode>;

export const DeveloperToken = z
  .string()
  .regex(/^dev_[0-9A-HJKMNP-TV-Z]{8}_[0-9A-Za-z]{43}$/)
  .brand<'DeveloperToken'>();
export type DeveloperToken = z.infer<typeof DeveloperToken>;

export const ApiKey = z
  .string()
  .regex(/^ak_[0-9A-HJKMNP-TV-Z]{10}_[0-9A-Za-z]{43}$/)
  .brand<'ApiKey'>();
export type ApiKey = z.infer<typeof ApiKey>;

export const OperatorId = z.uuidv7().lowercase().brand<'OperatorId'>();
export type OperatorId = z.infer<typeof OperatorId>;

/** Names stay in the audit log permanently, so a name is never reused. */
export const OperatorName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]{0,31}$/, 'must be 1 to 32 of a–z, 0–9, dot, hyphen and underscore')
  .brand<'OperatorName'>();
export type OperatorName = z.infer<typeof OperatorName>;

export const OperatorKey = z
  .string()
  .regex(/^op_[0-9A-HJKMNP-TV-Z]{10}_[0-9A-Za-z]{43}$/)
  .brand<'OperatorKey'>();
export type OperatorKey = z.infer<typeof OperatorKey>;

/** The public part of a secret. The store finds the row by it and then compares the hash of the whole secret. */
export const toTokenId = (token: DeveloperToken): TokenId => token.split('_')[1] as TokenId;
export const toApiKeyId = (key: ApiKey): ApiKeyId => key.split('_')[1] as ApiKeyId;

export const toOperatorKeyId = (key: OperatorKey): string => key.split('_')[1] ?? '';

// --- Generators: time and randomness are arguments ----------------------------------------------------------------

/** Returns `length` unpredictable bytes. The caller supplies the source. */
export type RandomBytes = (length: number) => Uint8Array;

const UUID_TIME_MAX = 2 ** 48 - 1;
const CERTIFICATE_ID_BYTES = 12;

export const newCertificateId = (random: RandomBytes): CertificateId =>
  CertificateId.parse(bytesToHex(random(CERTIFICATE_ID_BYTES)));

/** A UUIDv7 (RFC 9562 §5.7) with the brand of the given schema: `newUuidV7(SubmissionId, nowMs, random)`. */
export function newUuidV7<Schema extends z.ZodType<string>>(
  schema: Schema,
  nowMs: number,
  random: RandomBytes,
): z.output<Schema> {
  if (!Number.isInteger(nowMs) || nowMs < 0 || nowMs > UUID_TIME_MAX)
    throw new RangeError('nowMs is not a 48-bit time');
  const time = nowMs.toString(16).padStart(12, '0');
  const bits = bytesToHex(random(10)); // the version replaces the first digit
  const variant = ((Number.parseInt(bits.charAt(4), 16) & 0b0011) | 0b1000).toString(16);
  return schema.parse(
    `${time.slice(0, 8)}-${time.slice(8)}-7${bits.slice(1, 4)}-${variant}${bits.slice(5, 8)}-${bits.slice(8)}`,
  );
}

/** The time in milliseconds with which a UUIDv7 begins. */
export const uuidV7Time = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);

export const newNonce = (random: RandomBytes): Nonce => Nonce.parse(draw(BASE62, NONCE_LENGTH, random));

export const newLoginCode = (random: RandomBytes): LoginCode =>
  LoginCode.parse(draw(CROCKFORD_BASE32, LOGIN_CODE_LENGTH, random));

export const newDeveloperToken = (random: RandomBytes): DeveloperToken =>
  DeveloperToken.parse(`dev_${draw(CROCKFORD_BASE32, TOKEN_ID_LENGTH, random)}_${draw(BASE62, SECRET_LENGTH, random)}`);

export const newDeviceCode = (random: RandomBytes): DeviceCode =>
  DeviceCode.parse(`dlc_${draw(BASE62, SECRET_LENGTH, random)}`);

export const newApiKey = (random: RandomBytes): ApiKey =>
  ApiKey.parse(`ak_${draw(CROCKFORD_BASE32, API_KEY_ID_LENGTH, random)}_${draw(BASE62, SECRET_LENGTH, random)}`);

export const newOperatorKey = (random: RandomBytes): OperatorKey =>
  OperatorKey.parse(`op_${draw(CROCKFORD_BASE32, API_KEY_ID_LENGTH, random)}_${draw(BASE62, SECRET_LENGTH, random)}`);

/** A random source with this many rejections in a row is broken: 62 letters reject 1 byte in 32. */
const DRAWS_PER_CHARACTER_MAX = 64;

/**
 * Draws characters uniformly: a byte beyond the last whole multiple of the alphabet is rejected, because a modulo would
 * bias the result.
 */
function draw(alphabet: string, length: number, random: RandomBytes): string {
  const limit = 256 - (256 % alphabet.length);
  let text = '';
  for (let drawn = 0; text.length < length; drawn++) {
    if (drawn >= DRAWS_PER_CHARACTER_MAX) throw new Error('The source of random bytes is broken.');
    for (const byte of random(length - text.length)) {
      if (byte < limit) text += alphabet[byte % alphabet.length];
    }
  }
  return text;
}
