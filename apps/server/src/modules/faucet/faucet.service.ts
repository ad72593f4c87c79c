import { type Address, type FaucetAnswer, Problem } from '@assay/protocol';
import type { z } from 'zod';
import { isLocalRequest, type LocalHeaders } from '../../platform/http/index.ts';

/** The embedded chain. */
type EmbeddedMint = {
  readonly network: string;
  readonly chainId: number;
  readonly rpcUrl: string;
  readonly usdcAddress: `0x${string}`;
  mintUsdc(to: `0x${string}`, amount: bigint): Promise<void>;
  giveEther(to: `0x${string}`, wei: bigint): Promise<void>;
};
type Deps = {
  /** True if the service is on loopback and runs the embedded chain. */
  readonly isOpen: boolean;
  readonly findChain: () => EmbeddedMint | undefined;
};
type Answer = z.input<typeof FaucetAnswer>;

const USDC_GIVEN = 10_000_000n;
const WEI_GIVEN = 10n ** 17n;

/** Test tokens for local trials. */
export function createFaucet({ isOpen, findChain }: Deps) {
  return async (address: Address, headers: LocalHeaders): Promise<Answer> => {
    if (!isOpen || !isLocalRequest(headers)) throw new Problem('route_not_found');
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
