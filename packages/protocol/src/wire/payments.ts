import { z } from 'zod';
import {
  Address,
  CertificateId,
  Hash32,
  JournalId,
  PaymentIntentId,
  QuoteId,
  ReceiptId,
  Sha256,
  SubmissionId,
} from '../ids.ts';
import { REQUEST_LIMITS } from '../limits.ts';
import { ProblemDocument } from '../problem-document.ts';
import { JsonSignature } from '../seal/signed-json.ts';
import { Amount, Count, JsonObject, Link, Money, Network, ProductType, Time } from './common.ts';

export const QuoteDriver = z.object({
  code: z.string(),
  units: Count,
  freeUnits: Count,
  unitAmount: Amount,
  amount: Amount,
});

/** A stored price for one exact input. */
export const Quote = z
  .object({
    id: QuoteId,
    productType: ProductType,
    currency: z.literal('USDC'),
    decimals: z.literal(6),
    base: Amount,
    drivers: z.array(QuoteDriver),
    total: Amount,
    inputSha256: Sha256,
    createdAt: Time,
    expiresAt: Time,
  })
  .meta({ id: 'Quote' });
export type Quote = z.infer<typeof Quote>;

/** The requirements for a plain ERC-20 transfer. */
export const DirectTerms = z
  .object({
    network: Network,
    embedded: z.boolean().describe('Whether the chain is the embedded one, whose tokens have no value.'),
    chainId: z.int().positive(),
    asset: Address,
    payTo: Address,
    amount: Amount,
    confirmations: Count,
  })
  .meta({ id: 'DirectTerms' });
export type DirectTerms = z.infer<typeof DirectTerms>;

const TokenDomain = z.object({ name: z.string(), version: z.string() }).describe('EIP-712 domain of the token.');

export const X402V1Offer = z
  .object({
    scheme: z.literal('exact'),
    network: z.string(),
    maxAmountRequired: z.string(),
    resource: Link,
    description: z.string(),
    mimeType: z.string(),
    payTo: Address,
    maxTimeoutSeconds: z.int().positive(),
    asset: Address,
    extra: TokenDomain,
  })
  .meta({ id: 'X402V1Offer' });
export type X402V1Offer = z.infer<typeof X402V1Offer>;

export const X402V2Offer = z
  .object({
    scheme: z.literal('exact'),
    network: Network,
    asset: Address,
    amount: z.string(),
    payTo: Address,
    maxTimeoutSeconds: z.int().positive(),
    extra: TokenDomain,
  })
  .meta({ id: 'X402V2Offer' });
export type X402V2Offer = z.infer<typeof X402V2Offer>;

/** x402 v2 terms: the same object in a 402 body and, base64-encoded, in its PAYMENT-REQUIRED header. */
export const PaymentRequired = z
  .object({
    x402Version: z.literal(2),
    error: z.string(),
    resource: z.object({ url: Link, description: z.string(), mimeType: z.string(), serviceName: z.string() }),
    accepts: z.array(X402V2Offer).min(1),
    extensions: JsonObject.optional(),
  })
  .meta({ id: 'PaymentRequired' });
export type PaymentRequired = z.infer<typeof PaymentRequired>;

export const PaymentPurpose = z.enum(['SUBMISSION', 'RE_AUDIT', 'TOPUP']);
export type PaymentPurpose = z.infer<typeof PaymentPurpose>;

export const PaymentIntentState = z
  .enum(['REQUIRES_PAYMENT', 'PENDING', 'PAID', 'CONSUMED', 'EXPIRED', 'REFUND_DUE', 'REFUNDED'])
  .meta({ id: 'PaymentIntentState' });
export type PaymentIntentState = z.infer<typeof PaymentIntentState>;

export const PaymentIntent = z
  .object({
    id: PaymentIntentId,
    purpose: PaymentPurpose,
    state: PaymentIntentState,
    price: Money,
    quote: Quote.nullable(),
    direct: DirectTerms,
    x402: PaymentRequired,
    payer: Address.nullable(),
    txHash: Hash32.nullable(),
    receiptId: ReceiptId.nullable(),
    lastError: z.object({ code: z.string(), detail: z.string() }).nullable(),
    consumedBy: z.object({ type: z.enum(['submission', 'topup']), id: z.string() }).nullable(),
    createdAt: Time,
    expiresAt: Time,
  })
  .meta({ id: 'PaymentIntent' });
export type PaymentIntent = z.infer<typeof PaymentIntent>;

const USDC = 1_000_000n;
export const TOPUP_LIMITS = { amountMin: 1n * USDC, amountMax: 1_000n * USDC } as const;

export const PaymentIntentRequest = z
  .discriminatedUnion('purpose', [
    z.strictObject({ purpose: z.literal('SUBMISSION'), quoteId: QuoteId }),
    z.strictObject({ purpose: z.literal('RE_AUDIT'), certificateId: CertificateId }),
    z.strictObject({
      purpose: z.literal('TOPUP'),
      amount: Amount.refine((amount) => amount >= TOPUP_LIMITS.amountMin && amount <= TOPUP_LIMITS.amountMax, {
        error: 'A top-up must be between 1.00 and 1,000.00 USDC.',
      }),
    }),
  ])
  .meta({ id: 'PaymentIntentRequest' });
