import { createSigner } from '@assay/protocol';
import { type DeriveKey, keyDerivation } from '../platform/auth/index.ts';

/** The seed of every test service, from which its chain accounts derive. */
export const SERVICE_SEED = new Uint8Array(32).fill(7);

/** The keys derived from it. */
export const testDeriveKey: DeriveKey = keyDerivation(createSigner(SERVICE_SEED));
