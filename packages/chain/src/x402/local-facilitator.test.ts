import { type LocalAccount, serializeErc6492Signature } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testUSDCAbi } from '../contracts/abis.generated.ts';
import { readTokenBalance } from '../payments/token-transfer.ts';
import { createChainClient } from '../rpc/chain-client.ts';
import { newAuthorization, type SignedTerms, signAuthorization, signCancellation } from '../testing/authorizations.ts';
import { deployCostlyWallet, deployWalletFactory } from '../testing/contract-wallets.ts';
import { type FaultyRpc, startFaultyRpc } from '../testing/faulty-rpc.ts';
import { openLocalFacilitator, saleTerms, TREASURY } from '../testing/local-sale.ts';
import { operator, startTestChain, type TestChain } from '../testing/test-chain.ts';
import { createTransactionFeed } from '../transactions/transaction-feed.ts';
import { createTransactionSubmitter } from '../transactions/transaction-submitter.ts';
import { findAuthorizationStatus } from './authorization-lookup.ts';
import type { ExactPayment } from './exact-payment.ts';
import type { Facilitator } from './facilitator.ts';
import { createLocalFacilitator } from './local-facilitator.ts';
import { type PaymentTerms, toRequirementsV2 } from './payment-terms.ts';

let chain: TestChain;
let facilitator: Facilitator;
let payer: LocalAccount;
let terms: PaymentTerms;
beforeAll(async () => {
  chain = await startTestChain();
  facilitator = openLocalFacilitator(chain);
  payer = await chain.newAccount({ usdc: 100_000_000n });
  terms = saleTerms(chain);
});
afterAll(() => chain.close());

const domain = (chainId = chain.chainId) => ({
  name: 'USDC',
  version: '2',
  chainId,
  verifyingContract: chain.usdcAddress,
});
const now = () => BigInt(Math.floor(Date.now() / 1_000));

type Changes = {
  version?: 1 | 2;
  signed?: Partial<SignedTerms>;
  signer?: LocalAccount;
  sent?: Partial<SignedTerms>;
  chainId?: number;
};

/** A payment as a wallet creates it; `signed` changes the signed terms, `sent` the terms that arrive. */
async function newPayment({
  version = 2,
  signed = {},
  signer = payer,
  sent = {},
  chainId,
}: Changes = {}): Promise<ExactPayment> {
  const authorization = newAuthorization({ from: signer.address, to: TREASURY, value: terms.amount, ...signed });
  const signature = await signAuthorization(signer, domain(chainId), authorization);
  const common = { authorization: { ...authorization, ...sent }, signature };
  if (version === 1) return { ...common, x402Version: 1, scheme: 'exact', network: 'base-sepolia' };
  return { ...common, x402Version: 2, accepted: toRequirementsV2(terms), extensions: {} };
}
const statusOf = ({ authorization }: ExactPayment, on = terms) =>
  findAuthorizationStatus(chain.client, { terms: on, authorization, fromBlock: 0n });

