import type { Database } from '../../platform/db/index.ts';
import { proposalStore } from './proposals.store.ts';

export { createOperators, type Operators } from './operators.service.ts';

/** The stores of this module over a pool or a transaction. */
export const operatorStores = (handle: Database) => ({ proposals: proposalStore(handle) });
