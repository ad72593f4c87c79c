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
  /** Owns genesis. It must stay the same for the lifetime of the journal, or the replay diverges. The key has no value elsewhere. */
  faucetKey: Hex;
  /** Admin and committer of the registry and holder of all ASY. Only used when the journal is empty. */
  operator: Address;
  /** Accounts of the service that pay gas. They are topped up at start. */
  gasAccounts: Address[];
  chainId?: number;
  /** The default 0 lets the system choose. */
  port?: number;
};
export type EmbeddedChain = Awaited<ReturnType<typeof startEmbeddedChain>>;

/** Resolves when the journal is replayed and the contracts are deployed. Throws JournalDivergedError when the replay diverges. */
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
    /** The id of the EVM process. */
    pid: node.pid,
    /** Resolves when the EVM process has died; all open handles are then dead. */
    crashed: node.crashed,
    /** Returns a new block hash on demand, for use as a beacon. */
    mineEmptyBlock: () => writer.write(async () => null),
    giveEther: faucet.giveEther,
    mintUsdc: faucet.mintUsdc,
    async close(): Promise<void> {
      await rpc.close();
      await node.close();
    },
  };
}
