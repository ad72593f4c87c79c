import { randomBytes } from 'node:crypto';
import type { Api } from '@assay/client/api';
import { hashPersonalMessage, type LinkResult, type NonceAnswer } from '@assay/protocol';
import { UsageError } from '../exit-codes.ts';
import { type LocalWallet, openWallet } from '../wallet/typed-transfer.ts';

const KEY_BYTES = 32;
/** Of EIP-4361: who asks, and whose account it is. */
const ASKS = ' wants you to sign in with your Ethereum account:';

export const newWalletKey = (): string => `0x${randomBytes(KEY_BYTES).toString('hex')}`;

type Linking = { readonly url: string; readonly name: string | undefined };

/** Proves to the service whose wallet this is, and gets an API key for it. */
export async function linkWallet(api: Api, key: string, { url, name }: Linking): Promise<LinkResult> {
  const wallet = openWallet(key);
  const nonce = (await api.call('createNonce', { query: { walletAddress: wallet.address } })) as NonceAnswer;
  const message = requireOwnText(nonce.message, wallet, url);
  const signature = wallet.sign(Buffer.from(hashPersonalMessage(message)));
  const body = { message, signature, label: 'validator', ...(name !== undefined && { actorName: name }) };
  return (await api.call('linkWallet', { body })) as LinkResult;
}

/** Nothing else is signed: no account but this one, and no service but the one that was meant. */
export function requireOwnText(message: string | null, { address }: Pick<LocalWallet, 'address'>, url: string): string {
  const [asks = '', account] = (message ?? '').split('\n');
  const { host, hostname } = new URL(url);
  const isNear = hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
  const isMeant = asks === `${host}${ASKS}` || (isNear && asks.endsWith(ASKS));
  if (message === null || !isMeant || account !== address)
    throw new UsageError(`What ${host} asks this wallet to sign is no sign-in to ${host}. Nothing was signed.`);
  return message;
}
