import type { Signer } from '@assay/protocol';
import type { DeriveKey } from '../../platform/auth/index.ts';
import { openSigner } from '../../platform/auth/index.ts';

/** The key of the log. It does not rotate, because witnesses are configured with it. */
export const logSigner = (deriveKey: DeriveKey): Signer => openSigner(deriveKey('transparency log'));
