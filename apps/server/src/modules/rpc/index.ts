import type { Database } from '../../platform/db/index.ts';
import { effectStore } from './effects.store.ts';

/** The store that hours write to, on a pool or a transaction. */
export const rpcStores = (handle: Database) => ({ rpcEffects: effectStore(handle) });
