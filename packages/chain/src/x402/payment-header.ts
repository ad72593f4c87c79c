// The three header dialects of a paid request. Ambiguous headers are rejected before the payment is inspected.
import { type Hex, isHex } from 'viem';
import { decodeBase64Json } from './base64-json.ts';
import { type ExactPayment, parseExactPayment } from './exact-payment.ts';

/** Header values as received. A duplicate header arrives joined by a comma and so fails to decode. */
export type PaymentHeaders = {
  'x-payment-method'?: string | undefined;
  'x-payment-receipt'?: string | undefined;
  'x-payment'?: string | undefined;
  'payment-signature'?: string | undefined;
};
export type PaymentHeader =
  | { kind: 'none' }
  | { kind: 'exact'; payment: ExactPayment }
  /** Seed dialect only: a direct transfer, or a payment intent that is already paid. */
  | { kind: 'transaction'; txHash: Hex }
  | { kind: 'intent'; paymentIntentId: string }
  | { kind: 'refused'; code: PaymentHeaderRefusal; detail: string };
export type PaymentHeaderRefusal = 'unsupported_payment_method' | 'multiple_payment_headers' | 'payment_malformed';

const TX_HASH_LENGTH = 66;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export function readPaymentHeaders(headers: PaymentHeaders): PaymentHeader {
  const method = headers['x-payment-method'];
  if (method !== undefined && method !== 'x402')
    return refuse('unsupported_payment_method', 'The only method is x402.');

  const { 'x-payment-receipt': receipt, 'x-payment': v1, 'payment-signature': v2 } = headers;
  const given = [receipt, v1, v2].filter((value) => value !== undefined);
  if (given.length > 1) return refuse('multiple_payment_headers', 'Send exactly one payment header.');

  if (v2 !== undefined) return readPayload(v2, [2]);
  if (v1 !== undefined) return readPayload(v1, [1]);
  if (receipt !== undefined) return readReceipt(receipt);
  return { kind: 'none' };
}

function readReceipt(value: string): PaymentHeader {
  if (isHex(value) && value.length === TX_HASH_LENGTH) return { kind: 'transaction', txHash: toLower(value) };
  if (UUID.test(value)) return { kind: 'intent', paymentIntentId: value };
  return readPayload(value, [1, 2]);
}

function readPayload(value: string, versions: readonly ExactPayment['x402Version'][]): PaymentHeader {
  const json = decodeBase64Json(value);
  if (json === undefined) return refuse('payment_malformed', 'The header is not base64 of a JSON object.');
  const outcome = parseExactPayment(json);
  if (outcome.kind === 'malformed') return refuse('payment_malformed', outcome.detail);
  if (!versions.includes(outcome.payment.x402Version)) {
    return refuse('payment_malformed', `This header does not take x402Version ${outcome.payment.x402Version}.`);
  }
  return { kind: 'exact', payment: outcome.payment };
}

function refuse(code: PaymentHeaderRefusal, detail: string): PaymentHeader {
  return { kind: 'refused', code, detail };
}

function toLower(hex: Hex): Hex {
  return `0x${hex.slice(2).toLowerCase()}`;
}
