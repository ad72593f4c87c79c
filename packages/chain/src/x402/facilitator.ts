// The port that verifies and settles payments. Outcomes are values, including `unknown`.
import type { PaymentPayload, PaymentRequirements } from '@x402/core/types';
import type { Address, Hex } from 'viem';
import type { ExactPayment } from './exact-payment.ts';
import { type PaymentTerms, toRequirementsV1, toRequirementsV2 } from './payment-terms.ts';

export type VerifyOutcome =
  | { kind: 'valid'; payer: Address }
  | { kind: 'invalid'; reason: string }
  | { kind: 'unavailable'; detail: string };

export type SettleOutcome =
  | { kind: 'settled'; txHash: Hex; payer: Address }
  /** Nothing was settled by this service. Anyone can execute an authorization, so only an unused nonce proves that it was not executed. */
  | { kind: 'failed'; reason: string }
  /** Nothing was sent, and the payer is not at fault. */
  | { kind: 'unavailable'; detail: string }
  /** The transfer may have happened or may still happen: check the nonce on the chain before settling again. */
  | { kind: 'unknown'; txHash: Hex | null; detail: string };

export type Facilitator = {
  verify(payment: ExactPayment, terms: PaymentTerms): Promise<VerifyOutcome>;
  settle(payment: ExactPayment, terms: PaymentTerms): Promise<SettleOutcome>;
};

/** The content of the PAYMENT-RESPONSE and X-PAYMENT-RESPONSE headers. */
export type SettleResult = { success: true; transaction: Hex; network: string; payer: Address };

export function toSettleResult(
  payment: ExactPayment,
  { txHash, payer }: { txHash: Hex; payer: Address },
): SettleResult {
  const network = payment.x402Version === 1 ? payment.network : payment.accepted.network;
  return { success: true, transaction: txHash, network, payer };
}

type FacilitatorRequest = { payload: PaymentPayload; requirements: PaymentRequirements };

/**
 * Rebuilt from the parsed payment, so that the facilitator settles exactly what was checked and claimed.
 * undefined for v1 on a chain without a v1 name.
 */
export function toFacilitatorRequest(payment: ExactPayment, terms: PaymentTerms): FacilitatorRequest | undefined {
  const { authorization, signature } = payment;
  const { value, validAfter, validBefore } = authorization;
  const inner = {
    signature,
    authorization: {
      ...authorization,
      value: value.toString(),
      validAfter: validAfter.toString(),
      validBefore: validBefore.toString(),
    },
  };
  if (payment.x402Version === 2) {
    const requirements = toRequirementsV2(terms);
    const accepted = { ...requirements, ...payment.accepted } as PaymentRequirements; // the client's own values, for comparison
    return { payload: { x402Version: 2, accepted, payload: inner, extensions: payment.extensions }, requirements };
  }
  const requirements = toRequirementsV1(terms);
  if (requirements === undefined) return undefined;
  const payload = { x402Version: 1, scheme: payment.scheme, network: payment.network, payload: inner };
  // x402's facilitators accept both versions through one signature that is typed for v2.
  return { payload, requirements } as unknown as FacilitatorRequest;
}
