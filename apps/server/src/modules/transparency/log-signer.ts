import type { Signer } from '@assay/protocol';
import type { DeriveKey } from '../../platform/auth/index.ts';
import { openSigner } from '../../platform/auth/index.ts';

/** The key of the log. Witnesses are configured with it, so it does not change with the others. */
export const logSigner = (deriveKey: DeriveKey): Signer => openSigner(deriveKey('transparency log'));
