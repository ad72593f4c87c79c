import { describe, expect, it } from 'vitest';
import { NONCE, v1, v2 } from '../testing/sample-payments.ts';
import { encodeBase64Json } from './base64-json.ts';
import { readPaymentHeaders } from './payment-header.ts';

describe('readPaymentHeaders', () => {
  const header = encodeBase64Json;

  it('recognises the three dialects', () => {
    expect(readPaymentHeaders({})).toEqual({ kind: 'none' });
    expect(readPaymentHeaders({ 'x-payment-method': 'x402' })).toEqual({ kind: 'none' });
    expect(readPaymentHeaders({ 'x-payment': header(v1) })).toMatchObject({
      kind: 'exact',
      payment: { x402Version: 1 },
    });
    expect(readPaymentHeaders({ 'payment-signature': header(v2) })).toMatchObject({
      kind: 'exact',
      payment: { x402Version: 2 },
    });
    for (const payment of [v1, v2]) {
      expect(readPaymentHeaders({ 'x-payment-receipt': header(payment) })).toMatchObject({ kind: 'exact' });
    }
  });

  it('accepts a transaction hash or a payment intent as receipt of the seed dialect only', () => {
    const paymentIntentId = '0192f0c1-0000-7000-8000-000000000000';

    expect(readPaymentHeaders({ 'x-payment-receipt': NONCE.toUpperCase().replace('0X', '0x') })).toEqual({
      kind: 'transaction',
      txHash: NONCE,
    });
    expect(readPaymentHeaders({ 'x-payment-receipt': paymentIntentId })).toEqual({ kind: 'intent', paymentIntentId });
    expect(readPaymentHeaders({ 'x-payment': NONCE })).toMatchObject({ kind: 'refused', code: 'payment_malformed' });
    expect(readPaymentHeaders({ 'payment-signature': paymentIntentId })).toMatchObject({
      kind: 'refused',
      code: 'payment_malformed',
    });
  });

  it('returns the specific code for each bad request', () => {
    const refusal = (code: string) => expect.objectContaining({ kind: 'refused', code });
    expect(readPaymentHeaders({ 'x-payment-method': 'paypal' })).toEqual(refusal('unsupported_payment_method'));
    expect(readPaymentHeaders({ 'x-payment': header(v1), 'payment-signature': header(v2) })).toEqual(
      refusal('multiple_payment_headers'),
    );
    expect(readPaymentHeaders({ 'x-payment': header(v2) })).toEqual(refusal('payment_malformed'));
    expect(readPaymentHeaders({ 'payment-signature': header(v1) })).toEqual(refusal('payment_malformed'));
    for (const text of ['', '%%%', 'bm9wZQ==', header('text'), header([v1]), `${header(v1)},${header(v1)}`]) {
      expect(readPaymentHeaders({ 'x-payment': text }), text).toEqual(refusal('payment_malformed'));
    }
  });
});
