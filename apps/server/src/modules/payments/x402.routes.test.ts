import { PaymentRequiredBody } from '@assay/protocol';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { ExactEvmSchemeV1 } from '@x402/evm/exact/v1/client';
import { decodePaymentResponseHeader, wrapFetchWithPayment, x402Client } from '@x402/fetch';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ChainServer, newBuyer, sendTokens, startChainServer } from '../../testing/chain-server.ts';
import { toBase64Json } from '../../testing/x402-payment.ts';
import { INTENTS, openX402Till, type PayableIntent, type X402Till } from '../../testing/x402-seller.ts';
import { paymentMessage } from './direct.service.ts';

let house: ChainServer;
let till: X402Till;
beforeAll(async () => {
  house = await startChainServer();
  till = await openX402Till(house);
});
afterAll(() => house.close());

describe('an unmodified @x402/fetch client', () => {
  it('pays as v2', async () => {
    const intent = await till.newIntent();
    const before = await till.received();
    const client = new x402Client().register('eip155:84532', new ExactEvmScheme(till.wallet));

    const url = house.server.url + till.pathOf(intent);
    const response = await wrapFetchWithPayment(fetch, client)(url, { method: 'POST', headers: till.buyer.headers });

    expect(response.status).toBe(200);
    const paid = await response.json();
    expect(paid).toMatchObject({ state: 'PAID', payer: till.wallet.address });
    expect(await till.received()).toBe(before + 900_000n);
    expect(decodePaymentResponseHeader(response.headers.get('payment-response') ?? '')).toEqual({
      success: true,
      transaction: paid.txHash,
      network: 'eip155:84532',
      payer: till.wallet.address,
    });
    expect(response.headers.get('x-payment-receipt')).toBe(paid.receiptId);
  });

  it('pays with its v1 scheme, from the body of the same 402', async () => {
    const intent = await till.newIntent();
    const before = await till.received();
    const client = new x402Client().registerV1('base-sepolia' as never, new ExactEvmSchemeV1(till.wallet));
    // A v1 client does not know the v2 header. This library prefers it, so the header is hidden from it.
    const fetchAsV1 = async (input: RequestInfo | URL, init?: RequestInit) => {
      const response = await fetch(input, init);
      const headers = new Headers(response.headers);
      headers.delete('payment-required');
      return new Response(response.body, { status: response.status, headers });
    };

    const url = house.server.url + till.pathOf(intent);
    const response = await wrapFetchWithPayment(fetchAsV1, client)(url, {
      method: 'POST',
      headers: till.buyer.headers,
    });

    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ state: 'PAID' });
    expect(await till.received()).toBe(before + 900_000n);
    expect(decodePaymentResponseHeader(response.headers.get('x-payment-response') ?? '')).toMatchObject({
      network: 'base-sepolia',
    });
  });
});

describe('the seed dialect by plain fetch', () => {
  it('asks, pays with X-Payment-Receipt, and gets its receipt', async () => {
    const intent = await till.newIntent();

    const asked = await till.send(intent, { 'x-payment-method': 'x402' });
    const { payment } = PaymentRequiredBody.parse(asked.body);
    const { status, headers, body } = await till.send(intent, {
      'x-payment-method': 'x402',
      'x-payment-receipt': toBase64Json(await till.payloadFor(intent)),
    });

    expect(asked.status).toBe(402);
    expect(asked.headers.get('payment-required')).toBe(toBase64Json(payment.x402));
    expect(asked.headers.get('cache-control')).toBe('private, no-store');
    expect(asked.headers.get('access-control-allow-origin')).toBe('*');
    expect(asked.headers.get('access-control-expose-headers')).toContain('PAYMENT-REQUIRED');
    expect([status, body]).toMatchObject([200, { state: 'PAID' }]);
    expect(headers.get('x-payment-receipt')).toBe((body as { receiptId: string }).receiptId);
  });

  it('accepts the hash of a direct transfer, and the id of a paid intent', async () => {
    const intent = await till.newIntent();
    const txHash = await sendTokens(house.chain, till.wallet, {
      to: intent.direct.payTo,
      amount: intent.direct.amount,
    });
    const signature = await till.wallet.signMessage({ message: paymentMessage(intent.id) });

    const unlinked = await till.send(intent, { 'x-payment-receipt': txHash });
    const unpaid = await till.send(intent, { 'x-payment-receipt': intent.id });
    await till.buyer.post(`${INTENTS}/${intent.id}/direct/confirm`, { txHash, signature });
    const paid = await till.send(intent, { 'x-payment-receipt': intent.id });

    expect([unlinked.body, unpaid.body, paid.body]).toMatchObject([
      { code: 'payer_not_linked' },
      { code: 'payment_required' },
      { state: 'PAID', txHash },
    ]);
  });
});

