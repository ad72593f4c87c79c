import { type Account, type AccountChange, Problem } from '@assay/protocol';
import { toAccount } from './accounts.answer.ts';
import type { AccountRow, AccountStore } from './accounts.store.ts';
import type { InTransaction } from './accounts.transaction.ts';
import type { WalletStore } from './wallets.store.ts';

type Deps = {
  readonly accounts: AccountStore;
  readonly wallets: WalletStore;
  readonly inTransaction: InTransaction;
  readonly clock: { now(): Date };
};

/** Reads, changes and deletes the caller's own account. */
export function createAccounts({ accounts, wallets, inTransaction, clock }: Deps) {
  async function get(accountId: string): Promise<Account> {
    return answer(await accounts.find(accountId));
  }

  async function change(accountId: string, { displayName, notify }: AccountChange): Promise<Account> {
    const wanted = {
      ...(displayName === undefined ? {} : { displayName }),
      ...(notify === undefined ? {} : { notify: [...new Set(notify)] }),
    };
    if (Object.keys(wanted).length === 0) return get(accountId);
    return answer(await accounts.change(accountId, wanted));
  }

  async function answer(row: AccountRow | undefined): Promise<Account> {
    // The token was valid at authentication; the account was deleted since.
    if (row === undefined) throw new Problem('token_expired');
    return toAccount(row, (await wallets.findPrimary(row.id))?.address);
  }

  /** Deletes all personal data in one transaction. Sealed and booked records keep the id, which identifies no person. */
  async function remove(accountId: string, requestId: string): Promise<void> {
    await inTransaction(async (tx) => {
      const account = await tx.accounts.lock(accountId);
      if (account === undefined || account.email === null) throw new Problem('token_expired');
      await tx.publish({ type: 'account.closing', accountId });
      const now = clock.now();
      await tx.wallets.deleteAll(accountId);
      await tx.challenges.deleteOf(account.email);
      await tx.deviceLogins.deleteOf(accountId);
      await tx.mails.deleteTo(account.email);
      await tx.credentials.revokeAll(accountId, now, { named: true });
      await tx.credentials.blankLabels(accountId);
      await tx.idempotency.deleteOf(`account:${accountId}`);
      await tx.accounts.blank(accountId, now);
      const subject = { subjectType: 'account', subjectId: accountId };
      await tx.operatorQueue.log(
        { actor: `account:${accountId}`, action: 'account.deleted', ...subject, detail: {}, requestId },
        now,
      );
    });
  }

  return { get, change, remove };
}
export type Accounts = ReturnType<typeof createAccounts>;
