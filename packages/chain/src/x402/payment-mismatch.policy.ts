import { type Address, type Hex, isAddress, isAddressEqual } from 'viem';
import type { ExactPayment } from './exact-payment.ts';
import { findV1NetworkName, toCaip2 } from './payment-network.ts';
import { type PaymentTerms, toRequirementsV2 } from './payment-terms.ts';

export type OfferMember = 'scheme' | 'network' | 'asset' | 'payTo' | 'amount';

/** The first member in which a payment differs from the terms. A v1 payload has no offer, so its authorization is compared. */
export function findOfferMismatch(payment: ExactPayment, terms: PaymentTerms): OfferMember | undefined {
  const ours = toRequirementsV2(terms);
  if (payment.x402Version === 2) {
    const { accepted } = payment;
    if (accepted.scheme !== ours.scheme) return 'scheme';
    if (accepted.network !== ours.network) return 'network';
    if (!isSameAddress(accepted.asset, terms.network.asset)) return 'asset';
    if (!isSameAddress(accepted.payTo, terms.payTo)) return 'payTo';
    return accepted.amount === ours.amount ? undefined : 'amount';
  }
  if (payment.scheme !== ours.scheme) return 'scheme';
  if (payment.network !== findV1NetworkName(terms.network.chainId)) return 'network';
  if (!isSameAddress(payment.authorization.to, terms.payTo)) return 'payTo';
  return payment.authorization.value === terms.amount ? undefined : 'amount';
}

/**
 * The reason, in the words of the x402 scheme, why the signed authorization does not pay the terms. A v2 client can accept
 * the terms and sign others, so both are compared.
 */
export function findAuthorizationMismatch(
  { authorization }: Pick<ExactPayment, 'authorization'>,
  { payTo, amount }: Pick<PaymentTerms, 'payTo' | 'amount'>,
): string | undefined {
  if (!isSameAddress(authorization.to, payTo)) return 'invalid_exact_evm_recipient_mismatch';
  return authorization.value === amount ? undefined : 'invalid_exact_evm_payload_authorization_value_mismatch';
}

/** The unique key of an authorization: the token spends (from, nonce) once. */
export type PaymentClaim = { network: string; asset: Address; from: Address; nonce: Hex };

export function toPaymentClaim({ authorization }: ExactPayment, { network }: PaymentTerms): PaymentClaim {
  return {
    network: toCaip2(network.chainId),
    asset: network.asset,
    from: authorization.from,
    nonce: authorization.nonce,
  };
}

function isSameAddress(text: string, address: Address): boolean {
  return isAddress(text, { strict: false }) && isAddressEqual(text, address);
}