describe('a payment', () => {
  it('also pays in the request body', async () => {
    const intent = await till.newIntent();

    const { status, body } = await till.buyer.post(till.pathOf(intent), {
      paymentPayload: await till.payloadFor(intent),
    });

    expect([status, body]).toMatchObject([200, { state: 'PAID' }]);
  });

  it('that is repeated gets the stored answer, concurrently or later, and is settled once', async () => {
    const intent = await till.newIntent();
    const before = await till.received();
    const payload = await till.payloadFor(intent);

    const both = await Promise.all([till.pay(intent, payload), till.pay(intent, payload)]);
    const later = await till.pay(intent, payload);

    for (const { status, body } of [...both, later]) expect([status, body]).toEqual([200, both[0].body]);
    expect(await till.received()).toBe(before + 900_000n);
  });

  it('that is captured and sent for another intent or by another caller gets 409', async () => {
    const intent = await till.newIntent();
    const payload = await till.payloadFor(intent);
    await till.pay(intent, payload);
    const thief = await newBuyer(house.server);

    const elsewhere = await till.pay(await till.newIntent(), payload);
    const stolen = await till.pay(await till.newIntent(thief), payload, thief);

    expect([elsewhere, stolen]).toMatchObject([
      { status: 409, body: { code: 'payment_already_used' } },
      { status: 409, body: { code: 'payment_already_used' } },
    ]);
  });

  it('does not pay a second intent by its transaction hash', async () => {
    const [first, second] = [await till.newIntent(), await till.newIntent()];
    const { body } = await till.pay(first, await till.payloadFor(first));
    const { txHash } = body as { txHash: string };
    const signature = await till.wallet.signMessage({ message: paymentMessage(second.id) });

    const { status, body: refused } = await till.buyer.post(`${INTENTS}/${second.id}/direct/confirm`, {
      txHash,
      signature,
    });

    expect([status, refused]).toMatchObject([409, { code: 'payment_already_used' }]);
    expect(await till.read(second)).toMatchObject({ state: 'REQUIRES_PAYMENT' });
  });

  it('for a paid intent settles nothing', async () => {
    const intent = await till.newIntent();
    await till.pay(intent, await till.payloadFor(intent));
    const before = await till.received();

    const second = await till.pay(intent, await till.payloadFor(intent));

    expect(second).toMatchObject({ status: 409, body: { code: 'payment_intent_wrong_state' } });
    expect(await till.received()).toBe(before);
  });

  it('with an identifier of another payload gets 409', async () => {
    const [first, second] = [await till.newIntent(), await till.newIntent()];
    const extensions = { 'payment-identifier': { info: { id: `pay_${first.id}` } } };
    await till.pay(first, { ...(await till.payloadFor(first)), extensions });

    const { body } = await till.pay(second, { ...(await till.payloadFor(second)), extensions });

    expect(body).toMatchObject({ code: 'payment_identifier_conflict' });
  });
});

