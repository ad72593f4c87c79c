import { hkdfSync } from 'node:crypto';
import type { Signer } from '@assay/protocol';

export type DeriveKey = (purpose: string) => Buffer;

const KEY_BYTES = 32;
/** No other signed message begins like this: canonical JSON and DSSE envelopes start differently. */
const SEED_TEXT = 'assay: seed of derived keys, version 1';

/**
 * Derives one secret key per purpose from the signing key, so every process of a deployment has the same keys and the
 * database stores none. Ed25519 signatures are deterministic, so an unpublished signature serves as a seed.
 */
export function keyDerivation(signer: Pick<Signer, 'sign'>): DeriveKey {
  const seed = signer.sign(new TextEncoder().encode(SEED_TEXT));
  return (purpose) => Buffer.from(hkdfSync('sha256', seed, '', purpose, KEY_BYTES));
}
