import { createHash } from 'node:crypto';
import { KERNEL_VERSION, runReplica, stateHash, toForkSeries } from '@assay/economy/world';
import { canonicalBytes, WorldForkId } from '@assay/protocol';
import type { ForkRow, WorldForkStore } from './forks.store.ts';
import type { WorldInputStore } from './inputs.store.ts';
import { createReplay, DivergedError } from './replay.service.ts';
import type { WorldSnapshotStore } from './snapshots.store.ts';
import type { WorldStore } from './world.store.ts';

type Stores = {
  readonly world: WorldStore;
  readonly worldForks: Pick<WorldForkStore, 'find'>;
  readonly worldInputs: WorldInputStore;
  readonly worldSnapshots: WorldSnapshotStore;
};
type Facts = Pick<ForkRow, 'kernelVersion' | 'baseHash' | 'changes' | 'months' | 'replicas' | 'series'>;
type Report = { readonly isIntact: boolean; readonly hash: string | null; readonly detail: string };

/** The hash that is published with an answer. */
export const hashOfAnswer = ({ kernelVersion, baseHash, changes, months, replicas, series }: Facts): string =>
  `0x${createHash('sha256')
    .update(canonicalBytes({ kernelVersion, baseHash, changes, months, replicas, series }))
    .digest('hex')}`;

/** Replays the world up to the tick at which an answered question started, and computes the answer again. */
export async function recomputeFork(stores: Stores, id: string): Promise<Report> {
  const { data } = WorldForkId.safeParse(id);
  const row = data && (await stores.worldForks.find(data));
  const failed = (detail: string): Report => ({ isIntact: false, hash: row?.hash ?? null, detail });
  if (row === undefined) return failed('no such question');
  const { baseTick, baseHash, hash, changes, months, replicas } = row;
  if (baseTick === null || hash === null) return failed('the question has no answer');
  if (row.kernelVersion !== KERNEL_VERSION) return failed(`answered by kernel ${row.kernelVersion}`);
  const replay = createReplay(stores);
  try {
    const world = await replay.open(baseTick);
    await replay.catchUp(world, baseTick);
    if (`0x${stateHash(world)}` !== baseHash) return failed(`the state at tick ${baseTick} has another hash`);
    const futures = Array.from({ length: replicas }, (_, replica) => runReplica(world, changes, { months, replica }));
    const again = hashOfAnswer({ ...row, series: toForkSeries(futures) });
    if (again !== hash) return failed(`the computed answer has the hash ${again}`);
    return { isIntact: true, hash, detail: `computed again from tick ${baseTick}: the hash is the same` };
  } catch (error) {
    if (!(error instanceof DivergedError)) throw error;
    return failed(error.message);
  }
}
