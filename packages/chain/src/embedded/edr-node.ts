// The EVM: Hardhat's EDR, without a server and without automatic mining.
import { createPublicClient, custom, type Hex, numberToHex, pad } from 'viem';
import { type RpcCall, startEdrProcess } from './edr-process.ts';
import type { Genesis } from './genesis.ts';

export type Block = { number: number; hash: Hex; timestamp: number };
export type EdrNode = Awaited<ReturnType<typeof openEdrNode>>;

export async function openEdrNode({ chainId, genesis }: { chainId: number; genesis: Genesis }) {
  const edr = await startEdrProcess(chainId);
  const request = (method: string, ...params: unknown[]): Promise<unknown> => edr.request({ method, params });
  const provider = {
    request: ({ method, params = [] }: { method: string; params?: unknown[] }) => request(method, ...params),
  };
  const client = createPublicClient({ transport: custom(provider, { retryCount: 0 }) });

  for (const { address, deployedBytecode } of genesis.code) await request('hardhat_setCode', address, deployedBytecode);
  for (const { address, slot, owner } of genesis.storage)
    await request('hardhat_setStorageAt', address, slot, pad(owner));
  for (const { address, wei } of genesis.balances) await request('hardhat_setBalance', address, numberToHex(wei));

  async function head(): Promise<Block> {
    const block = await client.getBlock({ includeTransactions: false });
    return { number: Number(block.number), hash: block.hash, timestamp: Number(block.timestamp) };
  }

  /** Calls run in the pending block. EDR counts its time from the last block, which is long ago after a replay. */
  async function moveTimeTo(unixSeconds: number): Promise<void> {
    const pending = await client.getBlock({ blockTag: 'pending' });
    const secondsBehind = unixSeconds - Number(pending.timestamp);
    if (secondsBehind > 0) await request('evm_increaseTime', numberToHex(secondsBehind));
  }

  return {
    head,
    moveTimeTo,
    call: ({ method, params }: RpcCall) => request(method, ...params),
    /** Throws when this transaction can never be mined. Otherwise the transaction waits for the next block. */
    submit: (rawTransaction: Hex) => request('eth_sendRawTransaction', rawTransaction),
    drop: (txHash: Hex) => request('hardhat_dropTransaction', txHash),
    async mine(blockTimestamp: number): Promise<Block> {
      await request('evm_mine', numberToHex(blockTimestamp));
      return head();
    },
    pid: edr.pid,
    crashed: edr.crashed,
    close: edr.close,
  };
}
