import { type Address, type FaucetAnswer, Problem } from '@assay/protocol';
import type { z } from 'zod';

/** The chain that the service runs itself. */
type EmbeddedMint = {
  readonly network: string;
  readonly chainId: number;
  readonly rpcUrl: string;
  readonly usdcAddress: `0x${string}`;
  mintUsdc(to: `0x${string}`, amount: bigint): Promise<void>;
  giveEther(to: `0x${string}`, wei: bigint): Promise<void>;
};
type Deps = {
  /** The embedded chain and a loopback address: nowhere else is money given away, not even play money. */
  readonly isOpen: boolean;
  readonly findChain: () => EmbeddedMint | undefined;
};
type Answer = z.input<typeof FaucetAnswer>;

const USDC_GIVEN = 10_000_000n;
const WEI_GIVEN = 10n ** 17n;
const LOOPBACK_HOST = /^(localhost|127(?:\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/;

/** Test money for whoever tries the service on their own machine. */
export function createFaucet({ isOpen, findChain }: Deps) {
  return async (address: Address, host: string | undefined): Promise<Answer> => {
    // A foreign name that resolves to this machine is an attack on its browser.
    if (!isOpen || host === undefined || !LOOPBACK_HOST.test(host)) throw new Problem('route_not_found');
    const chain = findChain();
    if (chain === undefined) throw new Problem('chain_unavailable');
    const to = address as `0x${string}`;
    await chain.mintUsdc(to, USDC_GIVEN);
    await chain.giveEther(to, WEI_GIVEN);
    const { network, chainId, rpcUrl, usdcAddress } = chain;
    const usdc = { amount: USDC_GIVEN.toString(), currency: 'USDC', decimals: 6 } as const;
    return { address, network, chainId, embedded: true, rpcUrl, usdcAddress, usdc, gasWei: WEI_GIVEN.toString() };
  };
}
