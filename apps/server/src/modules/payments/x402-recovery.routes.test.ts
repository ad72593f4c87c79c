import { sendAuthorization } from '@assay/chain/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createAnswerGate } from '../../testing/answer-gate.ts';
import { type ChainServer, startChainServer } from '../../testing/chain-server.ts';
import { INTENTS, openX402Till, type PayableIntent, type X402Till } from '../../testing/x402-seller.ts';
import { paymentMessage } from './direct.service.ts';

let house: ChainServer;
let till: X402Till;
beforeAll(async () => {
  house = await startChainServer();
  till = await openX402Till(house);
});
afterAll(() => house.close());

describe('a settlement with an unknown outcome', () => {
  async function payWithoutResponse(): Promise<{ intent: PayableIntent; payload: unknown }> {
    const intent = await till.newIntent();
    const payload = await till.payloadFor(intent);
    house.rpc.set({ kind: 'deaf', method: 'eth_getLogs' });
    const { status, body, headers } = await till.pay(intent, payload);
    house.rpc.set({ kind: 'none' });

    expect([status, body]).toMatchObject([503, { code: 'payment_pending' }]);
    expect(headers.get('retry-after')).toBe('5');
    expect(await till.read(intent)).toMatchObject({ state: 'PENDING' });
    return { intent, payload };
  }
  const newestTransaction = async () => {
    const { transactions } = await house.chain.client.getBlock();
    return transactions[0];
  };

  it('is looked up by the next call with the same payment', async () => {
    const before = await till.received();
    const { intent, payload } = await payWithoutResponse();

    expect((await till.pay(intent, payload)).body).toMatchObject({ state: 'PAID' });
    expect(await till.received()).toBe(before + 900_000n);
  });

  it('is looked up automatically without another call', async () => {
    const { intent } = await payWithoutResponse();
    house.server.clock.advance(61_000);

    await house.server.app.payments.x402.recover();

    expect(await till.read(intent)).toMatchObject({ state: 'PAID' });
  });

  it('pays only one of two intents if its transaction is presented for another one meanwhile', async () => {
    const other = await till.newIntent();
    const { intent, payload } = await payWithoutResponse();
    const proof = {
      txHash: await newestTransaction(),
      signature: await till.wallet.signMessage({ message: paymentMessage(other.id) }),
    };

    const direct = await till.buyer.post(`${INTENTS}/${other.id}/direct/confirm`, proof);
    const repeated = await till.pay(intent, payload);

    expect(direct.body).toMatchObject({ state: 'PAID' });
    expect(repeated).toMatchObject({ status: 409, body: { code: 'payment_already_used' } });
    expect(await till.read(intent)).toMatchObject({
      state: 'REQUIRES_PAYMENT',
      lastError: { code: 'payment_already_used' },
    });
    expect(await till.pay(intent, payload)).toMatchObject({ status: 409, body: { code: 'payment_already_used' } });
  });

  it('that a process claimed before it died without sending is released', async () => {
    const intent = await till.newIntent();
    const payload = await till.payloadFor(intent);
    await abandon(intent, payload);
    expect(await till.read(intent)).toMatchObject({ state: 'PENDING' });

    await house.server.app.payments.x402.recover();

    expect(await till.read(intent)).toMatchObject({
      state: 'REQUIRES_PAYMENT',
      lastError: { code: 'payment_settlement_failed' },
    });
    expect((await till.pay(intent, payload)).body).toMatchObject({ state: 'PAID' });
  });

  it('is not paid by an authorization that its payer spent on other terms', async () => {
    const intent = await till.newIntent();
    const thirdParty = await house.chain.newAccount();
    const before = await till.received();
    const payload = await till.payloadFor(intent, { to: thirdParty.address, value: 1n });
    await abandon(intent, payload);
    const { authorization, signature } = payload.payload;
    const { value, validAfter, validBefore, ...named } = authorization;
    const signed = { ...named, value: BigInt(value), validAfter: BigInt(validAfter), validBefore: BigInt(validBefore) };
    await sendAuthorization(house.chain, thirdParty, signed, signature);

    await house.server.app.payments.x402.recover();

    expect(await till.read(intent)).toMatchObject({ state: 'REQUIRES_PAYMENT', txHash: null });
    expect(await till.received()).toBe(before);
  });

  it('that cannot be read does not block the release of others', async () => {
    const [broken, whole] = [await till.newIntent(), await till.newIntent()];
    await abandon(broken, await till.payloadFor(broken), {});
    await abandon(whole, await till.payloadFor(whole));

    await house.server.app.payments.x402.recover();

    expect(await till.read(broken)).toMatchObject({ state: 'PENDING' });
    expect(await till.read(whole)).toMatchObject({ state: 'REQUIRES_PAYMENT' });
  });

  it('that cannot be booked stays open, and does not count as decided', async () => {
    const paid = await till.newIntent();
    await till.pay(paid, await till.payloadFor(paid));
    const { intent } = await payWithoutResponse();
    const { pool } = house.server.database;
    const moved = `update payment_claims set intent_id = $2, changed_at = changed_at - interval '1 day'
      where intent_id = $1 returning id`;
    const { rows } = await pool.query<{ id: string }>(moved, [intent.id, paid.id]);

    expect(await house.server.app.payments.x402.recover()).toBe(0);

    const left = await pool.query('select state from payment_claims where id = $1', [rows[0]?.id]);
    expect(left.rows).toEqual([{ state: 'UNKNOWN' }]);
    expect(await till.read(paid)).toMatchObject({ state: 'PAID' });
  });

  /** The state that a process leaves if it is killed right after its claim. */
  async function abandon(
    { id }: PayableIntent,
    payload: Awaited<ReturnType<X402Till['payloadFor']>>,
    stored: object = payload,
  ): Promise<void> {
    const { pool } = house.server.database;
    const { from, nonce } = payload.payload.authorization;
    await pool.query("update payment_intents set state = 'PENDING', method = 'X402' where id = $1", [id]);
    await pool.query(
      `insert into payment_claims (id, intent_id, network, asset, payer, nonce, principal, request_sha256, payment, state,
         from_block, valid_before, claimed_at, changed_at)
       values (gen_random_uuid(), $1, 'eip155:84532', $2, $3, $4, $5, 'any', $6, 'CLAIMED', 0, now(), now(), now() - interval '1 day')`,
      [id, house.chain.usdcAddress, from, nonce, till.buyer.principal, JSON.stringify(stored)],
    );
  }
});

