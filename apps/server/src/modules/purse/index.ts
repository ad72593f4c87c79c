import type { Database } from '../../platform/db/index.ts';
import { borderStore } from './border.store.ts';

export { createMarkBooks, type MarkBooks, type PurseTransaction } from './mark-books.ts';
export {
  bondOf,
  CANARY_POT,
  COMMONS,
  escrowOf,
  FINDINGS_POOL,
  ISSUE,
  type Move,
  proceedsOf,
  purseOf,
  RESERVE,
  stakeOf,
  TREASURY,
  vestingOf,
} from './owners.ts';
export { type Purse, refusingOverdraft } from './purse.service.ts';

/** The store of this module on a pool or a transaction. */
export const purseStores = (handle: Database) => ({ border: borderStore(handle) });
