import type { World } from '@assay/economy/world';
import { Problem } from '@assay/protocol';
import type { NoticeBus } from '../../platform/events/index.ts';
import type { Logger } from '../../platform/log/index.ts';
import type { WorldInputStore } from './inputs.store.ts';
import { createReplay, DivergedError } from './replay.service.ts';
import type { WorldSnapshotStore } from './snapshots.store.ts';
import type { WorldRow, WorldStore } from './world.store.ts';

type Deps = {
  readonly stores: {
    readonly world: WorldStore;
    readonly worldInputs: WorldInputStore;
    readonly worldSnapshots: WorldSnapshotStore;
  };
  readonly bus: Pick<NoticeBus, 'on'>;
  readonly log: Logger;
};

/** A lost notice delays reads by at most this long. */
const POLL_INTERVAL_MS = 5_000;
/** A follower that is further behind loads the newest snapshot instead. */
const REPLAY_TICKS_MAX = 2 * 672;

/**
 * A second kernel in every process, which replays committed hours. Reads come from it and never from an hour that may
 * still be rolled back. Each hour is compared with its recorded hash, so every process continuously checks the writer.
 */
export function createFollower({ stores, bus, log }: Deps) {
  const replay = createReplay(stores);
  const waiting = new Set<() => void>();
  let kernel: World | undefined;
  let row: WorldRow | undefined;
  let trouble: string | undefined;
  let running: Promise<void> | undefined;
  let isWanted = false;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let stopHearing: (() => void) | undefined;

  async function follow(): Promise<void> {
    const found = await stores.world.find();
    if (found === undefined) return;
    const isFar = kernel === undefined || found.tick - kernel.tick > REPLAY_TICKS_MAX;
    const world = isFar || kernel === undefined ? await replay.open(found.tick) : kernel;
    await replay.catchUp(world, found.tick);
    kernel = world;
    row = found;
    trouble = undefined;
    for (const tell of waiting) tell();
  }

  async function run(): Promise<void> {
    while (isWanted && !isStopped) {
      isWanted = false;
      try {
        await follow();
      } catch (error) {
        // A partly applied hour must not be read: the next poll loads the newest snapshot.
        kernel = undefined;
        const hasDiverged = error instanceof DivergedError;
        trouble = hasDiverged ? error.message : 'the world could not be read';
        log[hasDiverged ? 'error' : 'warn']({ err: error }, 'the world could not be followed');
      }
    }
  }

  function poll(): void {
    if (isStopped) return;
    isWanted = true;
    running ??= run().finally(() => {
      running = undefined;
      if (isWanted) setImmediate(poll);
    });
  }

  return {
    start(): void {
      stopHearing = bus.on('world', poll);
      timer = setInterval(poll, POLL_INTERVAL_MS);
      poll();
    },
    /** The world as of its last committed hour. Read it with `view` in the same turn, and do not modify it. */
    now(): World {
      if (kernel === undefined) throw new Problem('unavailable');
      return kernel;
    },
    /** The row of the world as of the same hour. Undefined without a world. */
    row: (): WorldRow | undefined => row,
    trouble: (): string | undefined => trouble,
    /** Resolves when reads have reached `tick`, which is the next hour. */
    async reached(tick: number, signal?: AbortSignal): Promise<void> {
      while ((kernel?.tick ?? -1) < tick && signal?.aborted !== true && !isStopped) {
        await new Promise<void>((resolve) => {
          const tell = (): void => {
            waiting.delete(tell);
            signal?.removeEventListener('abort', tell);
            resolve();
          };
          waiting.add(tell);
          signal?.addEventListener('abort', tell);
          poll();
        });
      }
    },
    async stop(): Promise<void> {
      isStopped = true;
      clearInterval(timer);
      stopHearing?.();
      for (const tell of waiting) tell();
      await running;
    },
  };
}
export type Follower = ReturnType<typeof createFollower>;
