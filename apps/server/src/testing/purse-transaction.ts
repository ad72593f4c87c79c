import { createLedger, ledgerStore } from '../modules/ledger/index.ts';
import { type PurseTransaction, purseStores } from '../modules/purse/index.ts';
import { worldStores } from '../modules/world/index.ts';
import type { Database } from '../platform/db/index.ts';
import { eventStore } from '../platform/events/index.ts';

/** The stores that marks need to move, on a pool or a transaction. */
export const purseTransaction = (handle: Database, clock: { now(): Date }): PurseTransaction => ({
  ...worldStores(handle),
  ...purseStores(handle),
  ledger: createLedger({ store: ledgerStore(handle), clock }),
  events: eventStore(handle),
});
