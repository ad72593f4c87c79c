import type { Database } from '../../platform/db/index.ts';
import type { composeWorld } from './compose.ts';
import { worldInputStore } from './inputs.store.ts';
import { worldIntentStore } from './intents.store.ts';
import { worldMonthStore } from './months.store.ts';
import { worldPurseStore } from './purses.store.ts';
import { worldSnapshotStore } from './snapshots.store.ts';
import { worldLeaseStore, worldStore } from './world.store.ts';

export type { WorldReads } from './reads.ts';
export { type NewsTx, tellWorldIn } from './tell.ts';
export { verifyWorld } from './verify.service.ts';
export type { WorldEvent, WorldTicked } from './world.published.ts';
/** What other modules know of the world: README.md. */
export type AgentWorld = ReturnType<typeof composeWorld>['world'];

/** Stores of the world over a pool or a transaction. */
export const worldStores = (db: Database) => ({
  world: worldStore(db),
  worldLease: worldLeaseStore(db),
  worldInputs: worldInputStore(db),
  worldSnapshots: worldSnapshotStore(db),
  worldPurses: worldPurseStore(db),
  worldMonths: worldMonthStore(db),
  worldIntents: worldIntentStore(db),
});
