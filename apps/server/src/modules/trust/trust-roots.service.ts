import { canonicalize, Problem, type RandomBytes, type Signer, TrustRoot } from '@assay/protocol';
import type { SigningKeys } from './signing-keys.service.ts';
import type { TrustStore } from './trust.store.ts';
import {
  completedRoot,
  firstRoot,
  isDueForRenewal,
  renewedRoot,
  rotatedRoot,
  rotatingKeyIds,
  signRoot,
} from './trust-root.policy.ts';

export type TrustTransaction = { readonly trust: TrustStore; readonly signingKeys: SigningKeys };

type Deps = {
  readonly store: TrustStore;
  readonly inTransaction: <T>(work: (tx: TrustTransaction) => Promise<T>) => Promise<T>;
  readonly webhookSigner: Pick<Signer, 'keyId' | 'publicKey'>;
  readonly logSigner: Pick<Signer, 'keyId' | 'publicKey'>;
  readonly urlOf: (version: number) => string;
  readonly random: RandomBytes;
  readonly clock: { now(): Date };
};

const SEED_BYTES = 32;

/** Publishes the signing keys and rotates them. */
export function createTrustRoots(deps: Deps) {
  const { store, inTransaction, webhookSigner, logSigner, urlOf, random, clock } = deps;
  const add = (tx: TrustTransaction, root: TrustRoot) => tx.trust.insert(root.version, canonicalize(root));

  const signersOf = (keys: SigningKeys, root: TrustRoot, now: Date): Promise<Signer[]> =>
    Promise.all(rotatingKeyIds(root, now).map(keys.signerOf));

  /** Adds the key uses of a newer program version to an existing list. */
  async function complete(tx: TrustTransaction): Promise<void> {
    const [root, now] = [await tx.signingKeys.newest(), clock.now()];
    const body = completedRoot({ root, now, urlOf, logSigner });
    if (body !== undefined) await add(tx, signRoot(body, await signersOf(tx.signingKeys, root, now)));
  }

  async function rotateIn(tx: TrustTransaction, atOnce: boolean) {
    await tx.trust.lockKeys();
    const [root, now] = [await tx.signingKeys.newest(), clock.now()];
    const key = await tx.signingKeys.add(random(SEED_BYTES));
    const body = rotatedRoot({ root, now, urlOf, key, atOnce });
    const signers = [...(await signersOf(tx.signingKeys, root, now)), key];
    await add(tx, signRoot(body, signers));
    const { validFrom: signsFrom } = body.keys.find(({ keyId }) => keyId === key.keyId) ?? { validFrom: null };
    return { version: body.version, keyId: key.keyId, signsFrom, trustRoot: urlOf(body.version) };
  }

  return {
    /** Ensures that the list exists and matches the available keys. Otherwise the service does not start. */
    async open(): Promise<void> {
      await inTransaction(async (tx) => {
        await tx.trust.lockKeys();
        const { first, current } = tx.signingKeys;
        if ((await tx.trust.findNewest()) === undefined)
          await add(tx, signRoot(firstRoot(first, { webhookSigner, logSigner }, clock.now()), [first]));
        await current();
        await complete(tx);
      });
    },

    async renew(): Promise<void> {
      await inTransaction(async (tx) => {
        await tx.trust.lockKeys();
        const [root, now] = [await tx.signingKeys.newest(), clock.now()];
        if (!isDueForRenewal(root, now)) return;
        await add(tx, signRoot(renewedRoot({ root, now, urlOf }), await signersOf(tx.signingKeys, root, now)));
      });
    },

    rotateIn,
    rotate: (atOnce: boolean) => inTransaction((tx) => rotateIn(tx, atOnce)),

    async read(version: number | undefined): Promise<TrustRoot> {
      const document = version === undefined ? await store.findNewest() : await store.find(version);
      if (document === undefined) throw new Problem('route_not_found');
      return TrustRoot.parse(JSON.parse(document));
    },
  };
}
export type TrustRoots = ReturnType<typeof createTrustRoots>;
