import { createSigner } from '@assay/protocol';
import { type DeriveKey, keyDerivation } from '../platform/auth/index.ts';

/** The seed of every service that a test starts: whoever knows it knows its accounts on the chain. */
export const SERVICE_SEED = new Uint8Array(32).fill(7);

/** The keys that follow from it. */
export const testDeriveKey: DeriveKey = keyDerivation(createSigner(SERVICE_SEED));
