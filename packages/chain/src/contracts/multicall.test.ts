import { erc20Abi, getContract } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MULTICALL_ADDRESS } from '../embedded/genesis.ts';
import { revertOf } from '../testing/reverts.ts';
import { operator, startTestChain, type TestChain } from '../testing/test-chain.ts';
import { multicallAbi } from './abis.generated.ts';

let chain: TestChain;
beforeAll(async () => {
  chain = await startTestChain();
});
afterAll(() => chain.close());

describe('Multicall', () => {
  it('answers the batches of stock viem clients, including failures', async () => {
    const usdc = { address: chain.usdcAddress, abi: erc20Abi } as const;
    const impossible = {
      ...usdc,
      functionName: 'transferFrom',
      args: [operator.address, operator.address, 1n],
    } as const;

    const [symbol, transfer] = await chain.client.multicall({
      contracts: [{ ...usdc, functionName: 'symbol' }, impossible],
      multicallAddress: MULTICALL_ADDRESS,
    });

    expect(symbol).toEqual({ status: 'success', result: 'USDC' });
    expect(transfer.status).toBe('failure');
  });

  it('fails as a whole when every call must succeed', async () => {
    const multicall = getContract({ address: MULTICALL_ADDRESS, abi: multicallAbi, client: chain.walletOf(operator) });
    const calls = [{ target: chain.usdcAddress, callData: '0xdeadbeef' }] as const;

    expect(await revertOf(multicall.simulate.tryAggregate([true, calls]))).toBe('CallFailed');
    expect(await revertOf(multicall.simulate.tryAggregate([false, calls]))).toBe('none');
  });
});
