/** The chain and x402 functions that this module needs. `compose` implements them with `packages/chain`. */
import type { PaymentRequired, X402V1Offer } from '@assay/protocol';
import type { z } from 'zod';

export type Hex = `0x${string}`;

/** The payment terms at the time of the intent, stored with it. */
export type IntentTerms = {
  /** CAIP-2. */
  readonly network: string;
  readonly chainId: number;
  readonly embedded: boolean;
  readonly asset: Hex;
  /** The EIP-712 domain of the token. */
  readonly domain: { readonly name: string; readonly version: string };
  readonly payTo: Hex;
  readonly confirmations: number;
  readonly resource: { readonly url: string; readonly description: string };
};
export type Terms = Pick<IntentTerms, 'chainId' | 'asset' | 'domain' | 'payTo' | 'resource'> & {
  readonly amount: bigint;
};

type Authorization = {
  readonly from: Hex;
  readonly to: Hex;
  readonly value: bigint;
  readonly validAfter: bigint;
  readonly validBefore: bigint;
  readonly nonce: Hex;
};
type Signed = { readonly authorization: Authorization; readonly signature: Hex };
export type ExactPayment =
  | (Signed & { readonly x402Version: 1; readonly scheme: string; readonly network: string })
  | (Signed & {
      readonly x402Version: 2;
      readonly accepted: {
        readonly scheme: string;
        readonly network: string;
        readonly asset: string;
        readonly amount: string;
        readonly payTo: string;
      };
      readonly extensions: Record<string, unknown>;
    });
/** The payment as a client sends it, with integers as strings. */
export type StoredPayment = Record<string, unknown>;

type PaymentHeader =
  | { readonly kind: 'none' }
  | { readonly kind: 'exact'; readonly payment: ExactPayment }
  | { readonly kind: 'transaction'; readonly txHash: Hex }
  | { readonly kind: 'intent'; readonly paymentIntentId: string }
  | {
      readonly kind: 'refused';
      readonly code: 'unsupported_payment_method' | 'multiple_payment_headers' | 'payment_malformed';
      readonly detail: string;
    };

export type Transfer = {
  readonly txHash: Hex;
  readonly logIndex: number;
  readonly from: Hex;
  readonly amount: bigint;
  readonly blockNumber: bigint;
  readonly blockTime: Date;
  readonly confirmations: bigint;
};
type TransferLookup =
  | { readonly kind: 'match'; readonly transfer: Transfer }
  | { readonly kind: 'mismatch'; readonly because: string }
  | { readonly kind: 'failed' }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'unknown' };

type VerifyOutcome =
  | { readonly kind: 'valid' }
  | { readonly kind: 'invalid'; readonly reason: string }
  | { readonly kind: 'unavailable'; readonly detail: string };
type SettleOutcome =
  | { readonly kind: 'settled'; readonly txHash: Hex }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'unavailable'; readonly detail: string }
  | { readonly kind: 'unknown'; readonly detail: string };
export type AuthorizationStatus =
  | { readonly kind: 'unused' }
  | { readonly kind: 'used'; readonly transfer: Transfer }
  | { readonly kind: 'void' }
  | { readonly kind: 'untraced' };

type OfferV1 = { x402Version: 1; error: string; accepts: z.input<typeof X402V1Offer>[] };

/** Chain queries throw an error for which `isUnavailable` is true when no node answers. */
export type PaymentChain = {
  /** The current terms, without the goods and the amount. */
  readonly offer: Omit<IntentTerms, 'resource'>;
  readHeaders(headers: Record<string, string | undefined>): PaymentHeader;
  /** Parses the payload of a body or of a stored claim. */
  parsePayment(wire: unknown): { kind: 'payment'; payment: ExactPayment } | { kind: 'malformed'; detail: string };
  /** Base64 of the JSON, for headers. */
  encode(value: unknown): string;
  toPaymentRequired(terms: Terms, error?: string): z.input<typeof PaymentRequired>;
  /** Undefined when v1 has no name for the chain. */
  toOfferV1(terms: Terms, error?: string): OfferV1 | undefined;
  /** The first member in which a payment differs from the terms. */
  findMismatch(payment: ExactPayment, terms: Terms): string | undefined;
  /** Why the signed authorization does not pay the terms, whatever the payer accepted. */
  findForgery(payment: ExactPayment, terms: Terms): string | undefined;
  verify(payment: ExactPayment, terms: Terms): Promise<VerifyOutcome>;
  settle(payment: ExactPayment, terms: Terms): Promise<SettleOutcome>;
  toSettleResult(payment: ExactPayment, txHash: Hex): unknown;
  /** `used` only if the transfer paid these terms. */
  findAuthorizationStatus(payment: ExactPayment, terms: Terms, fromBlock: bigint): Promise<AuthorizationStatus>;
  headBlock(): Promise<bigint>;
  findTransfer(txHash: Hex, terms: Terms & { readonly notBefore: Date }): Promise<TransferLookup>;
  /** Supports plain accounts and contract wallets. */
  isSignedBy(address: Hex, message: string, signature: Hex): Promise<boolean>;
  isUnavailable(error: unknown): boolean;
};
