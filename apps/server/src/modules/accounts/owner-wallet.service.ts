import type { AgentStore } from './agents.store.ts';
import type { WalletStore } from './wallets.store.ts';

type Stores = { readonly wallets: Pick<WalletStore, 'findPrimary'>; readonly agents: Pick<AgentStore, 'find'> };

/** The wallet to which a certificate of this owner is issued. `owner` has the format of `principalOf`. */
export async function findOwnerWallet({ wallets, agents }: Stores, owner: string): Promise<string | null> {
  const [kind, id = ''] = owner.split(':');
  if (kind === 'account') return (await wallets.findPrimary(id))?.address ?? null;
  return kind === 'actor' ? ((await agents.find(id))?.walletAddress ?? null) : null;
}
