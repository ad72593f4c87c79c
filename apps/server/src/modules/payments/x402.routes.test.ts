import { type LocalAccount, readTokenBalance } from '@assay/chain';
import { newAuthorization, type SignedTerms, signAuthorization } from '@assay/chain/testing';
import { PaymentRequiredBody } from '@assay/protocol';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { ExactEvmSchemeV1 } from '@x402/evm/exact/v1/client';
import { decodePaymentResponseHeader, wrapFetchWithPayment, x402Client } from '@x402/fetch';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  type Buyer,
  type ChainServer,
  newBuyer,
  quoteFor,
  sendTokens,
  startChainServer,
} from '../../testing/chain-server.ts';
import { paymentMessage } from './direct.service.ts';

const DEV = '/api/v1/certsvc/dev/payment-intents';

let house: ChainServer;
let buyer: Buyer;
let wallet: LocalAccount;
beforeAll(async () => {
  house = await startChainServer();
  buyer = await newBuyer(house.server);
  wallet = await house.chain.newAccount({ usdc: 100_000_000n });
});
afterAll(() => house.close());

type Intent = { id: string; direct: { payTo: string; amount: string }; x402: { accepts: Record<string, string>[] } };
async function newIntent(who = buyer): Promise<Intent> {
  const { id: quoteId } = await quoteFor(house.server, who);
  return (await who.post(DEV, { quoteId })).body as Intent;
}
const pathOf = ({ id }: Intent) => `${DEV}/${id}/x402/confirm`;
const read = async ({ id }: Intent) => (await buyer.get(`${DEV}/${id}`)).body;
const received = () => readTokenBalance(house.chain.client, house.chain.usdcAddress, treasury());
const treasury = () => house.server.app.chain.find()?.facts.accountAddress ?? '0x';
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');

/** A signed v2 payload for an intent, every signed member replaceable. */
async function payloadFor({ x402 }: Intent, changes: Partial<SignedTerms> = {}, by = wallet) {
  const [accepted = {}] = x402.accepts;
  const { chainId, usdcAddress: verifyingContract } = house.chain;
  const to = accepted.payTo as SignedTerms['to'];
  const terms = newAuthorization({ from: wallet.address, to, value: BigInt(accepted.amount ?? 0), ...changes });
  const signature = await signAuthorization(by, { name: 'USDC', version: '2', chainId, verifyingContract }, terms);
  const { value, validAfter, validBefore } = terms;
  const authorization = { ...terms, value: `${value}`, validAfter: `${validAfter}`, validBefore: `${validBefore}` };
  return { x402Version: 2, accepted, payload: { signature, authorization } };
}
const send = (intent: Intent, headers: Record<string, string>, who = buyer) =>
  house.server.request('POST', pathOf(intent), { ...who.headers, ...headers });
const pay = async (intent: Intent, payload: unknown, who = buyer) =>
  send(intent, { 'payment-signature': encode(payload) }, who);

describe('an unmodified @x402/fetch client', () => {
  it('pays as v2', async () => {
    const intent = await newIntent();
    const before = await received();
    const client = new x402Client().register('eip155:84532', new ExactEvmScheme(wallet));

    const url = house.server.url + pathOf(intent);
    const response = await wrapFetchWithPayment(fetch, client)(url, { method: 'POST', headers: buyer.headers });

    expect(response.status).toBe(200);
    const paid = await response.json();
    expect(paid).toMatchObject({ state: 'PAID', payer: wallet.address });
    expect(await received()).toBe(before + 900_000n);
    expect(decodePaymentResponseHeader(response.headers.get('payment-response') ?? '')).toEqual({
      success: true,
      transaction: paid.txHash,
      network: 'eip155:84532',
      payer: wallet.address,
    });
    expect(response.headers.get('x-payment-receipt')).toBe(paid.receiptId);
  });

  it('pays with its v1 scheme, from the body of the same 402', async () => {
    const intent = await newIntent();
    const before = await received();
    const client = new x402Client().registerV1('base-sepolia' as never, new ExactEvmSchemeV1(wallet));
    // A v1 client does not know the v2 header; this library prefers it, so it is kept from seeing it.
    const fetchAsV1 = async (input: RequestInfo | URL, init?: RequestInit) => {
      const response = await fetch(input, init);
      const headers = new Headers(response.headers);
      headers.delete('payment-required');
      return new Response(response.body, { status: response.status, headers });
    };

    const url = house.server.url + pathOf(intent);
    const response = await wrapFetchWithPayment(fetchAsV1, client)(url, { method: 'POST', headers: buyer.headers });

    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ state: 'PAID' });
    expect(await received()).toBe(before + 900_000n);
    expect(decodePaymentResponseHeader(response.headers.get('x-payment-response') ?? '')).toMatchObject({
      network: 'base-sepolia',
    });
  });
});

