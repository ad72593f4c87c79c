import { walletRoutes } from '@assay/protocol';
import { bindRoutes, Reply } from '../../platform/http/index.ts';
import type { Wallets } from './wallets.service.ts';

export const bindWalletRoutes = (wallets: Wallets, walletUrlOf: (id: string) => string) =>
  bindRoutes(walletRoutes, {
    listWallets: (_, { caller }) => wallets.list(caller.accountId),
    addWallet: async ({ body }, { caller, requestId }) => {
      const wallet = await wallets.add(caller.accountId, body, requestId);
      return new Reply(wallet, { headers: { Location: walletUrlOf(wallet.id) } });
    },
    makeWalletPrimary: ({ params }, { caller, requestId }) =>
      wallets.makePrimary(caller.accountId, params.id, requestId),
    removeWallet: ({ params }, { caller, requestId }) => wallets.remove(caller.accountId, params.id, requestId),
  });
