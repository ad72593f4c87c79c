import {
  newUuidV7,
  PRINCIPAL_LIMITS,
  Problem,
  type RandomBytes,
  WalletLink,
  WalletLinkId,
  type WalletLinkRequest,
} from '@assay/protocol';
import type { AccountTransaction, InTransaction } from './accounts.transaction.ts';
import type { WalletProof } from './wallet-proof.service.ts';
import type { WalletRow, WalletStore } from './wallets.store.ts';

type Deps = {
  readonly prove: WalletProof['prove'];
  readonly store: WalletStore;
  readonly inTransaction: InTransaction;
  readonly random: RandomBytes;
  readonly clock: { now(): Date };
};
type Act = { readonly action: 'wallet.added' | 'wallet.made_primary' | 'wallet.removed'; readonly requestId: string };

/** Wallets of an account. A wallet belongs to one account. An account with wallets has exactly one primary wallet. */
export function createWallets({ prove, store, inTransaction, random, clock }: Deps) {
  async function list(accountId: string) {
    return { items: (await store.list(accountId)).map(toWalletLink), nextCursor: null };
  }

  async function add(accountId: string, request: WalletLinkRequest, requestId: string): Promise<WalletLink> {
    const address = await prove(request, 'wallet');
    return inTransaction(async (tx) => {
      const present = await lockList(tx, accountId);
      const known = present.find((wallet) => wallet.address === address);
      if (known !== undefined) return toWalletLink(known);
      const max = PRINCIPAL_LIMITS.walletsMax;
      if (present.length >= max) throw new Problem('wallet_limit_reached', { max });

      const verifiedAt = clock.now();
      const id = newUuidV7(WalletLinkId, verifiedAt.getTime(), random);
      const row = { id, accountId, address, label: request.label ?? '', isPrimary: present.length === 0, verifiedAt };
      const added = await tx.wallets.insert(row);
      if (added === undefined) throw new Problem('wallet_taken');
      await log(tx, added, { action: 'wallet.added', requestId });
      return toWalletLink(added);
    });
  }

  async function makePrimary(accountId: string, id: string, requestId: string): Promise<WalletLink> {
    return inTransaction(async (tx) => {
      await lockList(tx, accountId);
      const wallet = await tx.wallets.makePrimary(id, accountId);
      if (wallet === undefined) throw new Problem('wallet_not_found');
      await log(tx, wallet, { action: 'wallet.made_primary', requestId });
      return toWalletLink(wallet);
    });
  }

  async function remove(accountId: string, id: string, requestId: string): Promise<void> {
    await inTransaction(async (tx) => {
      const present = await lockList(tx, accountId);
      const wallet = present.find((one) => one.id === id);
      if (wallet === undefined) throw new Problem('wallet_not_found');
      const isNeeded = (wallet.isPrimary && present.length > 1) || (await tx.wallets.isPaying(wallet));
      if (isNeeded) throw new Problem('wallet_in_use');
      await tx.wallets.delete(id, accountId);
      await log(tx, wallet, { action: 'wallet.removed', requestId });
    });
  }

  /** Serializes the requests of one account, so that concurrent additions cannot exceed the limit. */
  async function lockList(tx: AccountTransaction, accountId: string): Promise<WalletRow[]> {
    if ((await tx.accounts.lock(accountId)) === undefined) throw new Problem('token_expired');
    return tx.wallets.list(accountId);
  }

  function log(tx: AccountTransaction, { id, accountId }: WalletRow, { action, requestId }: Act) {
    const entry = { actor: `account:${accountId}`, action, subjectType: 'account', subjectId: accountId };
    return tx.operatorQueue.log({ ...entry, detail: { walletId: id }, requestId }, clock.now());
  }

  return { list, add, makePrimary, remove };
}
export type Wallets = ReturnType<typeof createWallets>;

const toWalletLink = ({ id, address, label, isPrimary, verifiedAt }: WalletRow): WalletLink =>
  WalletLink.parse({ id, address, label, primary: isPrimary, verifiedAt: verifiedAt.toISOString() });