describe('the seed dialect by plain fetch', () => {
  it('asks, pays with X-Payment-Receipt, and is told its receipt', async () => {
    const intent = await newIntent();

    const asked = await send(intent, { 'x-payment-method': 'x402' });
    const { payment } = PaymentRequiredBody.parse(asked.body);
    const { status, headers, body } = await send(intent, {
      'x-payment-method': 'x402',
      'x-payment-receipt': encode(await payloadFor(intent)),
    });

    expect(asked.status).toBe(402);
    expect(asked.headers.get('payment-required')).toBe(encode(payment.x402));
    expect(asked.headers.get('cache-control')).toBe('private, no-store');
    expect(asked.headers.get('access-control-allow-origin')).toBe('*');
    expect(asked.headers.get('access-control-expose-headers')).toContain('PAYMENT-REQUIRED');
    expect([status, body]).toMatchObject([200, { state: 'PAID' }]);
    expect(headers.get('x-payment-receipt')).toBe((body as { receiptId: string }).receiptId);
  });

  it('takes the hash of a direct transfer, and the id of an intent that is paid', async () => {
    const intent = await newIntent();
    const txHash = await sendTokens(house.chain, wallet, { to: intent.direct.payTo, amount: intent.direct.amount });
    const signature = await wallet.signMessage({ message: paymentMessage(intent.id) });

    const unlinked = await send(intent, { 'x-payment-receipt': txHash });
    const unpaid = await send(intent, { 'x-payment-receipt': intent.id });
    await buyer.post(`${DEV}/${intent.id}/direct/confirm`, { txHash, signature });
    const paid = await send(intent, { 'x-payment-receipt': intent.id });

    expect([unlinked.body, unpaid.body, paid.body]).toMatchObject([
      { code: 'payer_not_linked' },
      { code: 'payment_required' },
      { state: 'PAID', txHash },
    ]);
  });
});

describe('a payment', () => {
  it('sent in the body pays too', async () => {
    const intent = await newIntent();

    const { status, body } = await buyer.post(pathOf(intent), { paymentPayload: await payloadFor(intent) });

    expect([status, body]).toMatchObject([200, { state: 'PAID' }]);
  });

  it('repeated gets the stored answer, at once or later, and is settled once', async () => {
    const intent = await newIntent();
    const before = await received();
    const payload = await payloadFor(intent);

    const both = await Promise.all([pay(intent, payload), pay(intent, payload)]);
    const later = await pay(intent, payload);

    for (const { status, body } of [...both, later]) expect([status, body]).toEqual([200, both[0].body]);
    expect(await received()).toBe(before + 900_000n);
  });

  it('captured and sent for another intent, or by somebody else, gets 409', async () => {
    const intent = await newIntent();
    const payload = await payloadFor(intent);
    await pay(intent, payload);
    const thief = await newBuyer(house.server);

    const elsewhere = await pay(await newIntent(), payload);
    const stolen = await pay(await newIntent(thief), payload, thief);

    expect([elsewhere, stolen]).toMatchObject([
      { status: 409, body: { code: 'payment_already_used' } },
      { status: 409, body: { code: 'payment_already_used' } },
    ]);
  });

  it('does not pay a second intent by the road of its transaction hash', async () => {
    const [first, second] = [await newIntent(), await newIntent()];
    const { body } = await pay(first, await payloadFor(first));
    const { txHash } = body as { txHash: string };
    const signature = await wallet.signMessage({ message: paymentMessage(second.id) });

    const { status, body: refused } = await buyer.post(`${DEV}/${second.id}/direct/confirm`, { txHash, signature });

    expect([status, refused]).toMatchObject([409, { code: 'payment_already_used' }]);
    expect(await read(second)).toMatchObject({ state: 'REQUIRES_PAYMENT' });
  });

  it('for an intent that is paid already settles nothing', async () => {
    const intent = await newIntent();
    await pay(intent, await payloadFor(intent));
    const before = await received();

    const second = await pay(intent, await payloadFor(intent));

    expect(second).toMatchObject({ status: 409, body: { code: 'payment_intent_wrong_state' } });
    expect(await received()).toBe(before);
  });

  it('with an identifier that came with another payload gets 409', async () => {
    const [first, second] = [await newIntent(), await newIntent()];
    const extensions = { 'payment-identifier': { info: { id: `pay_${first.id}` } } };
    await pay(first, { ...(await payloadFor(first)), extensions });

    const { body } = await pay(second, { ...(await payloadFor(second)), extensions });

    expect(body).toMatchObject({ code: 'payment_identifier_conflict' });
  });
});

