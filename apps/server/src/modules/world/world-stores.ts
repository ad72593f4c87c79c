import type { Database } from '../../platform/db/index.ts';
import { worldForkStore } from './forks.store.ts';
import { worldInputStore } from './inputs.store.ts';
import { worldIntentStore } from './intents.store.ts';
import { worldMonthStore } from './months.store.ts';
import { worldPurseStore } from './purses.store.ts';
import { worldSnapshotStore } from './snapshots.store.ts';
import { worldLeaseStore, worldStore } from './world.store.ts';

/** Stores of the world on a pool or a transaction. */
export const worldStores = (db: Database) => ({
  world: worldStore(db),
  worldLease: worldLeaseStore(db),
  worldInputs: worldInputStore(db),
  worldSnapshots: worldSnapshotStore(db),
  worldPurses: worldPurseStore(db),
  worldMonths: worldMonthStore(db),
  worldIntents: worldIntentStore(db),
  worldForks: worldForkStore(db),
});
