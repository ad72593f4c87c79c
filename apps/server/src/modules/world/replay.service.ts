import { type Input, KERNEL_VERSION, KernelFault, load, type StepResult, step, type World } from '@assay/economy/world';
import type { WorldInputStore } from './inputs.store.ts';
import type { WorldSnapshotStore } from './snapshots.store.ts';
import { unpack } from './state-bytes.ts';
import type { WorldStore } from './world.store.ts';

/** The recorded inputs did not reproduce the recorded hash: the state, the log or the kernel has changed. */
export class DivergedError extends Error {
  override name = 'DivergedError';
  readonly tick: number;
  constructor(tick: number, detail: string) {
    super(detail);
    this.tick = tick;
  }
}

type Stores = {
  readonly world: Pick<WorldStore, 'chainBetween'>;
  readonly worldInputs: Pick<WorldInputStore, 'listBetween'>;
  readonly worldSnapshots: Pick<WorldSnapshotStore, 'listKept' | 'readBytes'>;
};

/** Hours read from the log per page; a year has many pages. */
const REPLAY_TICKS = 672;

export function createReplay({ world: ticks, worldInputs, worldSnapshots }: Stores) {
  /** The newest state up to `tick` whose bytes match their hash. */
  async function open(tick: number): Promise<World> {
    for (const snapshot of await worldSnapshots.listKept(tick)) {
      const bytes = await unpack(await worldSnapshots.readBytes(snapshot.tick), snapshot.stateHash);
      if (bytes !== undefined && snapshot.kernelVersion === KERNEL_VERSION) return load(bytes);
    }
    throw new DivergedError(tick, `no readable snapshot of kernel ${KERNEL_VERSION} before hour ${tick}`);
  }

  /** Replays the recorded hours before `to` and compares each with its recorded hash. */
  async function catchUp(world: World, to: number, onStep?: (result: StepResult) => void): Promise<void> {
    while (world.tick < to) {
      const until = Math.min(to, world.tick + REPLAY_TICKS);
      const [inputs, chain] = await Promise.all([
        worldInputs.listBetween(world.tick, until),
        ticks.chainBetween(world.tick, until),
      ]);
      const byTick = Map.groupBy(inputs, ({ tick }) => tick);
      for (const recorded of chain) {
        const wanted = (byTick.get(recorded.tick) ?? []).map(({ input }) => input);
        const result = live(world, recorded.tick, wanted);
        if (result.digests.chainHash !== recorded.chainHash) {
          throw new DivergedError(recorded.tick, `hour ${recorded.tick} gives another hash than was recorded`);
        }
        onStep?.(result);
      }
      if (world.tick < until) throw new DivergedError(world.tick, `hour ${world.tick} is not recorded`);
    }
  }

  return { open, catchUp };
}

function live(world: World, tick: number, inputs: readonly Input[]): StepResult {
  if (world.tick !== tick) throw new DivergedError(tick, `hour ${world.tick} is not recorded`);
  try {
    return step(world, inputs);
  } catch (error) {
    if (!(error instanceof KernelFault)) throw error;
    throw new DivergedError(tick, `hour ${tick} was recorded, and now breaks a rule: ${error.message}`);
  }
}