export type PaymentIntentRequest = z.infer<typeof PaymentIntentRequest>;

const Hex = z.string().regex(/^0x[0-9a-fA-F]+$/);
const Authorization = z.object({
  signature: Hex,
  authorization: z.object({
    from: Address,
    to: Address,
    value: z.string(),
    validAfter: z.string(),
    validBefore: z.string(),
    nonce: Hex,
  }),
});

export const X402Payload = z
  .discriminatedUnion('x402Version', [
    z.object({ x402Version: z.literal(1), scheme: z.literal('exact'), network: z.string(), payload: Authorization }),
    z.object({
      x402Version: z.literal(2),
      resource: JsonObject.optional(),
      accepted: X402V2Offer,
      payload: Authorization,
      extensions: JsonObject.optional(),
    }),
  ])
  .meta({ id: 'X402Payload' });
export type X402Payload = z.infer<typeof X402Payload>;

/** A transfer that was already sent. `signature` is the sender's, over `Assay payment <paymentIntentId>`. */
export const DirectConfirmRequest = z
  .strictObject({ txHash: Hash32, signature: Hex.max(8192).optional() })
  .meta({ id: 'DirectConfirmRequest' });
export type DirectConfirmRequest = z.infer<typeof DirectConfirmRequest>;

/** The payload may be in a header instead; the body is then empty. */
export const X402ConfirmRequest = z
  .strictObject({ paymentPayload: X402Payload.optional() })
  .meta({ id: 'X402ConfirmRequest' });
export type X402ConfirmRequest = z.infer<typeof X402ConfirmRequest>;

/** Either the hash of a sent transaction or a payload that the facilitator settles. */
export const ConfirmRequest = z
  .strictObject({ ...DirectConfirmRequest.partial().shape, ...X402ConfirmRequest.shape })
  .refine(({ txHash, paymentPayload }) => txHash === undefined || paymentPayload === undefined, {
    error: 'Send txHash or paymentPayload, not both.',
  })
  .meta({ id: 'ConfirmRequest' });
export type ConfirmRequest = z.infer<typeof ConfirmRequest>;

const HeaderText = z.string().max(REQUEST_LIMITS.headerBytesMax).optional();
/** The headers of the three payment dialects. A request may carry at most one of the last three. */
export const PaymentHeaders = z.object({
  'x-payment-method': HeaderText.describe('The only supported value is `x402`.'),
  'x-payment-receipt': HeaderText.describe(
    'Proof of payment: an x402 payload, a transaction hash or the id of a paid intent.',
  ),
  'x-payment': HeaderText.describe('x402 v1: base64 payload.'),
  'payment-signature': HeaderText.describe('x402 v2: base64 payload.'),
});
export type PaymentHeaders = z.infer<typeof PaymentHeaders>;

export const SettleResult = z
  .object({ success: z.literal(true), transaction: Hash32, network: z.string(), payer: Address })
  .meta({ id: 'SettleResult' });
export type SettleResult = z.infer<typeof SettleResult>;

export const PaymentMethod = z.enum(['DIRECT', 'X402']);
export type PaymentMethod = z.infer<typeof PaymentMethod>;

/** The signature covers the canonical JSON without `signature`. */
export const Receipt = z
  .object({
    id: ReceiptId,
    submissionId: SubmissionId.nullable(),
    paymentIntentId: PaymentIntentId,
    purpose: PaymentPurpose,
    method: PaymentMethod,
    amount: Money,
    quote: Quote,
    network: Network,
    embedded: z.boolean(),
    asset: Address,
    payer: Address,
    payTo: Address,
    txHash: Hash32,
    blockNumber: Count,
    paidAt: Time,
    issuedAt: Time,
    refund: z.object({ amount: Money, txHash: Hash32.nullable(), state: z.enum(['DUE', 'PAID']) }).nullable(),
    journalId: JournalId,
    signature: JsonSignature,
  })
  .meta({ id: 'Receipt' });
export type Receipt = z.infer<typeof Receipt>;

/** A 402 uses three dialects at once: Assay (`payment`), x402 v1 (`accepts`) and v2 (`payment.x402`). */
export const PaymentRequiredBody = z
  .looseObject({
    ...ProblemDocument.shape,
    x402Version: z.literal(1).optional(),
    error: z.string(),
    accepts: z.array(X402V1Offer).optional(),
    payment: z.object({
      method: z.literal('x402'),
      paymentIntentId: PaymentIntentId.nullable(),
      price: Money,
      quote: Quote.nullable(),
      expiresAt: Time.nullable(),
      receiptHeader: z.literal('X-Payment-Receipt'),
      receiptForms: z.array(z.enum(['x402-payload', 'transaction-hash', 'payment-intent-id'])),
      direct: DirectTerms,
      x402: PaymentRequired,
    }),
  })
  .meta({ id: 'PaymentRequiredBody' });
export type PaymentRequiredBody = z.infer<typeof PaymentRequiredBody>;