describe('bad input', () => {
  const now = () => BigInt(Math.floor(Date.now() / 1_000));
  const cases: [string, (intent: PayableIntent) => Promise<Record<string, string>>, number, string][] = [
    ['malformed base64', async () => ({ 'payment-signature': '%%%' }), 400, 'payment_malformed'],
    ['base64 of something else', async () => ({ 'x-payment': toBase64Json([1]) }), 400, 'payment_malformed'],
    [
      'a v2 payload in the v1 header',
      async (i) => ({ 'x-payment': toBase64Json(await till.payloadFor(i)) }),
      400,
      'payment_malformed',
    ],
    ['another method', async () => ({ 'x-payment-method': 'cash' }), 400, 'unsupported_payment_method'],
    [
      'two payment headers',
      async (i) => ({ 'payment-signature': toBase64Json(await till.payloadFor(i)), 'x-payment': 'e30=' }),
      400,
      'multiple_payment_headers',
    ],
    ['no payment', async () => ({}), 402, 'payment_required'],
    [
      'an unknown token',
      async (i) => header(i, (offer) => ({ ...offer, asset: house.chain.tokenAddress })),
      402,
      'payment_mismatch',
    ],
    [
      'a foreign recipient',
      async (i) => header(i, (offer) => ({ ...offer, payTo: till.wallet.address })),
      402,
      'payment_mismatch',
    ],
    ['a short amount', async (i) => header(i, (offer) => ({ ...offer, amount: '1' })), 402, 'payment_mismatch'],
    [
      'a short amount behind an honest offer',
      async (i) => ({ 'payment-signature': toBase64Json(await till.payloadFor(i, { value: 1n })) }),
      402,
      'payment_invalid',
    ],
    [
      'an expired authorization',
      async (i) => ({ 'payment-signature': toBase64Json(await till.payloadFor(i, { validBefore: now() - 1n })) }),
      402,
      'payment_invalid',
    ],
    [
      'a signature of somebody else',
      async (i) => ({
        'payment-signature': toBase64Json(await till.payloadFor(i, {}, await house.chain.newAccount())),
      }),
      402,
      'payment_invalid',
    ],
    [
      'more money than the payer has',
      async (i) => {
        const poor = await house.chain.newAccount();
        return { 'payment-signature': toBase64Json(await till.payloadFor(i, { from: poor.address }, poor)) };
      },
      402,
      'payment_invalid',
    ],
  ];
  async function header(intent: PayableIntent, change: (offer: Record<string, string>) => object) {
    const payload = await till.payloadFor(intent);
    return { 'payment-signature': toBase64Json({ ...payload, accepted: change(payload.accepted) }) };
  }

  it('that signs other terms than it accepts is rejected before it claims the intent, with the chain out of reach', async () => {
    const intent = await till.newIntent();
    const payload = await till.payloadFor(intent, { to: till.wallet.address });
    house.rpc.set({ kind: 'deaf', method: 'eth_blockNumber' });
    const answer = await till.pay(intent, payload);
    house.rpc.set({ kind: 'none' });

    const invalidReason = 'invalid_exact_evm_recipient_mismatch';
    expect(answer).toMatchObject({ status: 402, body: { code: 'payment_invalid', invalidReason } });
  });

  it.each(cases)('%s is rejected, and nothing is charged', async (_, headersOf, status, code) => {
    const intent = await till.newIntent();
    const before = await till.received();

    const answer = await till.send(intent, await headersOf(intent));

    expect(answer).toMatchObject({ status, body: { code } });
    if (status === 402) expect(PaymentRequiredBody.parse(answer.body).payment.paymentIntentId).toBe(intent.id);
    expect(await till.received()).toBe(before);
    expect(await till.read(intent)).toMatchObject({ state: 'REQUIRES_PAYMENT', txHash: null });
  });

  it('does not store a rejected authorization: the same nonce pays after a correction', async () => {
    const intent = await till.newIntent();
    const payload = await till.payloadFor(intent);
    const forged = { ...payload, payload: { ...payload.payload, signature: `0x${'11'.repeat(65)}` } };

    expect((await till.pay(intent, forged)).body).toMatchObject({ code: 'payment_invalid' });
    expect((await till.pay(intent, payload)).body).toMatchObject({ state: 'PAID' });
  });
});

describe('a chain that fails', () => {
  it('claims nothing, and the same payment works later', async () => {
    const intent = await till.newIntent();
    const payload = await till.payloadFor(intent);
    house.rpc.set({ kind: 'down' });

    const { status, body } = await till.pay(intent, payload);
    house.rpc.set({ kind: 'none' });

    expect([status, body]).toMatchObject([502, { code: 'chain_unavailable' }]);
    expect((await till.pay(intent, payload)).body).toMatchObject({ state: 'PAID' });
  });

  it('that stops responding before settlement charges nothing', async () => {
    const intent = await till.newIntent();
    const payload = await till.payloadFor(intent);
    house.rpc.set({ kind: 'deaf', method: 'eth_estimateGas' });

    const { status, body } = await till.pay(intent, payload);
    house.rpc.set({ kind: 'none' });

    expect([status, body]).toMatchObject([502, { code: 'facilitator_unavailable' }]);
    expect((await till.pay(intent, payload)).body).toMatchObject({ state: 'PAID' });
  });

  it('that accepts the transfer without a response settles it once', async () => {
    const intent = await till.newIntent();
    const before = await till.received();
    const payload = await till.payloadFor(intent);
    house.rpc.set({ kind: 'deaf', method: 'eth_sendRawTransaction' });

    await till.pay(intent, payload);
    house.rpc.set({ kind: 'none' });

    expect((await till.pay(intent, payload)).body).toMatchObject({ state: 'PAID' });
    expect(await till.received()).toBe(before + 900_000n);
  });
});
