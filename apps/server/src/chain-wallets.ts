/** Contract wallets: whether they signed is a question to the chain. */
import { Problem } from '@assay/protocol';
import type { OpenChain } from './chain-home.ts';
import type { IsSignedByContract } from './modules/accounts/index.ts';

type Deps = {
  /** False in a process that never has a chain: there a wallet without a key of its own proves nothing. */
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

const isHex = (text: string): text is `0x${string}` => /^0x[0-9a-fA-F]*$/.test(text);
