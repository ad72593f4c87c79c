import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  authorization,
  FROM,
  NONCE,
  OTHER,
  payload,
  paymentOf,
  terms,
  v1,
  v1With,
  v2,
} from '../testing/sample-payments.ts';
import { parseExactPayment } from './exact-payment.ts';
import { toPaymentClaim } from './payment-mismatch.policy.ts';
import { toRequirementsV2 } from './payment-terms.ts';

describe('parseExactPayment', () => {
  it('parses both versions', () => {
    const parsed = { ...authorization, value: 900_000n, validAfter: 0n, validBefore: 1_800_000_000n };
    const { scheme, network, asset, amount, payTo } = toRequirementsV2(terms);
    expect(paymentOf(v1)).toEqual({
      x402Version: 1,
      scheme: 'exact',
      network: 'base-sepolia',
      signature: payload.signature,
      authorization: parsed,
    });
    expect(paymentOf(v2)).toEqual({
      x402Version: 2,
      accepted: { scheme, network, asset, amount, payTo },
      extensions: {},
      signature: payload.signature,
      authorization: parsed,
    });
  });

  it('normalises addresses and nonces, so that a claim cannot be made twice', () => {
    const shouting = v1With({ from: FROM.toLowerCase(), nonce: `0x${NONCE.slice(2).toUpperCase()}` });

    expect(toPaymentClaim(paymentOf(shouting), terms)).toEqual(toPaymentClaim(paymentOf(v2), terms));
    expect(toPaymentClaim(paymentOf(v1), terms)).toEqual({
      network: 'eip155:84532',
      asset: OTHER,
      from: FROM,
      nonce: NONCE,
    });
  });

  it.each<[string, unknown]>([
    ['null', null],
    ['a list', [v1]],
    ['no version', { ...v1, x402Version: undefined }],
    ['version 3', { ...v1, x402Version: 3 }],
    ['version as text', { ...v1, x402Version: '1' }],
    ['no payload', { ...v1, payload: undefined }],
    ['no authorization (Permit2)', { ...v2, payload: { signature: '0x00', permit2Authorization: {} } }],
    ['no signature', { ...v1, payload: { authorization } }],
    ['an odd signature', { ...v1, payload: { ...payload, signature: '0xabc' } }],
    ['an empty signature', { ...v1, payload: { ...payload, signature: '0x' } }],
    ['a huge signature', { ...v1, payload: { ...payload, signature: `0x${'ab'.repeat(4_097)}` } }],
    ['a number for value', v1With({ value: 900_000 })],
    ['a negative value', v1With({ value: '-1' })],
    ['a hexadecimal value', v1With({ value: '0x10' })],
    ['a value with a leading zero', v1With({ value: '0900000' })],
    ['a fraction', v1With({ value: '1.5' })],
    ['an exponent', v1With({ value: '9e5' })],
    ['a value past 256 bits', v1With({ value: (2n ** 256n).toString() })],
    ['a short nonce', v1With({ nonce: '0x01' })],
    ['no address', v1With({ from: 'vitalik.eth' })],
    ['no scheme', { ...v1, scheme: undefined }],
    ['no accepted offer', { ...v2, accepted: undefined }],
    ['an amount that is a number', { ...v2, accepted: { ...v2.accepted, amount: 900_000 } }],
    ['extensions that are a list', { ...v2, extensions: [] }],
  ])('refuses %s', (_name, value) => {
    expect(parseExactPayment(value)).toMatchObject({ kind: 'malformed' });
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.anything(), (value) => void parseExactPayment(value)));
  });
});
