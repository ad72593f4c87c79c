import type { Input, InputResult } from '@assay/economy/world';
import { Problem } from '@assay/protocol';
import type { NoticeBus } from '../../platform/events/index.ts';
import type { Follower } from './follower.service.ts';
import type { DecidedInput, WorldInputStore } from './inputs.store.ts';
import type { WorldStore } from './world.store.ts';

type InputTx = {
  readonly world: Pick<WorldStore, 'find'>;
  readonly worldInputs: WorldInputStore;
};
type InputOrigin = {
  /** On whose behalf, as `principalOf` writes it. */
  readonly principal: string;
  /** The same key and input again is the same input; another input under it is refused. */
  readonly idempotencyKey?: string | undefined;
};
type Deps = {
  readonly stores: InputTx;
  readonly follower: Pick<Follower, 'reached'>;
  readonly bus: Pick<NoticeBus, 'on'>;
  readonly clock: { now(): Date };
};

/** An hour takes seconds; whoever waited this long asks for the result later, by the same key. */
const WAIT_MS = 25_000;
/** A lost notice delays a result by at most this long. */
const LOOK_EVERY_MS = 1_000;

export function createInputs({ stores, follower, bus, clock }: Deps) {
  const waiting = new Map<number, (decided: DecidedInput) => void>();
  let timer: NodeJS.Timeout | undefined;
  let stopHearing: (() => void) | undefined;

  async function appendIn(tx: Pick<InputTx, 'worldInputs'>, input: Input, origin: InputOrigin): Promise<number> {
    const { id, isSame } = await tx.worldInputs.insert({ input, ...origin, createdAt: clock.now() });
    if (!isSame) throw new Problem('idempotency_key_reused');
    return id;
  }

  async function look(): Promise<void> {
    if (waiting.size === 0) return;
    const decided = await stores.worldInputs.findDecided([...waiting.keys()]);
    for (const one of decided) waiting.get(one.id)?.(one);
  }
  const lookQuietly = (): void => void look().catch(() => undefined); // the next look finds it

  /** What became of an input, when reads show it; undefined when no hour took it up in time. */
  async function resultOf(id: number): Promise<InputResult | undefined> {
    const { promise, resolve } = Promise.withResolvers<DecidedInput | undefined>();
    waiting.set(id, resolve);
    const patience = setTimeout(() => resolve(undefined), WAIT_MS);
    lookQuietly();
    const decided = await promise;
    clearTimeout(patience);
    waiting.delete(id);
    if (decided === undefined) return undefined;
    await follower.reached(decided.tick + 1, AbortSignal.timeout(WAIT_MS));
    return decided.result;
  }

  return {
    appendIn,
    resultOf,
    /** Refused while the world stands still: nobody would take it up. */
    async submit(input: Input, origin: InputOrigin): Promise<InputResult> {
      const row = await stores.world.find();
      if (row === undefined) throw new Problem('unavailable');
      if (row.state !== 'RUNNING') throw new Problem('world_paused');
      const result = await resultOf(await appendIn(stores, input, origin));
      if (result === undefined) throw new Problem('unavailable');
      return result;
    },
    start(): void {
      stopHearing = bus.on('world', lookQuietly);
      timer = setInterval(lookQuietly, LOOK_EVERY_MS);
    },
    stop(): void {
      stopHearing?.();
      clearInterval(timer);
    },
  };
}
