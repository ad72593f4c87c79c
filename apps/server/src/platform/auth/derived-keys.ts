import { hkdfSync } from 'node:crypto';
import type { Signer } from '@assay/protocol';

export type DeriveKey = (purpose: string) => Buffer;

const KEY_BYTES = 32;
/** Neither canonical JSON nor a DSSE envelope begins like this, so nothing else is ever signed that reads the same. */
const SEED_TEXT = 'assay: seed of derived keys, version 1';

/**
 * Secret keys that follow from the signing key, one per purpose: every process of a deployment has the same ones, and
 * the database has none. An Ed25519 signature is deterministic, so one that is never shown is as good as a seed.
 */
export function keyDerivation(signer: Pick<Signer, 'sign'>): DeriveKey {
  const seed = signer.sign(new TextEncoder().encode(SEED_TEXT));
  return (purpose) => Buffer.from(hkdfSync('sha256', seed, '', purpose, KEY_BYTES));
}