describe.each([1, 2] as const)('a v%i payment', (version) => {
  it('is valid, settles once, and can be found on the chain afterwards', async () => {
    const payment = await newPayment({ version });
    expect(await facilitator.verify(payment, terms)).toEqual({ kind: 'valid', payer: payer.address });
    expect(await statusOf(payment)).toEqual({ kind: 'unused' });

    const outcome = await facilitator.settle(payment, terms);

    expect(outcome).toMatchObject({ kind: 'settled', payer: payer.address });
    const txHash = outcome.kind === 'settled' ? outcome.txHash : undefined;
    expect(await statusOf(payment)).toMatchObject({
      kind: 'used',
      transfer: { txHash, amount: terms.amount, to: TREASURY },
    });
    expect(await facilitator.verify(payment, terms)).toEqual({
      kind: 'invalid',
      reason: 'invalid_exact_evm_nonce_already_used',
    });
    expect(await facilitator.settle(payment, terms)).toMatchObject({ kind: 'failed' });
  });

  const cases: [string, () => Promise<ExactPayment>, string][] = [
    [
      'expired',
      () => newPayment({ version, signed: { validBefore: now() - 1n } }),
      'invalid_exact_evm_payload_authorization_valid_before',
    ],
    [
      'not yet valid',
      () => newPayment({ version, signed: { validAfter: now() + 60n } }),
      'invalid_exact_evm_payload_authorization_valid_after',
    ],
    [
      'for a foreign recipient',
      () => newPayment({ version, signed: { to: operator.address } }),
      'invalid_exact_evm_recipient_mismatch',
    ],
    ['with a changed amount', () => newPayment({ version, sent: { value: 1n } }), 'invalid_exact_evm_signature'],
    [
      'with a foreign signature',
      async () => newPayment({ version, signed: { from: operator.address } }),
      'invalid_exact_evm_signature',
    ],
    ['signed for another chain', () => newPayment({ version, chainId: 8_453 }), 'invalid_exact_evm_signature'],
    [
      'from an empty account',
      async () => newPayment({ version, signer: await chain.newAccount() }),
      'invalid_exact_evm_insufficient_balance',
    ],
  ];
  it.each(cases)('that is %s is refused with its reason and moves nothing', async (_name, make, reason) => {
    const payment = await make();
    const before = await readTokenBalance(chain.client, chain.usdcAddress, TREASURY);

    expect(await facilitator.verify(payment, terms)).toEqual({ kind: 'invalid', reason });
    expect(await facilitator.settle(payment, terms)).toMatchObject({ kind: 'failed' });
    expect(await statusOf(payment)).toEqual({ kind: 'unused' });
    expect(await readTokenBalance(chain.client, chain.usdcAddress, TREASURY)).toBe(before);
  });

  it('of a smaller amount is refused', async () => {
    const payment = await newPayment({ version, signed: { value: terms.amount - 1n } });

    expect(await facilitator.verify(payment, terms)).toMatchObject({
      kind: 'invalid',
      reason: expect.stringContaining('authorization_value'),
    });
  });

  it('that its signer cancelled is void, not unused', async () => {
    const payment = await newPayment({ version });
    const { from, nonce } = payment.authorization;
    const args = [from, nonce, await signCancellation(payer, domain(), from, nonce)] as const;
    await chain
      .walletOf(payer)
      .writeContract({ address: chain.usdcAddress, abi: testUSDCAbi, functionName: 'cancelAuthorization', args });

    expect(await facilitator.verify(payment, terms)).toMatchObject({ kind: 'invalid' });
    expect(await statusOf(payment)).toEqual({ kind: 'void' });
  });

  it('that is settled twice concurrently moves money once', async () => {
    const payment = await newPayment({ version });
    const before = await readTokenBalance(chain.client, chain.usdcAddress, TREASURY);

    const outcomes = await Promise.all([facilitator.settle(payment, terms), facilitator.settle(payment, terms)]);

    expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['failed', 'settled']);
    expect(await readTokenBalance(chain.client, chain.usdcAddress, TREASURY)).toBe(before + terms.amount);
  });

  it('settles concurrently with others from two processes with one account', async () => {
    const payments = await Promise.all(Array.from({ length: 6 }, () => newPayment({ version })));
    const other = openLocalFacilitator(chain);

    const outcomes = await Promise.all(
      payments.map((payment, index) => (index % 2 ? facilitator : other).settle(payment, terms)),
    );

    expect(outcomes.map(({ kind }) => kind)).toEqual(Array.from({ length: 6 }, () => 'settled'));
  });
});

describe('findAuthorizationStatus', () => {
  it('does not accept a payment on other terms with the same nonce', async () => {
    const payment = await newPayment();
    const cheaper = await newPayment({ signed: { nonce: payment.authorization.nonce, value: 1n } });
    const cheap = saleTerms(chain, { amount: 1n });
    await facilitator.settle(cheaper, cheap);

    expect(await statusOf(cheaper, cheap)).toMatchObject({ kind: 'used' });
    expect(await statusOf(payment)).toEqual({ kind: 'void' });
    expect(await statusOf(cheaper)).toEqual({ kind: 'void' });
  });

  it('finds a payment that another party executed first', async () => {
    const payment = await newPayment();
    const { from, to, value, validAfter, validBefore, nonce } = payment.authorization;
    const args = [from, to, value, validAfter, validBefore, nonce, payment.signature] as const;
    const thirdParty = chain.walletOf(await chain.newAccount());
    const contract = { address: chain.usdcAddress, abi: testUSDCAbi } as const;
    const txHash = await thirdParty.writeContract({ ...contract, functionName: 'transferWithAuthorization', args });

    expect(await facilitator.settle(payment, terms)).toMatchObject({ kind: 'failed' });
    expect(await statusOf(payment)).toMatchObject({ kind: 'used', transfer: { txHash } });
  });

  it('reports that it cannot search far enough back', async () => {
    const { authorization } = await newPayment();
    const payment: ExactPayment = await newPayment({ signed: authorization });
    await facilitator.settle(payment, terms);
    const fromBlock = BigInt((await chain.mineEmptyBlock()).number);

    const status = findAuthorizationStatus(chain.client, { terms, authorization, fromBlock });

    expect(await status).toEqual({ kind: 'untraced' });
  });
});

