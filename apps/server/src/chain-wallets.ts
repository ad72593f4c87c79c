/** Wallet reads on the chain: contract signatures and balances. */
import { Address, Problem } from '@assay/protocol';
import type { OpenChain } from './chain-home.ts';
import type { IsSignedByContract } from './modules/accounts/index.ts';

type Deps = {
  /** False in a process that never opens a chain. There, a contract wallet cannot prove a signature. */
  readonly hasChain: boolean;
  readonly findChain: () => Pick<OpenChain, 'payments'> | undefined;
};

export function createContractWalletCheck({ hasChain, findChain }: Deps): IsSignedByContract {
  return async ({ address, message, signature }) => {
    if (!hasChain || !isHex(signature) || !isHex(address)) return false;
    const chain = findChain();
    if (chain === undefined) throw new Problem('chain_unavailable');
    try {
      return await chain.payments.isSignedBy(address, message, signature);
    } catch (error) {
      if (chain.payments.isUnavailable(error)) throw new Problem('chain_unavailable', undefined, { cause: error });
      throw error;
    }
  };
}

type Holdings = Pick<OpenChain, 'facts' | 'balanceOf'>;

/** Time limit of a wallet read. */
const PATIENCE_MS = 1_000;

/** USDC and bounty token balances of a wallet. Null without a chain or after the time limit. */
export function createHoldings(findChain: () => Holdings | undefined) {
  return async (wallet: string) => {
    const walletAddress = Address.parse(wallet);
    const chain = findChain();
    if (chain === undefined || !isHex(walletAddress)) return null;
    const { network, usdcAddress, tokenAddress } = chain.facts;
    const patience = new Promise<null>((resolve) => void setTimeout(() => resolve(null), PATIENCE_MS).unref());
    const read = Promise.all([
      chain.balanceOf(usdcAddress, walletAddress),
      tokenAddress === null ? 0n : chain.balanceOf(tokenAddress, walletAddress),
    ]);
    const held = await Promise.race([read.catch(() => null), patience]);
    if (held === null) return null;
    const [usdc, asy] = held;
    return { walletAddress, network, usdc: usdc.toString(), asy: asy.toString() };
  };
}

const isHex = (text: string): text is `0x${string}` => /^0x[0-9a-fA-F]*$/.test(text);
