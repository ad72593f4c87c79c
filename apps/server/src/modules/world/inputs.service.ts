import { setTimeout as delay } from 'node:timers/promises';
import type { Input, InputResult } from '@assay/economy/world';
import { Problem } from '@assay/protocol';
import type { NoticeBus } from '../../platform/events/index.ts';
import type { Follower } from './follower.service.ts';
import type { InputQuotaService } from './input-quotas.service.ts';
import type { DecidedInput, WorldInputStore } from './inputs.store.ts';
import { createIntake } from './intake.ts';
import type { WorldStore } from './world.store.ts';

type InputTx = {
  readonly world: Pick<WorldStore, 'find'>;
  readonly worldInputs: WorldInputStore;
};
type InputOrigin = {
  /** The principal in the form of `principalOf`. */
  readonly principal: string;
  /** The same key with the same input is one input. With another input it is rejected. */
  readonly idempotencyKey?: string | undefined;
};
type Deps = {
  readonly stores: InputTx;
  readonly follower: Pick<Follower, 'reached' | 'row'>;
  readonly bus: Pick<NoticeBus, 'on'>;
  readonly quotas: Pick<InputQuotaService, 'spend'>;
  readonly clock: { now(): Date };
};

/** A tick takes seconds. After this time, callers repeat the request with the same key. */
const WAIT_MS = 25_000;
/** A lost notice delays a result by at most this long. */
const POLL_INTERVAL_MS = 1_000;
/** Pause between two polls, during which callers share one statement. */
const GATHER_MS = 25;

type Waiter = (decided: DecidedInput) => void;

export function createInputs({ stores, follower, bus, quotas, clock }: Deps) {
  const intake = createIntake({ row: follower.row, clock });
  const waiting = new Map<number, Set<Waiter>>();
  let timer: NodeJS.Timeout | undefined;
  let stopListening: (() => void) | undefined;
  let asking: ReturnType<WorldStore['find']> | undefined;

  async function appendIn(tx: Pick<InputTx, 'worldInputs'>, input: Input, origin: InputOrigin): Promise<number> {
    const { id, isSame } = await tx.worldInputs.insert({ input, ...origin, createdAt: clock.now() });
    if (!isSame) throw new Problem('idempotency_key_reused');
    return id;
  }

  let isPolling = false;
  let isRequested = false;

  /** Runs one statement at a time for all waiting callers of this process. */
  async function pollWhileRequested(): Promise<void> {
    isPolling = true;
    try {
      while (isRequested && waiting.size > 0) {
        isRequested = false;
        const decided = await stores.worldInputs.findDecided([...waiting.keys()]);
        for (const one of decided) for (const notify of waiting.get(one.id) ?? []) notify(one);
        await delay(GATHER_MS);
      }
    } catch {
      // the next poll finds it
    } finally {
      isPolling = false;
    }
  }
  function poll(): void {
    isRequested = true;
    if (!isPolling) void pollWhileRequested();
  }

  /** The result of an input, once reads include its hour. Undefined when no hour processed it in time. */
  async function resultOf(id: number): Promise<InputResult | undefined> {
    const { promise, resolve } = Promise.withResolvers<DecidedInput | undefined>();
    const patience = setTimeout(() => resolve(undefined), WAIT_MS);
    const others = waiting.get(id) ?? new Set<Waiter>();
    waiting.set(id, others.add(resolve));
    poll();
    const decided = await promise;
    clearTimeout(patience);
    others.delete(resolve);
    if (others.size === 0) waiting.delete(id);
    if (decided === undefined) return undefined;
    await follower.reached(decided.tick + 1, AbortSignal.timeout(WAIT_MS));
    return decided.result;
  }

  /** The stored row. Concurrent callers share one statement. */
  function readRow(): ReturnType<WorldStore['find']> {
    asking ??= stores.world.find().finally(() => {
      asking = undefined;
    });
    return asking;
  }

  return {
    appendIn,
    resultOf,
    /**
     * Rejects inputs while the world is stopped, because no hour would process them, and when the hour has reached its
     * limit.
     */
    async submit(input: Input, origin: InputOrigin): Promise<InputResult> {
      const row = await readRow();
      if (row === undefined) throw new Problem('unavailable');
      if (row.state !== 'RUNNING') throw new Problem('world_paused');
      intake.admit(origin.principal);
      await quotas.spend(origin.principal, input);
      const result = await resultOf(await appendIn(stores, input, origin));
      if (result === undefined) throw new Problem('unavailable');
      return result;
    },
    start(): void {
      stopListening = bus.on('world', poll);
      timer = setInterval(poll, POLL_INTERVAL_MS);
    },
    stop(): void {
      stopListening?.();
      clearInterval(timer);
    },
  };
}
