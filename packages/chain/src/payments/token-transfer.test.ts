import { erc20Abi, keccak256, type LocalAccount, toHex } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operator, startTestChain, type TestChain } from '../testing/test-chain.ts';
import { inspectTransfer, readTokenBalance, signTokenTransfer } from './token-transfer.ts';
import { decideTransfer, type TransferTerms } from './transfer.policy.ts';

let chain: TestChain;
let payer: LocalAccount;
let terms: TransferTerms;
const treasury = '0x000000000000000000000000000000000000dEaD';
beforeAll(async () => {
  chain = await startTestChain();
  payer = await chain.newAccount({ usdc: 100_000_000n });
  terms = {
    chainId: chain.chainId,
    token: chain.usdcAddress,
    payTo: treasury,
    amount: 900_000n,
    notBefore: new Date(),
  };
});
afterAll(() => chain.close());

const pay = (account: LocalAccount, { token = chain.usdcAddress, to = terms.payTo, amount = terms.amount } = {}) =>
  chain
    .walletOf(account)
    .writeContract({ address: token, abi: erc20Abi, functionName: 'transfer', args: [to, amount] });

describe('inspectTransfer', () => {
  it('reports the amount of a transfer sent with viem', async () => {
    const txHash = await pay(payer);
    await chain.mineEmptyBlock();

    const inspection = await inspectTransfer(chain.client, txHash);

    const { number } = await chain.head();
    const transfer = {
      chainId: 84_532,
      txHash,
      logIndex: 0,
      token: chain.usdcAddress,
      from: payer.address,
      to: treasury,
      amount: 900_000n,
      blockNumber: BigInt(number - 1),
      blockHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      blockTime: expect.any(Date),
      confirmations: 2n,
    };
    expect(inspection).toEqual({ kind: 'mined', transfers: [transfer] });
  });

  it('finds nothing for a transaction that is not on the chain', async () => {
    expect(await inspectTransfer(chain.client, keccak256(toHex('nothing')))).toEqual({ kind: 'not_mined' });
  });

  it('counts nothing for a failed transaction', async () => {
    const signer = chain.signerOf(payer);
    const slot = { nonce: await chain.feed.pendingNonce(payer.address), fees: await chain.feed.suggestFees() };
    const signed = await signTokenTransfer(
      signer,
      { token: chain.usdcAddress, to: treasury, amount: 10n ** 18n },
      slot,
    );
    await chain.feed.broadcast(signed.rawTransaction);

    expect(await inspectTransfer(chain.client, signed.txHash)).toEqual({ kind: 'failed' });
  });

  it('finds no transfer in a transaction that only sends ether', async () => {
    const txHash = await chain.walletOf(payer).sendTransaction({ to: treasury, value: 1n });

    expect(await inspectTransfer(chain.client, txHash)).toEqual({ kind: 'mined', transfers: [] });
  });
});

describe('decideTransfer on real transfers', () => {
  const judge = async (txHash: `0x${string}`, changes: Partial<TransferTerms> = {}) => {
    const inspection = await inspectTransfer(chain.client, txHash);
    if (inspection.kind !== 'mined') throw new Error('not mined');
    return decideTransfer(inspection.transfers, { ...terms, ...changes });
  };

  it('accepts exactly the requested terms', async () => {
    expect(await judge(await pay(payer))).toMatchObject({
      kind: 'match',
      transfer: { amount: 900_000n, from: payer.address },
    });
  });

  it('names the mismatches', async () => {
    const txHash = await pay(payer);
    expect(await judge(await pay(payer, { amount: 899_999n }))).toEqual({ kind: 'mismatch', because: 'amount' });
    expect(await judge(await pay(payer, { amount: 900_001n }))).toEqual({ kind: 'mismatch', because: 'amount' });
    expect(await judge(await pay(payer, { to: operator.address }))).toEqual({ kind: 'mismatch', because: 'recipient' });
    expect(await judge(await pay(operator, { token: chain.tokenAddress }))).toEqual({
      kind: 'mismatch',
      because: 'token',
    });
    expect(await judge(txHash, { chainId: 1 })).toEqual({ kind: 'mismatch', because: 'chain' });
    expect(await judge(txHash, { notBefore: new Date(Date.now() + 60_000) })).toEqual({
      kind: 'mismatch',
      because: 'time',
    });
    expect(decideTransfer([], terms)).toEqual({ kind: 'mismatch', because: 'none_found' });
  });
});

describe('signTokenTransfer', () => {
  it('pays a bounty in ASY', async () => {
    const slot = { nonce: await chain.feed.pendingNonce(operator.address), fees: await chain.feed.suggestFees() };
    const payment = { token: chain.tokenAddress, to: payer.address, amount: 5n * 10n ** 18n };

    const signed = await signTokenTransfer(chain.signerOf(operator), payment, slot);
    await chain.feed.broadcast(signed.rawTransaction);

    expect(await readTokenBalance(chain.client, chain.tokenAddress, payer.address)).toBe(payment.amount);
  });
});
