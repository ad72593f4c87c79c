import { parseSeed, type Signer, TrustRoot } from '@assay/protocol';
import { openSigner, type SecretBox } from '../../platform/auth/index.ts';
import type { TrustStore } from './trust.store.ts';
import { keyOfTheDay } from './trust-root.policy.ts';

export class SigningKeyError extends Error {
  override name = 'SigningKeyError';
}

type Deps = {
  readonly store: TrustStore;
  /** Of the configuration: the first key, and what later ones are closed with. */
  readonly first: Signer;
  readonly box: SecretBox;
  readonly clock: { now(): Date };
  /** Signers that were opened before, shared by all that read the same database. */
  readonly opened: Map<string, Signer>;
};

/** The key that signs now, as the newest trust root says. It is asked for each time, so a rotation is known everywhere at once. */
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
    /** A new key, kept closed. It signs when a trust root says so. */
    async add(seed: Uint8Array): Promise<Signer> {
      const signer = openSigner(seed);
      await store.insertSeed(signer.keyId, box.seal(Buffer.from(seed).toString('hex'), signer.keyId));
      return signer;
    },
    /** In a transaction: what is sealed in it is sealed with a key that is in force until it commits. */
    async hold(): Promise<void> {
      await store.holdKeys();
    },
  };
}
export type SigningKeys = ReturnType<typeof createSigningKeys>;

const foreignKey = (keyId: string): string =>
  `This database was signed with key ${keyId}, which the current SIGNING_KEY (or the file signing-key in DATA_DIR) cannot decrypt. ` +
  'Restore the previous key. To create a new key, run: npm run server -- keys rotate';
