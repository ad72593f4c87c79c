/** Obtains this page's API key and replaces its previous one. */
import { ask, Refusal } from '../api.ts';
import type { Holder } from '../key.tsx';
import { connect, signText, type Wallet } from '../wallet.ts';

/** Stores only the key's id, which grants no access. It identifies the key to replace. */
const idOfPageKey = (address: string): string => `assay:page-key:${address.toLowerCase()}`;

export const isKeyLimit = (refusal: Refusal | undefined): boolean => refusal?.code === 'key_limit_reached';

/** Links the wallet with a new key that replaces this page's previous one, so that visits do not exhaust the wallet's key limit. */
export async function linkWallet(wallet: Wallet): Promise<Holder> {
  const address = await connect(wallet);
  const earlier = localStorage.getItem(idOfPageKey(address)) ?? undefined;
  const linked = await requestKey(wallet, address).catch(async (error: unknown) => {
    if (earlier === undefined || !(error instanceof Refusal) || !isKeyLimit(error)) throw error;
    await revokeKeys(wallet, address, earlier);
    return requestKey(wallet, address);
  });
  localStorage.setItem(idOfPageKey(address), linked.keyId);
  if (earlier !== undefined) await endKey(earlier, linked.apiKey);
  return { apiKey: linked.apiKey, actorId: linked.actor.id };
}

/** Revokes every key of the wallet and creates a new one. */
export async function relinkWallet(wallet: Wallet): Promise<Holder> {
  const address = await connect(wallet);
  await revokeKeys(wallet, address);
  localStorage.removeItem(idOfPageKey(address));
  return linkWallet(wallet);
}

async function requestKey(wallet: Wallet, address: string) {
  const { message } = await ask('createNonce', `GET /api/v1/auth/nonce?purpose=link&walletAddress=${address}`);
  const signature = await signText(wallet, address, message ?? '');
  return ask('linkWallet', 'POST /api/v1/auth/link', { body: { message, signature, label: 'Portal' } });
}

async function revokeKeys(wallet: Wallet, address: string, keyId?: string): Promise<void> {
  const only = keyId === undefined ? '' : `&keyId=${encodeURIComponent(keyId)}`;
  const asked = `GET /api/v1/auth/nonce?purpose=revoke&walletAddress=${address}${only}` as const;
  const { message } = await ask('createNonce', asked);
  const signature = await signText(wallet, address, message ?? '');
  await ask('revokeKeys', 'POST /certsvc/v1/auth/keys/revoke', { body: { message, signature } });
}

/** The key may already have been revoked elsewhere. */
async function endKey(keyId: string, apiKey: string): Promise<void> {
  await ask('revokeKey', `DELETE /api/v1/auth/keys/${encodeURIComponent(keyId)}`, { key: apiKey }).catch((error) => {
    if (!(error instanceof Refusal) || error.code !== 'key_not_found') throw error;
  });
}
