import type { Signer } from '@assay/protocol';
import { createSecretBox, type DeriveKey } from '../../platform/auth/index.ts';
import type { Database } from '../../platform/db/index.ts';
import { createSigningKeys } from './signing-keys.service.ts';
import { trustStore } from './trust.store.ts';

export { SigningKeyError, type SigningKeys } from './signing-keys.service.ts';
export type { TrustRoots } from './trust-roots.service.ts';

type Needs = { readonly signer: Signer; readonly deriveKey: DeriveKey; readonly clock: { now(): Date } };

/** The stores of this module on a pool or a transaction. */
export function openTrustStores({ signer: first, deriveKey, clock }: Needs) {
  const box = createSecretBox(deriveKey('signing seeds'));
  const opened = new Map<string, Signer>();
  return (handle: Database) => {
    const trust = trustStore(handle);
    return { trust, signingKeys: createSigningKeys({ store: trust, first, box, clock, opened }) };
  };
}
