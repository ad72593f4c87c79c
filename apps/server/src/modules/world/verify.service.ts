import { checkInvariants, stateHash } from '@assay/economy/world';
import type { WorldInputStore } from './inputs.store.ts';
import { createReplay, DivergedError } from './replay.service.ts';
import type { WorldSnapshotStore } from './snapshots.store.ts';
import type { WorldStore } from './world.store.ts';

type Stores = {
  readonly world: WorldStore;
  readonly worldInputs: WorldInputStore;
  readonly worldSnapshots: WorldSnapshotStore;
};
type Report = {
  readonly isIntact: boolean;
  readonly from: number | null;
  readonly to: number | null;
  readonly snapshots: number;
  readonly chainHash: string | null;
  readonly brokenAt: number | null;
  readonly detail: string;
};

/** Replays the world from its oldest kept state, and compares every hour's hash and every snapshot. */
export async function verifyWorld(stores: Stores): Promise<Report> {
  const row = await stores.world.find();
  const nothing = { from: null, to: null, snapshots: 0, chainHash: null, brokenAt: null };
  if (row === undefined) return { ...nothing, isIntact: true, detail: 'there is no world' };
  const replay = createReplay(stores);
  const taken = await stores.worldSnapshots.listKept(row.tick);
  const from = taken.at(-1)?.tick ?? row.tick;
  let snapshots = 0;
  try {
    const world = await replay.open(from);
    for (const snapshot of taken.toReversed()) {
      await replay.catchUp(world, snapshot.tick);
      if (stateHash(world) !== snapshot.stateHash)
        throw new DivergedError(
          snapshot.tick,
          `the state before hour ${snapshot.tick} has another hash than its snapshot`,
        );
      snapshots += 1;
    }
    await replay.catchUp(world, row.tick);
    const [violation] = checkInvariants(world);
    if (violation !== undefined) throw new DivergedError(row.tick, `${violation.invariant}: ${violation.detail}`);
    if (world.chainHash !== row.chainHash) throw new DivergedError(row.tick, 'the last hash is not the recorded one');
    const detail = `${row.tick - from} hours replayed, and every hash matches the record`;
    return { isIntact: true, from, to: row.tick, snapshots, chainHash: row.chainHash, brokenAt: null, detail };
  } catch (error) {
    if (!(error instanceof DivergedError)) throw error;
    const { tick: brokenAt, message: detail } = error;
    return { isIntact: false, from, to: row.tick, snapshots, chainHash: row.chainHash, brokenAt, detail };
  }
}
