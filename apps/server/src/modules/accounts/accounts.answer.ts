import { Account } from '@assay/protocol';
import type { AccountRow } from './accounts.store.ts';

/** An account exists only after its address was proven, so `emailVerified` says nothing new. */
export const toAccount = (row: AccountRow, primaryWallet: string | undefined): Account =>
  Account.parse({
    id: row.id,
    email: row.email,
    emailVerified: true,
    displayName: row.displayName,
    primaryWallet: primaryWallet ?? null,
    notify: row.notify,
    createdAt: row.createdAt.toISOString(),
  });
