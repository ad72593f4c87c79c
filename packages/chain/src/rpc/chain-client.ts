// One client over several RPC URLs. A URL is used only after it has confirmed the configured chain.
import {
  createPublicClient,
  custom,
  defineChain,
  fallback,
  hexToNumber,
  http,
  isHex,
  numberToHex,
  type PublicClient,
  type Transport,
} from 'viem';
import { WrongChainError } from './chain-errors.ts';

const RPC_DEFAULTS = { timeoutMs: 10_000, pollingIntervalMs: 500 } as const;
/**
 * Gas limit of one `eth_call`. Contract wallets and ERC-6492 factories are third-party code, and a node would run it up
 * to the gas of a whole block. The limit suffices for creating a wallet and verifying a passkey in Solidity.
 */
const CALL_GAS_MAX = 3_000_000;

export type ChainClient = PublicClient<Transport, ReturnType<typeof describeChain>>;
export type ChainClientOptions = { rpcUrls: readonly string[]; chainId: number; timeoutMs?: number };

export type RpcHealth =
  | { url: string; state: 'ok' }
  | { url: string; state: 'unreachable' }
  | { url: string; state: 'wrong_chain'; chainId: number };

export function createChainClient(options: ChainClientOptions): ChainClient {
  const { rpcUrls, chainId, timeoutMs = RPC_DEFAULTS.timeoutMs } = options;
  const transports = rpcUrls.map((url) => checkedTransport(url, { chainId, timeoutMs }));
  return createPublicClient({
    chain: describeChain(chainId),
    transport: fallback(transports, { rank: false, retryCount: 0 }),
    pollingInterval: RPC_DEFAULTS.pollingIntervalMs,
    cacheTime: 0, // a stale block number would miscount confirmations
  });
}

/** The health of each URL, for startup and for the operator. */
export function checkRpcUrls(options: ChainClientOptions): Promise<RpcHealth[]> {
  const { rpcUrls, chainId, timeoutMs = RPC_DEFAULTS.timeoutMs } = options;
  return Promise.all(
    rpcUrls.map(async (url): Promise<RpcHealth> => {
      const served = await askChainId(http(url)({ retryCount: 0, timeout: timeoutMs })).catch(() => undefined);
      if (served === undefined) return { url, state: 'unreachable' };
      return served === chainId ? { url, state: 'ok' } : { url, state: 'wrong_chain', chainId: served };
    }),
  );
}

function describeChain(chainId: number) {
  return defineChain({
    id: chainId,
    name: `eip155:${chainId}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [] } },
  });
}

function checkedTransport(url: string, { chainId, timeoutMs }: { chainId: number; timeoutMs: number }): Transport {
  const inner = http(url)({ retryCount: 0, timeout: timeoutMs });
  let check: Promise<void> | undefined;

  async function requireRightChain(): Promise<void> {
    const served = await askChainId(inner);
    if (served !== chainId) throw new WrongChainError(chainId, served);
  }
  async function request({ method, params }: { method: string; params?: unknown }): Promise<unknown> {
    check ??= requireRightChain();
    await check.catch((error: unknown) => {
      check = undefined; // a node that was down or wrong may recover
      throw error;
    });
    return inner.request({ method, params: boundCall(method, params) });
  }
  return custom({ request }, { retryCount: 0 });
}

/** Sets the gas limit on calls without one. viem uses other methods to estimate and send transactions. */
function boundCall(method: string, params: unknown): unknown {
  if (method !== 'eth_call' || !Array.isArray(params)) return params;
  const [call, ...rest] = params as [Record<string, unknown>, ...unknown[]];
  return call.gas === undefined ? [{ ...call, gas: numberToHex(CALL_GAS_MAX) }, ...rest] : params;
}

async function askChainId(transport: ReturnType<ReturnType<typeof http>>): Promise<number> {
  const answer: unknown = await transport.request({ method: 'eth_chainId' });
  if (!isHex(answer)) throw new Error('The node did not answer with a chain id.');
  return hexToNumber(answer);
}
