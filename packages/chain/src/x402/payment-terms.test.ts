import { describe, expect, it } from 'vitest';
import { OTHER, PAY_TO, terms } from '../testing/sample-payments.ts';
import { toPaymentRequiredV1, toPaymentRequiredV2 } from './payment-terms.ts';

describe('the 402 answer', () => {
  it('states the same price in the terms of both versions', () => {
    const common = {
      scheme: 'exact',
      payTo: PAY_TO,
      maxTimeoutSeconds: 120,
      asset: OTHER,
      extra: { name: 'USDC', version: '2' },
    };
    const { url, description } = terms.resource;
    expect(toPaymentRequiredV1(terms)).toEqual({
      x402Version: 1,
      error: 'PAYMENT-SIGNATURE header is required',
      accepts: [
        {
          ...common,
          network: 'base-sepolia',
          maxAmountRequired: '900000',
          resource: url,
          description,
          mimeType: 'application/json',
        },
      ],
    });
    expect(toPaymentRequiredV2(terms, { error: 'late', extensions: { bazaar: {} } })).toEqual({
      x402Version: 2,
      error: 'late',
      resource: { url, description, mimeType: 'application/json', serviceName: 'Assay' },
      accepts: [{ ...common, network: 'eip155:84532', amount: '900000' }],
      extensions: { bazaar: {} },
    });
  });

  it('has no v1 part when v1 has no name for the chain', () => {
    expect(toPaymentRequiredV1({ ...terms, network: { ...terms.network, chainId: 31_337 } })).toBeUndefined();
  });
});
