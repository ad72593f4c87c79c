import { ExactEvmScheme } from '@x402/evm/exact/client';
import { ExactEvmSchemeV1 } from '@x402/evm/exact/v1/client';
import { decodePaymentResponseHeader, wrapFetchWithPayment, x402Client } from '@x402/fetch';
import type { LocalAccount } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readTokenBalance } from '../payments/token-transfer.ts';
import { newAuthorization, signAuthorization } from '../testing/authorizations.ts';
import { openLocalFacilitator, saleTerms, TREASURY } from '../testing/local-sale.ts';
import { type PaidServer, startPaidServer } from '../testing/paid-server.ts';
import { startTestChain, type TestChain } from '../testing/test-chain.ts';
import { encodeBase64Json } from './base64-json.ts';

let chain: TestChain;
let server: PaidServer;
let payer: LocalAccount;
beforeAll(async () => {
  chain = await startTestChain();
  server = await startPaidServer({ facilitator: openLocalFacilitator(chain), terms: saleTerms(chain) });
  payer = await chain.newAccount({ usdc: 100_000_000n });
});
afterAll(async () => {
  await server.close();
  await chain.close();
});

const received = () => readTokenBalance(chain.client, chain.usdcAddress, TREASURY);
const lastSale = () => server.sales.at(-1);

describe('an unmodified @x402/fetch client', () => {
  it('pays as v2', async () => {
    const before = await received();
    const client = new x402Client().register('eip155:84532', new ExactEvmScheme(payer));

    const response = await wrapFetchWithPayment(fetch, client)(server.url, { method: 'POST', body: '{}' });

    expect(response.status).toBe(202);
    expect(await received()).toBe(before + 900_000n);
    expect(lastSale()).toMatchObject({ x402Version: 2 });
    expect(decodePaymentResponseHeader(response.headers.get('payment-response') ?? '')).toEqual({
      success: true,
      transaction: lastSale()?.txHash,
      network: 'eip155:84532',
      payer: payer.address,
    });
  });

  it('pays with its v1 scheme, from the body of the same 402', async () => {
    const before = await received();
    const client = new x402Client().registerV1('base-sepolia' as never, new ExactEvmSchemeV1(payer));
    // A v1 client does not know the v2 header; this library prefers that header, so the test removes it.
    const fetchAsV1 = async (input: RequestInfo | URL, init?: RequestInit) => {
      const response = await fetch(input, init);
      const headers = new Headers(response.headers);
      headers.delete('payment-required');
      return new Response(response.body, { status: response.status, headers });
    };

    const response = await wrapFetchWithPayment(fetchAsV1, client)(server.url, { method: 'POST', body: '{}' });

    expect(response.status).toBe(202);
    expect(await received()).toBe(before + 900_000n);
    expect(lastSale()).toMatchObject({ x402Version: 1 });
    expect(decodePaymentResponseHeader(response.headers.get('x-payment-response') ?? '')).toMatchObject({
      network: 'base-sepolia',
    });
  });
});

describe('the seed dialect by plain fetch', () => {
  it('pays with X-Payment-Receipt, once', async () => {
    const before = await received();
    const domain = { name: 'USDC', version: '2', chainId: chain.chainId, verifyingContract: chain.usdcAddress };
    const asked = await fetch(server.url, { method: 'POST', headers: { 'x-payment-method': 'x402' } });
    const { payment } = await asked.json();
    const [accepted] = payment.x402.accepts;
    const terms = newAuthorization({ from: payer.address, to: accepted.payTo, value: BigInt(accepted.amount) });
    const authorization = {
      ...terms,
      value: accepted.amount,
      validAfter: `${terms.validAfter}`,
      validBefore: `${terms.validBefore}`,
    };
    const signature = await signAuthorization(payer, domain, terms);
    const receipt = encodeBase64Json({ x402Version: 2, accepted, payload: { signature, authorization } });
    const pay = () =>
      fetch(server.url, { method: 'POST', headers: { 'x-payment-method': 'x402', 'x-payment-receipt': receipt } });

    expect((await pay()).status).toBe(202);
    const again = await pay();

    expect(again.status).toBe(402);
    expect(await again.json()).toMatchObject({ code: 'payment_invalid' });
    expect(await received()).toBe(before + 900_000n);
  });
});