describe('bad input', () => {
  const now = () => BigInt(Math.floor(Date.now() / 1_000));
  const cases: [string, (intent: Intent) => Promise<Record<string, string>>, number, string][] = [
    ['malformed base64', async () => ({ 'payment-signature': '%%%' }), 400, 'payment_malformed'],
    ['base64 of something else', async () => ({ 'x-payment': encode([1]) }), 400, 'payment_malformed'],
    [
      'a v2 payload in the v1 header',
      async (i) => ({ 'x-payment': encode(await payloadFor(i)) }),
      400,
      'payment_malformed',
    ],
    ['another method', async () => ({ 'x-payment-method': 'cash' }), 400, 'unsupported_payment_method'],
    [
      'two payment headers',
      async (i) => ({ 'payment-signature': encode(await payloadFor(i)), 'x-payment': 'e30=' }),
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
      async (i) => header(i, (offer) => ({ ...offer, payTo: wallet.address })),
      402,
      'payment_mismatch',
    ],
    ['a short amount', async (i) => header(i, (offer) => ({ ...offer, amount: '1' })), 402, 'payment_mismatch'],
    [
      'a short amount behind an honest offer',
      async (i) => ({ 'payment-signature': encode(await payloadFor(i, { value: 1n })) }),
      402,
      'payment_invalid',
    ],
    [
      'an expired authorization',
      async (i) => ({ 'payment-signature': encode(await payloadFor(i, { validBefore: now() - 1n })) }),
      402,
      'payment_invalid',
    ],
    [
      'a signature of somebody else',
      async (i) => ({ 'payment-signature': encode(await payloadFor(i, {}, await house.chain.newAccount())) }),
      402,
      'payment_invalid',
    ],
    [
      'more money than the payer has',
      async (i) => {
        const poor = await house.chain.newAccount();
        return { 'payment-signature': encode(await payloadFor(i, { from: poor.address }, poor)) };
      },
      402,
      'payment_invalid',
    ],
  ];
  async function header(intent: Intent, change: (offer: Record<string, string>) => object) {
    const payload = await payloadFor(intent);
    return { 'payment-signature': encode({ ...payload, accepted: change(payload.accepted) }) };
  }

  it.each(cases)('%s is refused, and nothing is taken', async (_, headersOf, status, code) => {
    const intent = await newIntent();
    const before = await received();

    const answer = await send(intent, await headersOf(intent));

    expect(answer).toMatchObject({ status, body: { code } });
    if (status === 402) expect(PaymentRequiredBody.parse(answer.body).payment.paymentIntentId).toBe(intent.id);
    expect(await received()).toBe(before);
    expect(await read(intent)).toMatchObject({ state: 'REQUIRES_PAYMENT', txHash: null });
  });

  it('does not keep a refused authorization: corrected, the same nonce pays', async () => {
    const intent = await newIntent();
    const payload = await payloadFor(intent);
    const forged = { ...payload, payload: { ...payload.payload, signature: `0x${'11'.repeat(65)}` } };

    expect((await pay(intent, forged)).body).toMatchObject({ code: 'payment_invalid' });
    expect((await pay(intent, payload)).body).toMatchObject({ state: 'PAID' });
  });
});

