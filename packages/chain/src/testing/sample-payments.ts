// Well-formed but unsigned payments as text.
import { type Address, type Hex, toHex } from 'viem';
import { type ExactPayment, parseExactPayment } from '../x402/exact-payment.ts';
import { type PaymentTerms, toRequirementsV2 } from '../x402/payment-terms.ts';

export const FROM: Address = '0x000000000000000000000000000000000000dEaD';
export const PAY_TO: Address = '0x036CbD53842c5426634e7929541eC2318f3dCF7e';
export const OTHER: Address = '0xcA11bde05977b3631167028862bE2a173976CA11';
export const NONCE: Hex = toHex(255, { size: 32 });
export const terms: PaymentTerms = {
  network: { chainId: 84_532, asset: OTHER, domain: { name: 'USDC', version: '2' } },
  payTo: PAY_TO,
  amount: 900_000n,
  resource: { url: 'https://assay.example/api/v1/certsvc/submit', description: 'Security review: SKILL' },
  maxTimeoutSeconds: 120,
};
export const authorization = {
  from: FROM,
  to: PAY_TO,
  value: '900000',
  validAfter: '0',
  validBefore: '1800000000',
  nonce: NONCE,
};
export const payload = { signature: `0x${'ab'.repeat(65)}`, authorization };
export const v1 = { x402Version: 1, scheme: 'exact', network: 'base-sepolia', payload };
export const v2 = { x402Version: 2, accepted: toRequirementsV2(terms), payload };
export const v1With = (changes: object) => ({
  ...v1,
  payload: { ...payload, authorization: { ...authorization, ...changes } },
});

export const paymentOf = (value: unknown): ExactPayment => {
  const outcome = parseExactPayment(value);
  if (outcome.kind === 'malformed') throw new Error(outcome.detail);
  return outcome.payment;
};
