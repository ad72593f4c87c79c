import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { type Hex, type LocalAccount, toHex } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newAuthorization, signAuthorization } from '../testing/authorizations.ts';
import { facilitate, type HttpAnswer } from '../testing/facilitator-server.ts';
import { openLocalFacilitator, saleTerms } from '../testing/local-sale.ts';
import { startTestChain, type TestChain } from '../testing/test-chain.ts';
import type { ExactPayment } from './exact-payment.ts';
import type { Facilitator } from './facilitator.ts';
import { createHttpFacilitator } from './http-facilitator.ts';
import { type PaymentTerms, toRequirementsV2 } from './payment-terms.ts';

type Answer = HttpAnswer | 'hang up';
const TX_HASH: Hex = toHex(7, { size: 32 });

/** The answer that replaces the remote facilitator's work; undefined lets it work. */
let answer: Answer | undefined;
let chain: TestChain;
let terms: PaymentTerms;
let payer: LocalAccount;
let remote: Facilitator;
let local: Facilitator;
const server = createServer(async (request, response) => {
  const { paymentPayload } = JSON.parse(await text(request));
  if (answer === 'hang up') return void response.destroy();
  const call = { path: request.url ?? '', payload: paymentPayload };
  const { status, body } = answer ?? (await facilitate(local, terms, call));
  response.writeHead(status, { 'content-type': 'application/json' }).end(body);
});

beforeAll(async () => {
  chain = await startTestChain();
  terms = saleTerms(chain);
  local = openLocalFacilitator(chain);
  payer = await chain.newAccount({ usdc: 10_000_000n });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  remote = createHttpFacilitator({ url: `http://127.0.0.1:${address.port}`, timeoutMs: 5_000 });
});
beforeEach(() => {
  answer = undefined;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await chain.close();
});

async function newPayment(value = terms.amount): Promise<ExactPayment> {
  const authorization = newAuthorization({ from: payer.address, to: terms.payTo, value });
  const domain = { ...terms.network.domain, chainId: chain.chainId, verifyingContract: chain.usdcAddress };
  const signature = await signAuthorization(payer, domain, authorization);
  return { x402Version: 2, authorization, signature, accepted: toRequirementsV2(terms), extensions: {} };
}

describe('createHttpFacilitator', () => {
  it('verifies and settles through a remote facilitator', async () => {
    const payment = await newPayment();

    expect(await remote.verify(payment, terms)).toEqual({ kind: 'valid', payer: payer.address });
    expect(await remote.settle(payment, terms)).toMatchObject({ kind: 'settled', payer: payer.address });
    expect(await remote.settle(payment, terms)).toMatchObject({ kind: 'failed' });
  });

  it('passes on the reason of an invalid payment', async () => {
    const reason = 'invalid_exact_evm_payload_authorization_value_mismatch';
    expect(await remote.verify(await newPayment(1n), terms)).toEqual({ kind: 'invalid', reason });

    answer = { status: 402, body: JSON.stringify({ isValid: false, invalidReason: 'some_reason' }) };
    expect(await remote.verify(await newPayment(), terms)).toEqual({ kind: 'invalid', reason: 'some_reason' });
  });

  it.each<Answer>([
    'hang up',
    { status: 500, body: 'oops' },
    { status: 200, body: 'oops' },
    { status: 200, body: '{}' },
  ])('treats %j as no verdict and as an unknown settlement', async (fault) => {
    const payment = await newPayment();
    answer = fault;

    expect(await remote.verify(payment, terms)).toMatchObject({ kind: 'unavailable' });
    expect(await remote.settle(payment, terms)).toMatchObject({ kind: 'unknown', txHash: null });
  });

  it('accepts a failure only when no transaction is named', async () => {
    const payment = await newPayment();
    const settle = (body: object) => {
      answer = { status: 200, body: JSON.stringify({ network: 'eip155:84532', ...body }) };
      return remote.settle(payment, terms);
    };

    expect(await settle({ success: false, transaction: '', errorReason: 'no' })).toEqual({
      kind: 'failed',
      reason: 'no',
    });
    expect(await settle({ success: false, transaction: TX_HASH, errorReason: 'no' })).toMatchObject({
      kind: 'unknown',
      txHash: TX_HASH,
    });
    expect(await settle({ success: false, transaction: '', errorReason: 'settlement_pending' })).toMatchObject({
      kind: 'unknown',
    });
    expect(await settle({ success: true, transaction: '' })).toMatchObject({ kind: 'unknown', txHash: null });

    answer = {
      status: 402,
      body: JSON.stringify({ success: false, transaction: '', errorReason: 'no', network: 'eip155:84532' }),
    };
    expect(await remote.settle(payment, terms)).toEqual({ kind: 'failed', reason: 'no' });
  });
});
