// A real embedded chain for tests, with its clients and a few funded accounts.
import { type Account, createWalletClient, type Hex, http, type LocalAccount, parseEther, publicActions } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import type { Clock } from '../embedded/block-writer.ts';
import { startEmbeddedChain } from '../embedded/embedded-chain.ts';
import { createChainClient } from '../rpc/chain-client.ts';
import { createTransactionFeed } from '../transactions/transaction-feed.ts';
import { createTransactionSigner } from '../transactions/transaction-signer.ts';
import { createMemoryJournal, type MemoryJournal } from './memory-journal.ts';

export const FAUCET_KEY: Hex = `0x${'fa'.repeat(32)}`;
/** Admin and committer of the registry. */
export const operator: LocalAccount = privateKeyToAccount(`0x${'0a'.repeat(32)}`);
export const systemClock = { now: () => new Date() };

export type TestChain = Awaited<ReturnType<typeof startTestChain>>;

type TestChainOptions = { journal?: MemoryJournal; port?: number; clock?: Clock };

export async function startTestChain({
  journal = createMemoryJournal(),
  port = 0,
  clock = systemClock,
}: TestChainOptions = {}) {
  const chain = await startEmbeddedChain({
    journal,
    port,
    clock,
    faucetKey: FAUCET_KEY,
    operator: operator.address,
    gasAccounts: [operator.address],
  });
  const client = createChainClient({ rpcUrls: [chain.rpcUrl], chainId: chain.chainId });
  return {
    ...chain,
    journal,
    client,
    feed: createTransactionFeed({ client }),
    signerOf: (account: LocalAccount) => createTransactionSigner({ account, chainId: chain.chainId }),
    /** A third party's wallet: stock viem over the public RPC. */
    walletOf: (account: Account) =>
      createWalletClient({ account, chain: client.chain, transport: http(chain.rpcUrl) }).extend(publicActions),
    /** A new account with gas and, optionally, test USDC. */
    async newAccount({ usdc = 0n }: { usdc?: bigint } = {}): Promise<LocalAccount> {
      const account = privateKeyToAccount(generatePrivateKey());
      await chain.giveEther(account.address, parseEther('1'));
      if (usdc > 0n) await chain.mintUsdc(account.address, usdc);
      return account;
    },
  };
}

/** Removes the last blocks, as in a reorganisation: same URL, another branch. The old chain must not be used afterwards. */
export async function reorganise(chain: TestChain, depth: number): Promise<TestChain> {
  const { number } = await chain.head();
  await chain.close();
  const journal = createMemoryJournal(chain.journal.entries.slice(0, number - depth));
  return startTestChain({ journal, port: Number(new URL(chain.rpcUrl).port) });
}