describe('a chain that fails', () => {
  it('is not the payer’s fault: nothing is claimed, and the same payment works later', async () => {
    const intent = await newIntent();
    const payload = await payloadFor(intent);
    house.rpc.set({ kind: 'down' });

    const { status, body } = await pay(intent, payload);
    house.rpc.set({ kind: 'none' });

    expect([status, body]).toMatchObject([502, { code: 'chain_unavailable' }]);
    expect((await pay(intent, payload)).body).toMatchObject({ state: 'PAID' });
  });

  it('that goes silent before it settles takes nothing either', async () => {
    const intent = await newIntent();
    const payload = await payloadFor(intent);
    house.rpc.set({ kind: 'deaf', method: 'eth_estimateGas' });

    const { status, body } = await pay(intent, payload);
    house.rpc.set({ kind: 'none' });

    expect([status, body]).toMatchObject([502, { code: 'facilitator_unavailable' }]);
    expect((await pay(intent, payload)).body).toMatchObject({ state: 'PAID' });
  });

  it('that takes the transfer and does not say so has it settled once', async () => {
    const intent = await newIntent();
    const before = await received();
    const payload = await payloadFor(intent);
    house.rpc.set({ kind: 'deaf', method: 'eth_sendRawTransaction' });

    await pay(intent, payload);
    house.rpc.set({ kind: 'none' });

    expect((await pay(intent, payload)).body).toMatchObject({ state: 'PAID' });
    expect(await received()).toBe(before + 900_000n);
  });
});

describe('a settlement whose outcome nobody can see', () => {
  async function payUnseen(): Promise<{ intent: Intent; payload: unknown }> {
    const intent = await newIntent();
    const payload = await payloadFor(intent);
    house.rpc.set({ kind: 'deaf', method: 'eth_getLogs' });
    const { status, body, headers } = await pay(intent, payload);
    house.rpc.set({ kind: 'none' });

    expect([status, body]).toMatchObject([503, { code: 'payment_pending' }]);
    expect(headers.get('retry-after')).toBe('5');
    expect(await read(intent)).toMatchObject({ state: 'PENDING' });
    return { intent, payload };
  }
  const newestTransaction = async () => {
    const { transactions } = await house.chain.client.getBlock();
    return transactions[0];
  };

  it('is looked up by the next call with the same payment', async () => {
    const before = await received();
    const { intent, payload } = await payUnseen();

    expect((await pay(intent, payload)).body).toMatchObject({ state: 'PAID' });
    expect(await received()).toBe(before + 900_000n);
  });

  it('is looked up by itself when nobody calls again', async () => {
    const { intent } = await payUnseen();
    house.server.clock.advance(61_000);

    await house.server.app.payments.x402.recover();

    expect(await read(intent)).toMatchObject({ state: 'PAID' });
  });

  it('pays only one of two intents when its transaction is shown for another one meanwhile', async () => {
    const { intent, payload } = await payUnseen();
    const other = await newIntent();
    const proof = {
      txHash: await newestTransaction(),
      signature: await wallet.signMessage({ message: paymentMessage(other.id) }),
    };

    const direct = await buyer.post(`${DEV}/${other.id}/direct/confirm`, proof);
    const repeated = await pay(intent, payload);

    expect(direct.body).toMatchObject({ state: 'PAID' });
    expect(repeated).toMatchObject({ status: 409, body: { code: 'payment_already_used' } });
    expect(await read(intent)).toMatchObject({
      state: 'REQUIRES_PAYMENT',
      lastError: { code: 'payment_already_used' },
    });
    expect(await pay(intent, payload)).toMatchObject({ status: 409, body: { code: 'payment_already_used' } });
  });

  it('that was claimed by a process that died before it sent anything is given back', async () => {
    const intent = await newIntent();
    const payload = await payloadFor(intent);
    await abandon(intent, payload);
    expect(await read(intent)).toMatchObject({ state: 'PENDING' });

    await house.server.app.payments.x402.recover();

    expect(await read(intent)).toMatchObject({
      state: 'REQUIRES_PAYMENT',
      lastError: { code: 'payment_settlement_failed' },
    });
    expect((await pay(intent, payload)).body).toMatchObject({ state: 'PAID' });
  });

  it('that cannot be read keeps no other from being given back', async () => {
    const [broken, whole] = [await newIntent(), await newIntent()];
    await abandon(broken, await payloadFor(broken), {});
    await abandon(whole, await payloadFor(whole));

    await house.server.app.payments.x402.recover();

    expect(await read(broken)).toMatchObject({ state: 'PENDING' });
    expect(await read(whole)).toMatchObject({ state: 'REQUIRES_PAYMENT' });
  });

  it('that nobody can book stays open, and does not count as decided', async () => {
    const paid = await newIntent();
    await pay(paid, await payloadFor(paid));
    const { intent } = await payUnseen();
    const { pool } = house.server.database;
    const moved = `update payment_claims set intent_id = $2, changed_at = changed_at - interval '1 day'
      where intent_id = $1 returning id`;
    const { rows } = await pool.query<{ id: string }>(moved, [intent.id, paid.id]);

    expect(await house.server.app.payments.x402.recover()).toBe(0);

    const left = await pool.query('select state from payment_claims where id = $1', [rows[0]?.id]);
    expect(left.rows).toEqual([{ state: 'UNKNOWN' }]);
    expect(await read(paid)).toMatchObject({ state: 'PAID' });
  });

  /** What a process leaves behind that was killed right after it claimed. */
  async function abandon(
    { id }: Intent,
    payload: Awaited<ReturnType<typeof payloadFor>>,
    stored: object = payload,
  ): Promise<void> {
    const { pool } = house.server.database;
    const { from, nonce } = payload.payload.authorization;
    await pool.query("update payment_intents set state = 'PENDING', method = 'X402' where id = $1", [id]);
    await pool.query(
      `insert into payment_claims (id, intent_id, network, asset, payer, nonce, principal, request_sha256, payment, state,
         from_block, valid_before, claimed_at, changed_at)
       values (gen_random_uuid(), $1, 'eip155:84532', $2, $3, $4, $5, 'any', $6, 'CLAIMED', 0, now(), now(), now() - interval '1 day')`,
      [id, house.chain.usdcAddress, from, nonce, buyer.principal, JSON.stringify(stored)],
    );
  }
});

