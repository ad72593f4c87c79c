import { Account } from '@assay/protocol';
import type { AccountRow } from './accounts.store.ts';

/** An account is created only after its address is verified, so `emailVerified` is always true. */
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
