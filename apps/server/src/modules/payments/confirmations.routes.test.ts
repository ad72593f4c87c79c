import type { LocalAccount } from '@assay/chain';
import { reorganise } from '@assay/chain/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createAnswerGate } from '../../testing/answer-gate.ts';
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
const PATIENCE = { timeout: 60_000 };

let house: { -readonly [Member in keyof ChainServer]: ChainServer[Member] };
let buyer: Buyer;
let wallet: LocalAccount;
beforeAll(async () => {
  house = { ...(await startChainServer({ env: { CHAIN_CONFIRMATIONS: '3' } })) };
  buyer = await newBuyer(house.server);
  wallet = await house.chain.newAccount({ usdc: 100_000_000n });
});
afterAll(async () => {
  await house.server.close();
  await house.rpc.close();
  await house.chain.close();
});

async function payDirectly() {
  const { id: quoteId } = await quoteFor(house.server, buyer);
  const { body } = await buyer.post(DEV, { quoteId });
  const { id, direct } = body as { id: string; direct: { payTo: string; amount: string } };
  const txHash = await sendTokens(house.chain, wallet, { to: direct.payTo, amount: direct.amount });
  const proof = { txHash, signature: await wallet.signMessage({ message: paymentMessage(id) }) };
  return { id, confirm: () => buyer.post(`${DEV}/${id}/direct/confirm`, proof) };
}
/** Holds back the next lookup of a transfer until it is released, as a slow node would. */
function holdNextCheck() {
  const port = house.server.app.chain.find()?.payments;
  if (port === undefined) throw new Error('The chain is not open.');
  const gate = createAnswerGate();
  vi.spyOn(port, 'findTransfer').mockImplementationOnce(gate.hold(port.findTransfer.bind(port)));
  return gate;
}
/** Makes a transfer without another confirm call, and waits until it is PAID. */
async function becomesPaid(): Promise<void> {
  const { id, confirm } = await payDirectly();
  await confirm();
  await house.chain.mineEmptyBlock();
  await house.chain.mineEmptyBlock();
  house.server.clock.advance(6_000);

  await vi.waitFor(async () => expect(await read(id)).toMatchObject({ state: 'PAID' }), PATIENCE);
}
const read = async (id: string) => (await buyer.get(`${DEV}/${id}`)).body;

describe('a transfer without enough blocks on it', () => {
  it('is PENDING with 202, and PAID when the same call is repeated later', async () => {
    const { id, confirm } = await payDirectly();

    const early = await confirm();
    await house.chain.mineEmptyBlock();
    await house.chain.mineEmptyBlock();
    const late = await confirm();

    expect([early.status, early.body]).toMatchObject([202, { state: 'PENDING', payer: wallet.address }]);
    expect([late.status, late.body]).toMatchObject([200, { state: 'PAID' }]);
    expect(await read(id)).toMatchObject({ state: 'PAID' });
  });

  it('stays PAID if a lookup with too few blocks returns after one with enough', async () => {
    const { id, confirm } = await payDirectly();
    const { reached, letGo } = holdNextCheck();

    const slow = confirm();
    await reached;
    await house.chain.mineEmptyBlock();
    await house.chain.mineEmptyBlock();
    const quick = await confirm();
    letGo();

    expect(quick.body).toMatchObject({ state: 'PAID' });
    expect(await slow).toMatchObject({ status: 200, body: quick.body });
    expect(await read(id)).toEqual(quick.body);
  });

  it('becomes PAID without another call', async () => {
    await becomesPaid();
  });

  it('becomes PAID even if the intent before it cannot be looked up', async () => {
    const broken = await payDirectly();
    const { pool } = house.server.database;
    await pool.query(
      `update payment_intents set state = 'PENDING', method = 'DIRECT', changed_at = changed_at - interval '1 day'
       where id = $1`,
      [broken.id],
    );
    await becomesPaid();
    expect(await read(broken.id)).toMatchObject({ state: 'PENDING', txHash: null });
  });

  it('that a reorganisation removes makes the intent payable again', async () => {
    const { id, confirm } = await payDirectly();
    await confirm();
    house.rpc.set({ kind: 'down' });
    house.chain = await reorganise(house.chain, 1);
    house.rpc.set({ kind: 'none' });
    house.server.clock.advance(6_000);

    await vi.waitFor(async () => {
      expect(await read(id)).toMatchObject({ state: 'REQUIRES_PAYMENT', lastError: { code: 'transaction_not_found' } });
    }, PATIENCE);
  });
});
