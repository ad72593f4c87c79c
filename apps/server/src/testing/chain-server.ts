import { randomBytes } from 'node:crypto';
import { type Hex, type LocalAccount, privateKeyToAccount } from '@assay/chain';
import { type Fault, type FaultyRpc, startFaultyRpc, startTestChain, type TestChain } from '@assay/chain/testing';
import { AccountId, newUuidV7, type Quote, Sha256 } from '@assay/protocol';
import { vi } from 'vitest';
import type { z } from 'zod';
import { keyDerivation } from '../platform/auth/index.ts';
import { clientWith } from './developer.ts';
import { createTestClock } from './test-clock.ts';
import { startTestServer, type TestServer, type TestServerOptions } from './test-server.ts';

/** Committer and treasury; the same key as `operator` of the chain's tests. */
export const OPERATOR_KEY: Hex = `0x${'0a'.repeat(32)}`;
const ONE_ETHER = 10n ** 18n;

export type ChainServer = {
  readonly server: TestServer;
  readonly chain: TestChain;
  /** In front of the chain; its faults can be set while everything runs. */
  readonly rpc: FaultyRpc;
  close(): Promise<void>;
};

/** `fault` is there before the server starts. */
export type ChainServerOptions = TestServerOptions & { fault?: Fault };

export const chainEnv = (chain: TestChain, rpcUrl: string): Record<string, string> => ({
  ASSAY_ROLES: 'api,worker',
  CHAIN_RPC_URL: rpcUrl,
  CHAIN_ID: String(chain.chainId),
  CHAIN_PRIVATE_KEY: OPERATOR_KEY,
  CHAIN_CONFIRMATIONS: '1',
  REGISTRY_ADDRESS: chain.registryAddress,
  USDC_ADDRESS: chain.usdcAddress,
  TOKEN_ADDRESS: chain.tokenAddress,
});

/** A server whose chain is a real one in this process, with the same clock, behind a node that can be made to fail. */
export async function startChainServer({ fault, ...options }: ChainServerOptions = {}): Promise<ChainServer> {
  const { clock = createTestClock() } = options;
  const chain = await startTestChain({ clock });
  const rpc = await startFaultyRpc(chain.rpcUrl);
  if (fault !== undefined) rpc.set(fault);
  const server = await startTestServer({ ...options, clock, env: { ...chainEnv(chain, rpc.url), ...options.env } });
  await chain.giveEther(facilitatorOf(server).address, ONE_ETHER);
  await chainOpen(server);
  return {
    ...{ server, chain, rpc },
    async close() {
      await server.close();
      await rpc.close();
      await chain.close();
    },
  };
}

export const chainOpen = (server: TestServer) =>
  vi.waitFor(
    () => {
      const chain = server.app.chain.find();
      if (chain === undefined) throw new Error('The chain is not open yet.');
      return chain;
    },
    { timeout: 20_000 },
  );

const facilitatorOf = ({ signer }: TestServer): LocalAccount =>
  privateKeyToAccount(`0x${keyDerivation(signer)('chain facilitator').toString('hex')}`);

export type Buyer = ReturnType<typeof clientWith> & { readonly principal: string; readonly token: string };

/** A developer with a token, without the way through the mail. */
export async function newBuyer(server: TestServer): Promise<Buyer> {
  const accountId = newUuidV7(AccountId, Date.now(), (length) => randomBytes(length));
  const { token } = await server.app.credentials.mintDeveloperToken(accountId);
  return { ...clientWith(server, token), principal: `account:${accountId}`, token };
}

export const quoteFor = (server: TestServer, { principal }: Buyer): Promise<z.input<typeof Quote>> =>
  server.app.payments.quotes.create(principal, {
    productType: 'SKILL',
    surface: { files: 1 },
    inputSha256: Sha256.parse('0'.repeat(64)),
  });

const TRANSFER_ABI = [
  {
    type: 'function',
    name: 'transfer',
    stateMutability: 'nonpayable',
    inputs: [
      { name: 'to', type: 'address' },
      { name: 'amount', type: 'uint256' },
    ],
    outputs: [{ name: '', type: 'bool' }],
  },
] as const;

/** An ordinary ERC-20 transfer, as any wallet sends it. */
export const sendTokens = (
  chain: TestChain,
  from: LocalAccount,
  { token = chain.usdcAddress, to, amount }: { token?: Hex; to: string; amount: string },
): Promise<Hex> =>
  chain.walletOf(from).writeContract({
    ...{
      address: token,
      abi: TRANSFER_ABI,
      functionName: 'transfer',
      args: [to as Hex, BigInt(amount)],
      account: from,
    },
    chain: null,
  });