describe('a contract wallet as payer', () => {
  it('pays when it exists (ERC-1271)', async () => {
    const factory = await deployWalletFactory(chain);
    await factory.create(payer.address);
    const wallet = await factory.addressOf(payer.address);
    await chain.mintUsdc(wallet, terms.amount);

    const payment = await newPayment({ signed: { from: wallet } });

    expect(await facilitator.verify(payment, terms)).toMatchObject({ kind: 'valid' });
    expect(await facilitator.settle(payment, terms)).toMatchObject({ kind: 'settled', payer: wallet });
  });

  it('is refused when its signature check costs too much gas', async () => {
    const wallet = await deployCostlyWallet(chain);
    await chain.mintUsdc(wallet, terms.amount);
    const balance = await chain.client.getBalance({ address: operator.address });
    const payment = await newPayment({ signed: { from: wallet } });
    expect(await facilitator.verify(payment, terms)).toMatchObject({ kind: 'valid' });

    expect(await facilitator.settle(payment, terms)).toMatchObject({ kind: 'failed' });

    expect(await statusOf(payment)).toEqual({ kind: 'unused' });
    expect(await chain.client.getBalance({ address: operator.address })).toBe(balance);
  });

  it('is deployed on the way when its factory is trusted, and only then (ERC-6492)', async () => {
    const factory = await deployWalletFactory(chain);
    const wallet = await factory.addressOf(payer.address);
    await chain.mintUsdc(wallet, terms.amount);
    const inner = await newPayment({ signed: { from: wallet } });
    const wrapped = { address: factory.address, data: factory.deployData(payer.address), signature: inner.signature };
    const payment: ExactPayment = { ...inner, signature: serializeErc6492Signature(wrapped) };

    expect(await facilitator.verify(payment, terms)).toEqual({
      kind: 'invalid',
      reason: 'eip6492_factory_not_allowed',
    });
    const trusting = openLocalFacilitator(chain, { walletFactories: [factory.address] });
    expect(await trusting.verify(payment, terms)).toMatchObject({ kind: 'valid' });
    expect(await trusting.settle(payment, terms)).toMatchObject({ kind: 'settled', payer: wallet });
  });
});

describe('a facilitator with faults', () => {
  let rpc: FaultyRpc;
  let troubled: Facilitator;
  beforeAll(async () => {
    rpc = await startFaultyRpc(chain.rpcUrl);
    const client = createChainClient({ rpcUrls: [rpc.url], chainId: chain.chainId });
    troubled = openLocalFacilitator({ client, feed: createTransactionFeed({ client }), signerOf: chain.signerOf });
  });
  afterAll(() => rpc.close());

  it('does not call a payment invalid when the chain does not answer', async () => {
    const payment = await newPayment();
    rpc.set({ kind: 'down' });

    expect(await troubled.verify(payment, terms)).toMatchObject({ kind: 'unavailable' });
    expect(await troubled.settle(payment, terms)).toMatchObject({ kind: 'unavailable' });
    expect(await statusOf(payment)).toEqual({ kind: 'unused' });
  });

  it('reports an unknown outcome when the broadcast answer is lost, and the chain has the outcome', async () => {
    const payment = await newPayment();
    rpc.set({ kind: 'deaf', method: 'eth_sendRawTransaction' });

    const outcome = await troubled.settle(payment, terms);

    expect(outcome).toMatchObject({ kind: 'unknown', txHash: expect.stringMatching(/^0x/) });
    expect(await statusOf(payment)).toMatchObject({ kind: 'used' });
  });

  it('reports missing gas money', async () => {
    const { client, feed } = chain;
    const poor = chain.signerOf(privateKeyToAccount(generatePrivateKey()));
    const broke = createLocalFacilitator({
      client,
      submitter: createTransactionSubmitter({ client, feed, signer: poor }),
    });
    const payment = await newPayment();

    expect(await broke.settle(payment, terms)).toMatchObject({ kind: 'unavailable' });
    expect(await statusOf(payment)).toEqual({ kind: 'unused' });
  });
});

describe('on a chain without a v1 name', () => {
  it('a v1 payment is refused', async () => {
    const elsewhere = saleTerms(chain, { network: { ...terms.network, chainId: 31_337 } });

    const payment = await newPayment({ version: 1 });

    expect(await facilitator.verify(payment, elsewhere)).toEqual({
      kind: 'invalid',
      reason: 'invalid_exact_evm_network_mismatch',
    });
    expect(await facilitator.settle(payment, elsewhere)).toMatchObject({ kind: 'failed' });
  });
});
