import {
  NONCE_LIFE_SECONDS,
  type Nonce,
  type NonceAnswer,
  type NoncePurpose,
  type NonceQuery,
  newNonce,
  Problem,
  type RandomBytes,
  toKeyResource,
} from '@assay/protocol';
import type { NonceStore } from './nonces.store.ts';
import type { SiweTerms } from './siwe.policy.ts';

type Deps = {
  readonly store: NonceStore;
  readonly random: RandomBytes;
  readonly clock: { now(): Date };
  readonly publicBaseUrl: string;
  readonly chainId: number;
};

/** Part of the signed text, so that a signature for one purpose cannot serve another. */
const STATEMENTS: Readonly<Record<NoncePurpose, string>> = {
  link: 'Link this wallet to Assay and receive an API key.',
  wallet: 'Add this wallet to an Assay developer account.',
  flag: 'Report a problem with an Assay certificate.',
  revoke: 'Revoke API keys of this wallet.',
};

/** Single-use nonces that wallets sign. */
export function createNonces({ store, random, clock, publicBaseUrl, chainId }: Deps) {
  const termsOf = (purpose: NoncePurpose): SiweTerms => ({
    domain: new URL(publicBaseUrl).host,
    uri: publicBaseUrl,
    chainId,
    statement: STATEMENTS[purpose],
  });

  async function create({ purpose, walletAddress, keyId }: NonceQuery): Promise<NonceAnswer> {
    const issuedAt = clock.now();
    const expiresAt = new Date(issuedAt.getTime() + NONCE_LIFE_SECONDS * 1000);
    const nonce = newNonce(random);
    await store.insert(nonce, purpose, expiresAt);
    const terms = {
      nonce,
      ...termsOf(purpose),
      issuedAt: issuedAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
    };
    // The client signs a flag as a separate text that names the certificate, so there is no complete message to return.
    const resources = purpose === 'revoke' ? [toKeyResource(keyId)] : [];
    const message =
      walletAddress === undefined || purpose === 'flag' ? null : siweMessage({ ...terms, walletAddress, resources });
    return { ...terms, message };
  }

  async function use(nonce: Nonce, purpose: NoncePurpose): Promise<void> {
    if (!(await store.use(nonce, purpose, clock.now()))) throw new Problem('nonce_invalid');
  }

  /** Checked before an expensive proof. Only `use` spends the nonce. */
  async function requireUsable(nonce: Nonce, purpose: NoncePurpose): Promise<void> {
    if (!(await store.isUsable(nonce, purpose, clock.now()))) throw new Problem('nonce_invalid');
  }

  return { create, use, requireUsable, termsOf, deleteExpired: () => store.deleteExpired(clock.now()) };
}
export type Nonces = ReturnType<typeof createNonces>;

type SiweMembers = Omit<NonceAnswer, 'message'> & { walletAddress: string; resources: readonly string[] };

/** Formats an EIP-4361 message. */
const siweMessage = (terms: SiweMembers): string =>
  [
    `${terms.domain} wants you to sign in with your Ethereum account:`,
    terms.walletAddress,
    '',
    terms.statement,
    '',
    `URI: ${terms.uri}`,
    'Version: 1',
    `Chain ID: ${terms.chainId}`,
    `Nonce: ${terms.nonce}`,
    `Issued At: ${terms.issuedAt}`,
    `Expiration Time: ${terms.expiresAt}`,
    ...(terms.resources.length === 0 ? [] : ['Resources:', ...terms.resources.map((resource) => `- ${resource}`)]),
  ].join('\n');
