import type { Hex, LocalAccount } from '@assay/chain';
import { type Fault, type FaultyRpc, startFaultyRpc, startTestChain, type TestChain } from '@assay/chain/testing';
import { vi } from 'vitest';
import { chainEnv, facilitatorOf } from './chain-env.ts';
import { createTestClock } from './test-clock.ts';
import { startTestServer, type TestServer, type TestServerOptions } from './test-server.ts';

export { type Buyer, newBuyer, quoteFor } from './buyer.ts';
export { chainEnv } from './chain-env.ts';

const ONE_ETHER = 10n ** 18n;

export type ChainServer = {
  readonly server: TestServer;
  readonly chain: TestChain;
  /** A proxy in front of the chain, whose faults can be set at any time. */
  readonly rpc: FaultyRpc;
  close(): Promise<void>;
};

/** `fault` applies from before the start of the server. */
type ChainServerOptions = TestServerOptions & { fault?: Fault };

/** A server with a real chain in this process and the same clock, behind a node that can be made to fail. */
export async function startChainServer({ fault, ...options }: ChainServerOptions = {}): Promise<ChainServer> {
  const { clock = createTestClock() } = options;
  const chain = await startTestChain({ clock });
  const rpc = await startFaultyRpc(chain.rpcUrl);
  if (fault !== undefined) rpc.set(fault);
  const server = await startTestServer({ ...options, clock, env: { ...chainEnv(chain, rpc.url), ...options.env } });
  await chain.giveEther(facilitatorOf(server.signer).address, ONE_ETHER);
  await chainOpen(server);
  return {
    server,
    chain,
    rpc,
    async close() {
      await server.close();
      await rpc.close();
      await chain.close();
    },
  };
}

/** A second API process of the same service, with a public address and its rate limits. */
export async function startPublicServer({ server, chain, rpc }: ChainServer): Promise<TestServer> {
  const { database, clock } = server;
  const address = { PUBLIC_BASE_URL: 'https://assay.example', RATE_LIMITS: undefined };
  const env = { ...chainEnv(chain, rpc.url), ASSAY_ROLES: 'api', ...address };
  const served = await startTestServer({ database, clock, env });
  await chainOpen(served);
  return served;
}

export const chainOpen = (server: TestServer) =>
  vi.waitFor(
    () => {
      const chain = server.app.chain.find();
      if (chain === undefined) throw new Error('The chain is not open yet.');
      return chain;
    },
    { timeout: 60_000 },
  );

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

/** A plain ERC-20 transfer, as any wallet sends it. */
export const sendTokens = (
  chain: TestChain,
  from: LocalAccount,
  { token = chain.usdcAddress, to, amount }: { token?: Hex; to: string; amount: string },
): Promise<Hex> =>
  chain.walletOf(from).writeContract({
    address: token,
    abi: TRANSFER_ABI,
    functionName: 'transfer',
    args: [to as Hex, BigInt(amount)],
    account: from,
    chain: null,
  });
