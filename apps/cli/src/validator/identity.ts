import { randomBytes } from 'node:crypto';
import type { Api } from '@assay/client/api';
import { hashPersonalMessage, type LinkResult, type NonceAnswer } from '@assay/protocol';
import { UsageError } from '../exit-codes.ts';
import { type LocalWallet, openWallet } from '../wallet/typed-transfer.ts';

const KEY_BYTES = 32;

export const newWalletKey = (): string => `0x${randomBytes(KEY_BYTES).toString('hex')}`;

type Linking = { readonly url: string; readonly issuer: string; readonly name: string | undefined };

/** Proves control of the wallet to the service and obtains an API key for it. */
export async function linkWallet(api: Api, key: string, { url, issuer, name }: Linking): Promise<LinkResult> {
  const wallet = openWallet(key);
  const nonce = (await api.call('createNonce', { query: { walletAddress: wallet.address } })) as NonceAnswer;
  const message = requireOwnText(nonce.message, wallet, { url, issuer });
  const signature = wallet.sign(Buffer.from(hashPersonalMessage(message)));
  const body = { message, signature, label: 'validator', ...(name !== undefined && { actorName: name }) };
  return (await api.call('linkWallet', { body })) as LinkResult;
}

/** A complete EIP-4361 text. The only optional line that it allows is the expiration time. */
const SIGN_IN = new RegExp(
  [
    '^(?<domain>[^\\s/?#@]+) wants you to sign in with your Ethereum account:',
    '(?<account>0x[0-9a-fA-F]{40})',
    '',
    'Link this wallet to Assay and receive an API key\\.',
    '',
    'URI: (?<uri>\\S+)',
    'Version: 1',
    'Chain ID: \\d{1,15}',
    'Nonce: [A-Za-z0-9]{8,128}',
    'Issued At: (?<issuedAt>\\S+)',
    'Expiration Time: (?<expiresAt>\\S+)$',
  ].join('\\n'),
);
const LIFE_MS_MAX = 3_600_000;

const hostOf = (url: string): string | undefined => URL.parse(url)?.host;

/**
 * Signs only for this account and the intended service. A service on this machine may have another name, which its keys
 * sign (`issuer`).
 */
export function requireOwnText(
  message: string | null,
  { address }: Pick<LocalWallet, 'address'>,
  { url, issuer }: Pick<Linking, 'url' | 'issuer'>,
): string {
  const { host, hostname } = new URL(url);
  const isNear = hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
  const meant = isNear ? hostOf(issuer) : host;
  const { domain, account, uri = '', issuedAt = '', expiresAt = '' } = SIGN_IN.exec(message ?? '')?.groups ?? {};
  const lifeMs = Date.parse(expiresAt) - Date.parse(issuedAt);
  const isMeant = meant !== undefined && domain === meant && hostOf(uri) === meant && account === address;
  if (message === null || !isMeant || !(lifeMs > 0 && lifeMs <= LIFE_MS_MAX))
    throw new UsageError(
      `The text that ${host} asks this wallet to sign is not a sign-in to ${meant ?? host}. Nothing was signed.`,
    );
  return message;
}
