import { describe, expect, it } from 'vitest';
import { FROM, OTHER, PAY_TO, paymentOf, terms, v1, v1With, v2 } from '../testing/sample-payments.ts';
import { findAuthorizationMismatch, findOfferMismatch } from './payment-mismatch.policy.ts';

describe('findOfferMismatch', () => {
  it('finds no mismatch with the requested terms, in any spelling of an address', () => {
    expect(findOfferMismatch(paymentOf(v1), terms)).toBeUndefined();
    const accepted = { ...v2.accepted, payTo: PAY_TO.toLowerCase(), asset: OTHER.toLowerCase() };
    expect(findOfferMismatch(paymentOf({ ...v2, accepted }), terms)).toBeUndefined();
  });

  it.each([
    ['scheme', 'upto'],
    ['network', 'eip155:8453'],
    ['asset', PAY_TO],
    ['payTo', FROM],
    ['amount', '899999'],
    ['amount', '0900000'],
  ] as const)('names %s when a v2 client accepted %s', (member, value) => {
    expect(findOfferMismatch(paymentOf({ ...v2, accepted: { ...v2.accepted, [member]: value } }), terms)).toBe(member);
  });

  it('checks a v1 payment by its network and its authorization', () => {
    expect(findOfferMismatch(paymentOf({ ...v1, scheme: 'upto' }), terms)).toBe('scheme');
    expect(findOfferMismatch(paymentOf({ ...v1, network: 'base' }), terms)).toBe('network');
    expect(findOfferMismatch(paymentOf(v1With({ to: FROM })), terms)).toBe('payTo');
    expect(findOfferMismatch(paymentOf(v1With({ value: '1' })), terms)).toBe('amount');
  });
});

describe('findAuthorizationMismatch', () => {
  const v2With = (changes: object) =>
    paymentOf({ ...v2, payload: { ...v2.payload, authorization: { ...v2.payload.authorization, ...changes } } });

  it('finds none when the signed authorization pays the terms', () => {
    expect(findAuthorizationMismatch(paymentOf(v2), terms)).toBeUndefined();
  });

  it.each([
    ['another recipient', { to: FROM }, 'invalid_exact_evm_recipient_mismatch'],
    ['less', { value: '1' }, 'invalid_exact_evm_payload_authorization_value_mismatch'],
    ['more', { value: '900001' }, 'invalid_exact_evm_payload_authorization_value_mismatch'],
  ])('compares what was signed: %s', (_, changes, reason) => {
    const payment = v2With(changes);

    expect(findOfferMismatch(payment, terms)).toBeUndefined();
    expect(findAuthorizationMismatch(payment, terms)).toBe(reason);
  });
});