describe('a process that sleeps over its claim', () => {
  afterEach(() => vi.restoreAllMocks());

  const getPort = () => {
    const port = house.server.app.chain.find()?.payments;
    if (port === undefined) throw new Error('The chain is not open.');
    return port;
  };
  /** Keeps answers back, as a process that is put to sleep right after it got them. */
  function createGate() {
    const [reached, open] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const hold = <Question extends unknown[], Found>(ask: (...question: Question) => Promise<Found>) => {
      return async (...question: Question): Promise<Found> => {
        const found = await ask(...question);
        reached.resolve();
        await open.promise;
        return found;
      };
    };
    return { hold, reached: reached.promise, letGo: open.resolve };
  }
  /** Claimed and verified, with nothing sent, and long ago. */
  async function fallAsleep() {
    const intent = await newIntent();
    const gate = createGate();
    const { verify } = getPort();
    vi.spyOn(getPort(), 'verify').mockImplementationOnce(gate.hold(verify));
    const payload = await payloadFor(intent);
    const answer = pay(intent, payload);
    await gate.reached;
    const aged = "update payment_claims set changed_at = changed_at - interval '1 day' where intent_id = $1";
    await house.server.database.pool.query(aged, [intent.id]);
    return { intent, answer, wakeUp: gate.letGo };
  }

  it('sends nothing when the claim was taken back: the payer has paid anew', async () => {
    const before = await received();
    const { intent, answer, wakeUp } = await fallAsleep();
    await house.server.app.payments.x402.recover();

    const anew = await pay(intent, await payloadFor(intent));
    wakeUp();

    expect(await answer).toMatchObject({ status: 402, body: { code: 'payment_settlement_failed' } });
    expect(anew.body).toMatchObject({ state: 'PAID' });
    expect(await received()).toBe(before + 900_000n);
  });

  it('keeps the claim when it wakes up and sends while others decide to take it back', async () => {
    const before = await received();
    const { intent, answer, wakeUp } = await fallAsleep();
    const [looked, sent] = [createGate(), createGate()];
    const { findFate, settle } = getPort();
    vi.spyOn(getPort(), 'findFate').mockImplementation(looked.hold(findFate));
    vi.spyOn(getPort(), 'settle').mockImplementationOnce(sent.hold(settle));

    const recovering = house.server.app.payments.x402.recover();
    await looked.reached;
    wakeUp();
    await sent.reached;
    looked.letGo();
    await recovering;
    const meanwhile = await read(intent);
    sent.letGo();

    expect(meanwhile).toMatchObject({ state: 'PENDING' });
    expect(await answer).toMatchObject({ status: 200, body: { state: 'PAID' } });
    expect(await received()).toBe(before + 900_000n);
  });
});
