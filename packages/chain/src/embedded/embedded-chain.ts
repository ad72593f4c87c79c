import { type Address, type Hex, parseEther } from 'viem';
import { privateKeyToAddress } from 'viem/accounts';
import { type Clock, createBlockWriter } from './block-writer.ts';
import type { ChainJournal } from './chain-journal.ts';
import { openEdrNode } from './edr-node.ts';
import { createFaucet } from './faucet.ts';
import { createGenesis, EMBEDDED_CHAIN_ID, EMBEDDED_USDC_ADDRESS } from './genesis.ts';
import { serveRpc } from './rpc-server.ts';

const GAS_MONEY = { below: parseEther('10'), to: parseEther('100') } as const;

export type EmbeddedChainOptions = {
  journal: ChainJournal;
  clock: Clock;
  /** Owns genesis. The same key for the life of the journal, or the replay diverges. Worth nothing elsewhere. */
  faucetKey: Hex;
  /** Admin and committer of the registry, holder of all ASY. Takes effect when the journal is empty. */
  operator: Address;
  /** Accounts of the service that pay gas; they are topped up at start. */
  gasAccounts: Address[];
  chainId?: number;
  /** 0, the default, lets the system choose. */
  port?: number;
};
export type EmbeddedChain = Awaited<ReturnType<typeof startEmbeddedChain>>;

/** Resolves when the journal is replayed and the contracts stand. Throws JournalDivergedError when it cannot be replayed. */
export async function startEmbeddedChain(options: EmbeddedChainOptions) {
  const { journal, clock, faucetKey, operator, gasAccounts, chainId = EMBEDDED_CHAIN_ID, port = 0 } = options;

  const node = await openEdrNode({ chainId, genesis: createGenesis(privateKeyToAddress(faucetKey)) });
  const writer = createBlockWriter({ node, journal, clock });
  await writer.catchUp().catch(async (error: unknown) => {
    await node.close();
    throw error;
  });

  const rpc = await serveRpc({ node, writer, port });
  const faucet = createFaucet({ rpcUrl: rpc.url, writer, chainId, faucetKey });
  await faucet.deployContracts(operator);
  for (const account of gasAccounts) await faucet.topUpEther(account, GAS_MONEY);

  return {
    chainId,
    rpcUrl: rpc.url,
    usdcAddress: EMBEDDED_USDC_ADDRESS,
    registryAddress: faucet.registryAddress,
    tokenAddress: faucet.tokenAddress,
    head: node.head,
    /** Of the process that runs the EVM. */
    pid: node.pid,
    /** Resolves when the chain's process has died: what is open here answers nothing any more. */
    crashed: node.crashed,
    /** A fresh block hash on demand, as a beacon. */
    mineEmptyBlock: () => writer.write(async () => null),
    giveEther: faucet.giveEther,
    mintUsdc: faucet.mintUsdc,
    async close(): Promise<void> {
      await rpc.close();
      await node.close();
    },
  };
}
