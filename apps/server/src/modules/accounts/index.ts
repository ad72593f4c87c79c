import type { Database } from '../../platform/db/index.ts';
import { accountStore } from './accounts.store.ts';
import { type AgentStore, agentStore } from './agents.store.ts';
import { challengeStore } from './challenges.store.ts';
import { notificationStore } from './notifications.store.ts';
import { type WalletStore, walletStore } from './wallets.store.ts';

export { bindAccountRoutes } from './account.routes.ts';
export { type Accounts, createAccounts } from './accounts.service.ts';
export type { AccountTransaction } from './accounts.transaction.ts';
export { bindAgentRoutes } from './agent.routes.ts';
export { bindDevInboxRoutes } from './dev-inbox.routes.ts';
export { createDevInbox } from './dev-inbox.service.ts';
export { createLinks } from './links.service.ts';
export { createLogin } from './login.service.ts';
export { createNonces, type Nonces } from './nonces.service.ts';
export { nonceStore } from './nonces.store.ts';
export { createNotifications, type NotificationTransaction } from './notifications.service.ts';
export { findOwnerWallet } from './owner-wallet.service.ts';
export { createOwners, type OwnersOf } from './owners.service.ts';
export { ownerStore } from './owners.store.ts';
export { createTokens } from './tokens.service.ts';
export { bindWalletRoutes } from './wallet.routes.ts';
export { createWalletProof, type IsSignedByContract } from './wallet-proof.service.ts';
export { createWallets } from './wallets.service.ts';

export type { AgentStore, WalletStore };

/** The stores of this module over a pool or a transaction. */
export const accountStores = (handle: Database) => ({
  accounts: accountStore(handle),
  challenges: challengeStore(handle),
  wallets: walletStore(handle),
  agents: agentStore(handle),
  notifications: notificationStore(handle),
});
