// Payment terms in the formats of x402 v1 and v2. Both state the same price for the same resource.
import type { PaymentRequired, PaymentRequirements } from '@x402/core/types';
import type { PaymentRequirementsV1 } from '@x402/core/types/v1';
import type { Address } from 'viem';
import { findV1NetworkName, type PaymentNetwork, toCaip2 } from './payment-network.ts';

export type PaymentTerms = {
  network: PaymentNetwork;
  payTo: Address;
  /** In minor units of the token. */
  amount: bigint;
  resource: { url: string; description: string };
  maxTimeoutSeconds: number;
};

const MIME_TYPE = 'application/json';
const SERVICE_NAME = 'Assay';
const SCHEME = 'exact';
const PAYMENT_REQUIRED_ERROR = 'PAYMENT-SIGNATURE header is required';

/** One element of `accepts` in v2. */
export function toRequirementsV2({ network, payTo, amount, maxTimeoutSeconds }: PaymentTerms): PaymentRequirements {
  return {
    scheme: SCHEME,
    network: toCaip2(network.chainId),
    asset: network.asset,
    amount: amount.toString(),
    payTo,
    maxTimeoutSeconds,
    extra: { ...network.domain },
  };
}

/** One element of `accepts` in v1, or undefined if v1 has no name for the chain. */
export function toRequirementsV1(terms: PaymentTerms): RequirementsV1 | undefined {
  const { network, payTo, amount, resource, maxTimeoutSeconds } = terms;
  const name = findV1NetworkName(network.chainId);
  if (name === undefined) return undefined;
  return {
    scheme: SCHEME,
    network: name,
    maxAmountRequired: amount.toString(),
    resource: resource.url,
    description: resource.description,
    mimeType: MIME_TYPE,
    payTo,
    maxTimeoutSeconds,
    asset: network.asset,
    extra: { ...network.domain },
  };
}

// x402's own type requires `outputSchema`, which breaks old clients when it is null, and `<a>:<b>` for the network.
type RequirementsV1 = Omit<PaymentRequirementsV1, 'outputSchema' | 'network'> & { network: string };
type PaymentRequiredBodyV1 = { x402Version: 1; error: string; accepts: RequirementsV1[] };

type PaymentRequiredOptions = { error?: string; extensions?: Record<string, unknown> };

/** The object of the PAYMENT-REQUIRED header. */
export function toPaymentRequiredV2(terms: PaymentTerms, options: PaymentRequiredOptions = {}): PaymentRequired {
  const { error = PAYMENT_REQUIRED_ERROR, extensions } = options;
  return {
    x402Version: 2,
    error,
    resource: { ...terms.resource, mimeType: MIME_TYPE, serviceName: SERVICE_NAME },
    accepts: [toRequirementsV2(terms)],
    ...(extensions === undefined ? {} : { extensions }),
  };
}

/** The members that a v1 client reads in the body of a 402; undefined if v1 has no name for the chain. */
export function toPaymentRequiredV1(
  terms: PaymentTerms,
  options: PaymentRequiredOptions = {},
): PaymentRequiredBodyV1 | undefined {
  const requirements = toRequirementsV1(terms);
  if (requirements === undefined) return undefined;
  return { x402Version: 1, error: options.error ?? PAYMENT_REQUIRED_ERROR, accepts: [requirements] };
}