describe('a process that is suspended after its claim', () => {
  afterEach(() => vi.restoreAllMocks());

  const getPort = () => {
    const port = house.server.app.chain.find()?.payments;
    if (port === undefined) throw new Error('The chain is not open.');
    return port;
  };
  /** Claims and verifies without sending, and ages the claim. */
  async function fallAsleep() {
    const intent = await till.newIntent();
    const gate = createAnswerGate();
    const { verify } = getPort();
    vi.spyOn(getPort(), 'verify').mockImplementationOnce(gate.hold(verify));
    const payload = await till.payloadFor(intent);
    const answer = till.pay(intent, payload);
    await gate.reached;
    const aged = "update payment_claims set changed_at = changed_at - interval '1 day' where intent_id = $1";
    await house.server.database.pool.query(aged, [intent.id]);
    return { intent, answer, wakeUp: gate.letGo };
  }

  it('sends nothing if the claim was released: the payer has paid again', async () => {
    const before = await till.received();
    const { intent, answer, wakeUp } = await fallAsleep();
    await house.server.app.payments.x402.recover();

    const anew = await till.pay(intent, await till.payloadFor(intent));
    wakeUp();

    expect(await answer).toMatchObject({ status: 402, body: { code: 'payment_settlement_failed' } });
    expect(anew.body).toMatchObject({ state: 'PAID' });
    expect(await till.received()).toBe(before + 900_000n);
  });

  it('keeps the claim if it resumes and sends while others decide to release it', async () => {
    const before = await till.received();
    const { intent, answer, wakeUp } = await fallAsleep();
    const [looked, sent] = [createAnswerGate(), createAnswerGate()];
    const { findAuthorizationStatus, settle } = getPort();
    vi.spyOn(getPort(), 'findAuthorizationStatus').mockImplementation(looked.hold(findAuthorizationStatus));
    vi.spyOn(getPort(), 'settle').mockImplementationOnce(sent.hold(settle));

    const recovering = house.server.app.payments.x402.recover();
    await looked.reached;
    wakeUp();
    await sent.reached;
    looked.letGo();
    await recovering;
    const meanwhile = await till.read(intent);
    sent.letGo();

    expect(meanwhile).toMatchObject({ state: 'PENDING' });
    expect(await answer).toMatchObject({ status: 200, body: { state: 'PAID' } });
    expect(await till.received()).toBe(before + 900_000n);
  });
});
