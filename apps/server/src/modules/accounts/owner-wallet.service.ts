import type { AgentStore } from './agents.store.ts';
import type { WalletStore } from './wallets.store.ts';

type Stores = { readonly wallets: Pick<WalletStore, 'findPrimary'>; readonly agents: Pick<AgentStore, 'find'> };

/** The wallet that stands for an owner, as `principalOf` names one: what a certificate is issued to. */
export async function findOwnerWallet({ wallets, agents }: Stores, owner: string): Promise<string | null> {
  const [kind, id = ''] = owner.split(':');
  if (kind === 'account') return (await wallets.findPrimary(id))?.address ?? null;
  return kind === 'actor' ? ((await agents.find(id))?.walletAddress ?? null) : null;
}
