import { parseSeed, type Signer, TrustRoot } from '@assay/protocol';
import { openSigner, type SecretBox } from '../../platform/auth/index.ts';
import type { TrustStore } from './trust.store.ts';
import { keyOfTheDay } from './trust-root.policy.ts';

export class SigningKeyError extends Error {
  override name = 'SigningKeyError';
}

type Deps = {
  readonly store: TrustStore;
  /** The configured key: the first signing key, and the one that encrypts later seeds. */
  readonly first: Signer;
  readonly box: SecretBox;
  readonly clock: { now(): Date };
  /** Opened signers, shared by all users of the same database. */
  readonly opened: Map<string, Signer>;
};

/**
 * The current signing key, according to the newest trust root. It is read for every signature, so a rotation applies
 * everywhere at once.
 */
export function createSigningKeys({ store, first, box, clock, opened }: Deps) {
  async function newest(): Promise<TrustRoot> {
    const document = await store.findNewest();
    if (document === undefined) throw new SigningKeyError('There is no trust root yet: start the service first.');
    return TrustRoot.parse(JSON.parse(document));
  }

  async function signerOf(keyId: string): Promise<Signer> {
    if (keyId === first.keyId) return first;
    const known = opened.get(keyId);
    if (known !== undefined) return known;
    const sealed = await store.findSeed(keyId);
    if (sealed === undefined) throw new SigningKeyError(foreignKey(keyId));
    const signer = openSigner(parseSeed(open(sealed, keyId)));
    opened.set(keyId, signer);
    return signer;
  }

  function open(sealed: string, keyId: string): string {
    try {
      return box.open(sealed, keyId);
    } catch (cause) {
      throw new SigningKeyError(foreignKey(keyId), { cause });
    }
  }

  return {
    first,
    newest,
    signerOf,
    current: async (): Promise<Signer> => signerOf(keyOfTheDay(await newest(), clock.now()).keyId),
    /** Stores a new key, encrypted. It signs once a trust root includes it. */
    async add(seed: Uint8Array): Promise<Signer> {
      const signer = openSigner(seed);
      await store.insertSeed(signer.keyId, box.seal(Buffer.from(seed).toString('hex'), signer.keyId));
      return signer;
    },
    /** Holds the keys for a transaction: a signature in it uses a key that stays in force until the commit. */
    async hold(): Promise<void> {
      await store.holdKeys();
    },
  };
}
export type SigningKeys = ReturnType<typeof createSigningKeys>;

const foreignKey = (keyId: string): string =>
  `This database was signed with key ${keyId}, which the current SIGNING_KEY (or the file signing-key in DATA_DIR) cannot decrypt. ` +
  'Restore the previous key. To create a new key, run: npm run server -- keys rotate';
