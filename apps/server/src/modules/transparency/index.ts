import type { Database } from '../../platform/db/index.ts';
import { logStore } from './log.store.ts';

export type { AskWitness, CheckpointMemory } from './log.port.ts';
export { logSigner } from './log-key.ts';
export { toRestoreMark } from './restore-mark.ts';

/** The stores of this module on a pool or a transaction. */
export const transparencyStores = (handle: Database) => ({ transparency: logStore(handle) });
