import type { Actor, Developer } from '../../platform/auth/index.ts';
import type { WalletStore } from './wallets.store.ts';

/** The proven wallets of a caller. */
export function createCallerWallets({ list }: Pick<WalletStore, 'list'>) {
  const ofAccount = async (accountId: string): Promise<string[]> =>
    (await list(accountId)).map(({ address }) => address);
  return {
    ofAccount,
    of: async (caller: Developer | Actor): Promise<string[]> =>
      caller.kind === 'key' ? [caller.walletAddress] : ofAccount(caller.accountId),
    isOf: async (accountId: string, wallet: string): Promise<boolean> => (await ofAccount(accountId)).includes(wallet),
  };
}
export type CallerWallets = ReturnType<typeof createCallerWallets>;
