import { type LocalAccount, readTokenBalance } from '@assay/chain';
import { PaymentIntent, Receipt, verifySignedJson } from '@assay/protocol';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  type Buyer,
  type ChainServer,
  newBuyer,
  quoteFor,
  sendTokens,
  startChainServer,
} from '../../testing/chain-server.ts';
import { OPERATOR } from '../../testing/test-server.ts';
import { paymentMessage } from './direct.service.ts';

const DEV = '/api/v1/certsvc/dev/payment-intents';
const MINUTE_MS = 60_000;

let house: ChainServer;
let buyer: Buyer;
let wallet: LocalAccount;
beforeAll(async () => {
  house = await startChainServer();
  buyer = await newBuyer(house.server);
  wallet = await house.chain.newAccount({ usdc: 100_000_000n });
});
afterAll(() => house.close());

async function newIntent(who = buyer) {
  const { id: quoteId } = await quoteFor(house.server, who);
  const { body } = await who.post(DEV, { quoteId });
  return body as { id: string; direct: { payTo: string; amount: string; asset: string } };
}
const confirm = (id: string, body: object, who = buyer) => who.post(`${DEV}/${id}/direct/confirm`, body);
const sign = (id: string, by = wallet) => by.signMessage({ message: paymentMessage(id) });
const usdcOf = (address: LocalAccount['address']) =>
  readTokenBalance(house.chain.client, house.chain.usdcAddress, address);
const balanceOf = async (id: string) => {
  const { rows } = await house.server.database.pool.query<{ balance: string }>(
    "select balance from ledger_accounts where owner_kind = 'payment-intent' and owner_id = $1",
    [id],
  );
  return rows[0]?.balance ?? '0';
};

describe('a payment intent', () => {
  it('is created from a quote, with terms for a transfer and for x402', async () => {
    const { id: quoteId } = await quoteFor(house.server, buyer);

    const { status, body, headers } = await buyer.post(DEV, { quoteId });

    expect(status).toBe(201);
    const intent = PaymentIntent.parse(body);
    expect(headers.get('location')).toContain(`${DEV}/${intent.id}`);
    expect(body).toMatchObject({
      state: 'REQUIRES_PAYMENT',
      purpose: 'SUBMISSION',
      price: { amount: '900000', currency: 'USDC', decimals: 6 },
      direct: { network: 'eip155:84532', chainId: 84532, asset: house.chain.usdcAddress, amount: '900000' },
      x402: { x402Version: 2, accepts: [{ scheme: 'exact', amount: '900000', network: 'eip155:84532' }] },
    });
  });

  it('of another caller is not found', async () => {
    const { id } = await newIntent();
    const thirdParty = await newBuyer(house.server);

    expect((await thirdParty.get(`${DEV}/${id}`)).body).toMatchObject({ code: 'payment_intent_not_found' });
    const { id: quoteId } = await quoteFor(house.server, buyer);
    expect((await thirdParty.post(DEV, { quoteId })).body).toMatchObject({ code: 'quote_not_found' });
  });

  it('rejects purposes that cannot be delivered', async () => {
    const topup = await buyer.post('/certsvc/v1/payments/intents', { purpose: 'TOPUP', amount: '1000000' });
    const reAudit = await buyer.post('/certsvc/v1/payments/intents', {
      purpose: 'RE_AUDIT',
      certificateId: '0'.repeat(24),
    });

    expect([topup.body, reAudit.body]).toMatchObject([{ code: 'wrong_plane' }, { code: 'certificate_not_found' }]);
  });
});

describe('a direct transfer sent with viem', () => {
  it('pays the intent after its sender has signed for it, and is booked with a receipt', async () => {
    const { id, direct } = await newIntent();
    const txHash = await sendTokens(house.chain, wallet, { to: direct.payTo, amount: direct.amount });

    const { status, body } = await confirm(id, { txHash, signature: await sign(id) });

    expect([status, body]).toMatchObject([
      200,
      { state: 'PAID', txHash, payer: wallet.address, receiptId: expect.any(String) },
    ]);
    expect(await balanceOf(id)).toBe('900000');
    const receipt = await house.server.app.payments.intents.receipt(id, buyer.principal);
    expect(Receipt.parse(receipt)).toMatchObject({ method: 'DIRECT', txHash, paymentIntentId: id });
    expect(verifySignedJson(receipt, [house.server.signer.publicKey]).body).toMatchObject({ paymentIntentId: id });
  });

  it('is booked once, and gets the same answer, if it is confirmed twice', async () => {
    const { id, direct } = await newIntent();
    const txHash = await sendTokens(house.chain, wallet, { to: direct.payTo, amount: direct.amount });
    const body = { txHash, signature: await sign(id) };

    const answers = await Promise.all([confirm(id, body), confirm(id, body)]);

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[0]?.body).toEqual(answers[1]?.body);
    expect(await balanceOf(id)).toBe('900000');
  });

  it('also pays on the player plane', async () => {
    const { id: quoteId } = await quoteFor(house.server, buyer);
    const created = await buyer.post('/certsvc/v1/payments/intents', { purpose: 'SUBMISSION', quoteId });
    const { id, direct } = created.body as Awaited<ReturnType<typeof newIntent>>;
    const txHash = await sendTokens(house.chain, wallet, { to: direct.payTo, amount: direct.amount });

    const { body } = await buyer.post(`/certsvc/v1/payments/${id}/confirm`, { txHash, signature: await sign(id) });

    expect(body).toMatchObject({ state: 'PAID' });
  });
});

