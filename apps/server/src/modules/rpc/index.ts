import type { Database } from '../../platform/db/index.ts';
import { effectStore } from './effects.store.ts';

/** The store of this module that hours write to, over a pool or a transaction. */
export const rpcStores = (handle: Database) => ({ rpcEffects: effectStore(handle) });
