import type { Hex, LocalAccount } from '@assay/chain';
import { deployWalletFactory, newAuthorization, sendAuthorization, signAuthorization } from '@assay/chain/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Buyer, type ChainServer, newBuyer, quoteFor, startChainServer } from '../../testing/chain-server.ts';
import { paymentMessage } from './direct.service.ts';

const DEV = '/api/v1/certsvc/dev/payment-intents';

let house: ChainServer;
let buyer: Buyer;
/** The owner key signs for the contract wallet. */
let owner: LocalAccount;
let wallet: Hex;
beforeAll(async () => {
  house = await startChainServer();
  buyer = await newBuyer(house.server);
  owner = await house.chain.newAccount();
  const factory = await deployWalletFactory(house.chain);
  await factory.create(owner.address);
  wallet = await factory.addressOf(owner.address);
  await house.chain.mintUsdc(wallet, 10_000_000n);
});
afterAll(() => house.close());

type Intent = { id: string; direct: { payTo: Hex; amount: string } };
async function newIntent(): Promise<Intent> {
  const { id: quoteId } = await quoteFor(house.server, buyer);
  return (await buyer.post(DEV, { quoteId })).body as Intent;
}

/** Moves the wallet's tokens by its signature in a transaction that its owner sends. */
async function sendFromWallet({ payTo, amount }: Intent['direct']): Promise<Hex> {
  const { chainId, usdcAddress: verifyingContract } = house.chain;
  const terms = newAuthorization({ from: wallet, to: payTo, value: BigInt(amount) });
  const signature = await signAuthorization(owner, { name: 'USDC', version: '2', chainId, verifyingContract }, terms);
  return sendAuthorization(house.chain, owner, terms, signature);
}
const confirm = (id: string, body: object) => buyer.post(`${DEV}/${id}/direct/confirm`, body);

describe('a transfer from a contract wallet', () => {
  it('pays if the wallet confirms the signature for the intent (ERC-1271)', async () => {
    const { id, direct } = await newIntent();
    const txHash = await sendFromWallet(direct);

    const { status, body } = await confirm(id, {
      txHash,
      signature: await owner.signMessage({ message: paymentMessage(id) }),
    });

    expect([status, body]).toMatchObject([200, { state: 'PAID', payer: wallet, txHash }]);
  });

  it('does not pay with a signature that the wallet does not accept', async () => {
    const { id, direct } = await newIntent();
    const txHash = await sendFromWallet(direct);
    const thirdParty = await house.chain.newAccount();

    for (const signature of [
      await thirdParty.signMessage({ message: paymentMessage(id) }),
      await owner.signMessage({ message: paymentMessage(direct.payTo) }),
    ])
      expect((await confirm(id, { txHash, signature })).body).toMatchObject({ code: 'payer_not_linked' });
    expect((await buyer.get(`${DEV}/${id}`)).body).toMatchObject({ state: 'REQUIRES_PAYMENT' });
  });
});
