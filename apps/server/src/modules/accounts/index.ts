import type { Database } from '../../platform/db/index.ts';
import { accountStore } from './accounts.store.ts';
import { type AgentRow, type AgentStore, agentStore } from './agents.store.ts';
import { challengeStore } from './challenges.store.ts';
import { deviceLoginStore } from './device-logins.store.ts';
import { notificationStore } from './notifications.store.ts';
import { type WalletStore, walletStore } from './wallets.store.ts';

export type { AccountEvent } from './accounts.published.ts';
export type { Accounts } from './accounts.service.ts';
export type { CallerWallets } from './caller-wallets.service.ts';
export type { DevInbox } from './dev-inbox.service.ts';
export { findOwnerWallet } from './owner-wallet.service.ts';
export type { OwnersOf } from './owners.service.ts';
export type { Tokens } from './tokens.service.ts';
export type { IsSignedByContract } from './wallet-proof.service.ts';
export type { Wallets } from './wallets.service.ts';

export type { AgentRow, AgentStore, WalletStore };

/** The stores of this module over a pool or a transaction. */
export const accountStores = (handle: Database) => ({
  accounts: accountStore(handle),
  challenges: challengeStore(handle),
  deviceLogins: deviceLoginStore(handle),
  wallets: walletStore(handle),
  agents: agentStore(handle),
  notifications: notificationStore(handle),
});