describe('a transfer that does not pay', () => {
  const cases: [string, (intent: Awaited<ReturnType<typeof newIntent>>) => Promise<object>, string][] = [
    ['one unit short', ({ direct }) => paid({ to: direct.payTo, amount: '899999' }), 'transfer_mismatch'],
    ['one unit over', ({ direct }) => paid({ to: direct.payTo, amount: '900001' }), 'transfer_mismatch'],
    [
      'to a foreign recipient',
      ({ direct }) => paid({ to: wallet.address, amount: direct.amount }),
      'transfer_mismatch',
    ],
    [
      'of an unknown token',
      ({ direct }) => paid({ token: house.chain.tokenAddress, to: direct.payTo, amount: '0' }),
      'transfer_mismatch',
    ],
    ['that nobody sent', async () => ({ txHash: `0x${'ee'.repeat(32)}` }), 'transaction_not_found'],
    ['with a hash of the wrong length', async () => ({ txHash: '0x1234' }), 'validation_failed'],
    ['with an unknown member', async () => ({ txHash: `0x${'ee'.repeat(32)}`, amount: '1' }), 'validation_failed'],
  ];
  const paid = async (transfer: Parameters<typeof sendTokens>[2]) => ({
    txHash: await sendTokens(house.chain, wallet, transfer),
  });

  it.each(cases)('%s is rejected, and nothing is credited', async (_, proofOf, code) => {
    const intent = await newIntent();
    const proof = await proofOf(intent);

    const { body } = await confirm(intent.id, { ...proof, signature: await sign(intent.id) });

    expect(body).toMatchObject({ code });
    expect((await buyer.get(`${DEV}/${intent.id}`)).body).toMatchObject({ state: 'REQUIRES_PAYMENT', txHash: null });
    expect(await balanceOf(intent.id)).toBe('0');
  });

  it('from a wallet that is neither linked nor has signed is rejected', async () => {
    const { id, direct } = await newIntent();
    const txHash = await sendTokens(house.chain, wallet, { to: direct.payTo, amount: direct.amount });
    const other = await house.chain.newAccount();

    const answers = [
      await confirm(id, { txHash }),
      await confirm(id, { txHash, signature: await sign(id, other) }),
      await confirm(id, { txHash, signature: await wallet.signMessage({ message: paymentMessage(direct.payTo) }) }),
    ];

    expect(answers.map(({ body }) => body)).toMatchObject(answers.map(() => ({ code: 'payer_not_linked' })));
    expect(await balanceOf(id)).toBe('0');
  });

  it('that paid one intent does not pay another', async () => {
    const [first, second] = [await newIntent(), await newIntent()];
    const txHash = await sendTokens(house.chain, wallet, { to: first.direct.payTo, amount: first.direct.amount });
    await confirm(first.id, { txHash, signature: await sign(first.id) });

    const { status, body } = await confirm(second.id, { txHash, signature: await sign(second.id) });

    expect([status, body]).toMatchObject([409, { code: 'payment_already_used' }]);
    expect(await balanceOf(second.id)).toBe('0');
  });

  it('that is older than the intent is rejected', async () => {
    const { direct } = await newIntent();
    const txHash = await sendTokens(house.chain, wallet, { to: direct.payTo, amount: direct.amount });
    house.server.clock.advance(5_000);
    const late = await newIntent();

    const { body } = await confirm(late.id, { txHash, signature: await sign(late.id) });

    expect(body).toMatchObject({ code: 'transfer_mismatch' });
  });
});

describe('after expiry', () => {
  it('a quote creates no intent', async () => {
    const { id: quoteId } = await quoteFor(house.server, buyer);
    house.server.clock.advance(30 * MINUTE_MS);

    expect((await buyer.post(DEV, { quoteId })).body).toMatchObject({ code: 'quote_expired' });
  });

  it('a transfer within a day still pays', async () => {
    const { id, direct } = await newIntent();
    house.server.clock.advance(24 * 60 * MINUTE_MS);
    expect((await buyer.get(`${DEV}/${id}`)).body).toMatchObject({ state: 'EXPIRED' });
    const txHash = await sendTokens(house.chain, wallet, { to: direct.payTo, amount: direct.amount });

    expect((await confirm(id, { txHash, signature: await sign(id) })).body).toMatchObject({ state: 'PAID' });
  });

  it('a later transfer is refunded after an operator approves it', async () => {
    const { id, direct } = await newIntent();
    house.server.clock.advance(25 * 60 * MINUTE_MS);
    const txHash = await sendTokens(house.chain, wallet, { to: direct.payTo, amount: direct.amount });
    const before = await usdcOf(wallet.address);

    expect((await confirm(id, { txHash, signature: await sign(id) })).body).toMatchObject({ state: 'REFUND_DUE' });
    const queue = await house.server.get('/api/v1/operator/queue?kind=REFUND', OPERATOR);
    const [item] = (queue.body as { items: { id: string }[] }).items;
    await house.server.operate(`/api/v1/operator/queue/${item?.id}/decide`, {
      decision: 'PAY',
      reason: 'It came too late.',
    });

    await vi.waitFor(
      async () => expect((await buyer.get(`${DEV}/${id}`)).body).toMatchObject({ state: 'REFUNDED' }),
      60_000,
    );
    expect(await usdcOf(wallet.address)).toBe(before + 900_000n);
    expect(await balanceOf(id)).toBe('0');
    expect(await house.server.app.payments.intents.receipt(id, buyer.principal)).toMatchObject({
      refund: { state: 'PAID', amount: { amount: '900000' }, txHash: expect.any(String) },
    });
  });
});

describe('the ledger', () => {
  it('is sealed automatically after bookings', async () => {
    const unsealed = async () => (await house.server.database.pool.query('select from ledger_unsealed')).rowCount;

    await vi.waitFor(async () => expect(await unsealed()).toBe(0), 60_000);
    const { rowCount } = await house.server.database.pool.query('select from ledger_chain');
    expect(rowCount).toBeGreaterThan(0);
  });
});
