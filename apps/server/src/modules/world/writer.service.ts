import { randomUUID } from 'node:crypto';
import {
  adoptRules,
  CURRENT_RULES,
  HOURS_PER_DAY,
  hashOfSaved,
  KERNEL_VERSION,
  KernelFault,
  load,
  type StepResult,
  save,
  step,
  TICKS_PER_MONTH,
  view,
  type World,
} from '@assay/economy/world';
import { EventId, newUuidV7, Problem, type RandomBytes } from '@assay/protocol';
import type { EventRow, EventStore } from '../../platform/events/index.ts';
import { isTransientError } from '../../platform/jobs/index.ts';
import type { Logger } from '../../platform/log/index.ts';
import { nextDue, rest } from './clock.ts';
import {
  explainSetAsideRefusal,
  findFailingInput,
  type SetAsideTx,
  setAside,
  toReason,
} from './failing-input.service.ts';
import type { WaitingInput, WorldInputStore } from './inputs.store.ts';
import { journalNames } from './journal-names.ts';
import type { WorldPurseStore } from './purses.store.ts';
import { createReplay, DivergedError } from './replay.service.ts';
import type { WorldSnapshotStore } from './snapshots.store.ts';
import { pack } from './state-bytes.ts';
import type { ProcessedInput, WorldEvent } from './world.published.ts';
import type { WorldLeaseStore, WorldRow, WorldStore } from './world.store.ts';
import { toEventRows } from './world-event-rows.ts';

export type WriterTx = SetAsideTx & {
  readonly world: WorldStore;
  readonly worldLease: WorldLeaseStore;
  readonly worldInputs: WorldInputStore;
  readonly worldSnapshots: WorldSnapshotStore;
  readonly worldPurses: WorldPurseStore;
  readonly events: Pick<EventStore, 'addAll' | 'notify'>;
  readonly publish: (event: WorldEvent) => Promise<void>;
};

export type Genesis = { readonly name: string; readonly open: () => World; readonly purses: readonly string[] };

type Deps = {
  readonly stores: WriterTx;
  readonly inTransaction: <T>(work: (tx: WriterTx) => Promise<T>) => Promise<T>;
  /** The initial state, used when there is no world. */
  readonly genesis: Genesis;
  /** Real time between two hours. With 0, hours run only on demand. */
  readonly tickMs: number;
  readonly leaseLifeMs?: number | undefined;
  /** Discards state outside the kernel that belongs to a transaction that may have been rolled back. */
  readonly onOpened: () => Promise<void>;
  readonly onStored: (ms: number) => void;
  readonly clock: { now(): Date };
  readonly random: RandomBytes;
  readonly log: Logger;
};

/** A dead process loses the lease after this long and is replaced at the next poll, within 20 s in total. */
const LEASE_LIFE_MS = 15_000;
/** Renewals per lease life, enough to survive a busy moment. */
const RENEWALS_PER_LIFE = 4;
/** Interval at which other processes try to take the lease. */
const LOOK_EVERY_MS = 1_000;
/** Further inputs wait for the next hour. */
const INPUTS_PER_TICK_MAX = 5_000;
/** States from which hours can be replayed. */
const KEPT = { keep: 8, ticksPerYear: 12 * TICKS_PER_MONTH, yearsKept: 30 };

/** Another process holds the lease, so nothing may be written. */
class LeaseLost extends Error {
  override name = 'LeaseLost';
}
/** An operator paused the world. */
class Halted extends Error {
  override name = 'Halted';
}

/** Rolls back an hour that could be stored, because it was only a trial. */
class Tried extends Error {
  override name = 'Tried';
}

const RULES = Object.keys(CURRENT_RULES.switches) as (keyof typeof CURRENT_RULES.switches)[];

/** Writes the hours of the world, in one process at a time. Its memory is discarded whenever a transaction fails. */
export function createWriter(deps: Deps) {
  const { stores, inTransaction, genesis, clock, random, log } = deps;
  const { leaseLifeMs = LEASE_LIFE_MS, tickMs } = deps;
  const holder = randomUUID();
  const replay = createReplay(stores);
  const stopping = new AbortController();
  /** The generation of this process's lease. Undefined while another process writes. */
  let generation: number | undefined;
  let kernel: World | undefined;
  let running: Promise<void> | undefined;
  let renewal: NodeJS.Timeout | undefined;
  let queue: Promise<unknown> = Promise.resolve();

  /** Takes the lease if it is free. */
  async function takeOver(): Promise<number | undefined> {
    const taken = await inTransaction((tx) => takeLease(tx));
    if (taken !== undefined) renewal = setInterval(() => void renew(taken), leaseLifeMs / RENEWALS_PER_LIFE);
    return taken;
  }

  /** The kernel at the end of the log. Undefined while the world is stopped. */
  async function openKernel(ours: number): Promise<World | undefined> {
    const row = await stores.world.find();
    if (row?.state !== 'RUNNING') return undefined;
    try {
      const opened = await replay.open(row.tick);
      await replay.catchUp(opened, row.tick);
      if (RULES.some((rule) => opened.params.switches[rule] !== true)) await changeRules();
      await deps.onOpened();
      return opened;
    } catch (error) {
      if (!(error instanceof DivergedError)) throw error;
      await halt('DIVERGED', ours, { code: 'diverged', detail: error.message, tick: error.tick });
      return undefined;
    }
  }

  /** Updates the rules of an older world through the log, so that every replay changes them in the same hour. */
  async function changeRules(): Promise<void> {
    const input = { kind: 'params.change', change: CURRENT_RULES } as const;
    await stores.worldInputs.insert({
      input,
      principal: 'world',
      idempotencyKey: `rules/${RULES.join('+')}`,
      createdAt: clock.now(),
    });
  }

  async function takeLease(tx: WriterTx): Promise<number | undefined> {
    const taken = await tx.worldLease.take(holder, leaseLifeMs);
    if (taken === undefined) return undefined;
    // Waits for an hour that the previous holder is writing. Its commit is then visible, and none follows it.
    if ((await tx.world.lock()) === undefined) await create(tx, taken);
    else await tx.world.setGeneration(taken);
    return taken;
  }

  async function create(tx: WriterTx, ours: number): Promise<void> {
    const first = adoptRules(genesis.open());
    const now = clock.now();
    const { tick, chainHash, moneySupply, outside } = view.world(first);
    const row = { name: genesis.name, kernelVersion: KERNEL_VERSION, tick, chainHash, moneySupply, outside, tickMs };
    await tx.world.create({
      ...row,
      state: 'RUNNING',
      fault: null,
      generation: ours,
      pauseAtTick: null,
      nextTickAt: now,
      createdAt: now,
    });
    const bytes = save(first);
    const snapshot = { tick, kernelVersion: KERNEL_VERSION, stateHash: hashOfSaved(bytes), chainHash, takenAt: now };
    await tx.worldSnapshots.insert(snapshot, await pack(bytes));
    const purses = genesis.purses.flatMap((actorId) => view.wallet(first, actorId) ?? []);
    await tx.worldPurses.upsertAll(
      purses.map(({ actorId, available, granted }) => ({ actorId, available, tick, granted })),
    );
    await tx.publish({ type: 'world.created', world: first, at: now });
    await tx.events.notify('world', String(tick));
    log.info({ world: genesis.name, tick, actors: view.world(first).population }, 'world created');
  }

  async function renew(ours: number): Promise<void> {
    try {
      if (!(await stores.worldLease.renew(holder, ours, leaseLifeMs))) drop();
    } catch (error) {
      log.warn({ err: error }, "the world's lease was not renewed");
    }
  }

  /** Discards everything this process holds. It may take over again when the lease is free. */
  function drop(): void {
    generation = undefined;
    kernel = undefined;
    clearInterval(renewal);
    renewal = undefined;
  }

  /** Writes a whole hour in one transaction: its inputs, its results and the world's position. */
  async function writeHour(ours: number, world: World): Promise<StepResult> {
    return inTransaction(async (tx) => {
      const row = await tx.world.lock();
      requireOurs(row, ours, world);
      const result = await live(tx, world, await tx.worldInputs.listWaiting(INPUTS_PER_TICK_MAX));
      if (row?.pauseAtTick === world.tick) await pause(tx, world.tick);
      return result;
    });
  }

  /** The ticks for which an operator resumed the world have run. */
  async function pause(tx: WriterTx, tick: number): Promise<void> {
    const at = clock.now();
    const stop = { code: 'paused', detail: 'The requested ticks have run.', tick, at: at.toISOString() };
    await tx.world.setState('PAUSED', stop);
    await tx.events.addAll([pausedEvent(at, stop, 'PAUSED')]);
  }

  async function live(
    tx: WriterTx,
    world: World,
    inputs: readonly WaitingInput[],
    options: { readonly isChecked?: boolean } = {},
  ): Promise<StepResult> {
    const result = step(
      world,
      inputs.map(({ input }) => input),
      options,
    );
    await record(tx, world, result, inputs);
    return result;
  }

  function requireOurs(row: WorldRow | undefined, ours: number, world: World): void {
    if (row?.generation !== ours || row.tick !== world.tick) throw new LeaseLost('Another process runs the world.');
    if (row.state !== 'RUNNING') throw new Halted(`The world is ${row.state}.`);
  }

  async function record(tx: WriterTx, world: World, result: StepResult, waiting: readonly WaitingInput[]) {
    const at = clock.now();
    const { tick, results, events, postings, digests } = result;
    const taken = waiting.map((input, place): ProcessedInput => {
      const decided = results[place] ?? { isDone: false, code: 'validation_failed' };
      return { ...input, result: decided };
    });
    await tx.worldInputs.assign(tick, taken);
    const counts = { inputs: taken.length, events: events.length, postings: postings.columns.count };
    await tx.world.addTick({ tick, ...digests, ...counts, processedAt: at });
    const { chainHash, moneySupply, outside } = view.world(world);
    const nextTickAt = new Date(at.getTime() + tickMs);
    await tx.world.advance({ tick: tick + 1, chainHash, moneySupply, outside, nextTickAt, tickMs });
    await tx.events.addAll(toEventRows(events, at, journalNames(result, taken)));
    await tx.publish({ type: 'world.ticked', world, step: result, inputs: taken, at });
    await tx.events.notify('world', String(tick + 1));
  }

  /** Runs after the hour is committed, so that hours can be replayed from this state. */
  async function keepState(world: World): Promise<void> {
    const bytes = save(world);
    const { tick, chainHash } = world;
    const packed = await pack(bytes);
    const row = { tick, kernelVersion: KERNEL_VERSION, stateHash: hashOfSaved(bytes), chainHash, takenAt: clock.now() };
    await inTransaction(async (tx) => {
      await tx.worldSnapshots.insert(row, packed);
      await tx.worldSnapshots.prune(KEPT);
    });
  }

  /** Runs one hour. Undefined if this process has no lease or the world is stopped. */
  async function hour(): Promise<StepResult | undefined> {
    generation ??= await takeOver();
    if (generation === undefined) return undefined;
    const ours = generation;
    kernel ??= await openKernel(ours);
    if (kernel === undefined) return undefined;
    const world = kernel;
    try {
      const from = performance.now();
      const result = await writeHour(ours, world);
      deps.onStored(performance.now() - from);
      if (world.tick % HOURS_PER_DAY === 0) await keepState(world);
      return result;
    } catch (error) {
      // The kernel may be ahead of the stored state, so it is opened again from there.
      kernel = undefined;
      if (error instanceof LeaseLost) drop();
      else if (!(error instanceof Halted)) return recover(ours, error);
      return undefined;
    }
  }

  /**
   * Repeats an hour that failed because of one input without that input. An hour that fails without a culprit stops the
   * world.
   */
  async function recover(ours: number, failure: unknown): Promise<StepResult | undefined> {
    const world = isTransientError(failure) ? undefined : await openKernel(ours);
    if (world === undefined) return giveUp(failure);
    const [bytes, { tick }] = [save(world), world];
    const waiting = await stores.worldInputs.listWaiting(INPUTS_PER_TICK_MAX);
    const queued = world.side.intents.map(({ id }) => id);
    const finding = await findFailingInput(waiting, queued, (inputs) => tryHour(ours, load(bytes), inputs));
    await deps.onOpened();
    if (finding.kind === 'passing') return giveUp(failure);
    const refusal = finding.kind === 'unknown' ? undefined : explainSetAsideRefusal(finding);
    if (finding.kind === 'unknown' || refusal !== undefined) {
      await halt('FAULTED', ours, { ...toFault(finding.error, refusal), tick });
      return undefined;
    }
    const at = clock.now();
    await inTransaction(async (tx) => {
      requireOurs(await tx.world.lock(), ours, world);
      await setAside(tx, finding, { tick, at, random });
      await tx.events.notify('world', String(tick));
    });
    log.error(
      { err: finding.error, culprit: finding.kind === 'input' ? finding.input.id : finding.intentId, tick },
      'input set aside because it makes the tick fail',
    );
    return hour();
  }

  /** Fails this attempt. The next poll repeats the hour, and health checks report the failure until an hour is stored. */
  async function giveUp(failure: unknown): Promise<never> {
    const error = failure instanceof Error ? failure : new Error(String(failure));
    const row = await stores.world.find();
    if (row !== undefined && row.fault === null) {
      const fault = { code: 'hour_failed', detail: toReason(error), tick: row.tick, at: clock.now().toISOString() };
      await inTransaction(async (tx) => {
        await tx.world.noteFailure(fault);
        await tx.events.notify('world', String(row.tick));
      });
    }
    throw error;
  }

  async function tryHour(ours: number, world: World, inputs: readonly WaitingInput[]): Promise<Error | undefined> {
    await deps.onOpened();
    try {
      return await inTransaction(async (tx) => {
        requireOurs(await tx.world.lock(), ours, world);
        // Every trial checks the state, so that an invalid state from before the hour is not blamed on an input.
        await live(tx, world, inputs, { isChecked: true });
        throw new Tried();
      });
    } catch (error) {
      if (error instanceof Tried) return undefined;
      const isOfTheHour = error instanceof Error && !(error instanceof LeaseLost || error instanceof Halted);
      if (!isOfTheHour || isTransientError(error)) throw error;
      return error;
    }
  }

  /** Stops the clock for all processes. Reads continue; nothing is written on an inconsistent state. */
  async function halt(
    state: 'FAULTED' | 'DIVERGED',
    ours: number,
    report: { code: string; detail: string; tick: number },
  ): Promise<void> {
    const at = clock.now();
    const fault = { ...report, at: at.toISOString() };
    await inTransaction(async (tx) => {
      const row = await tx.world.lock();
      if (row?.generation !== ours || row.state !== 'RUNNING') return;
      await tx.world.setState(state, fault);
      await tx.events.addAll([pausedEvent(at, fault, state)]);
      await tx.events.notify('world', String(row.tick));
    });
    log.fatal({ state, fault }, 'world halted: a kernel rule was violated');
  }

  const pausedEvent = (at: Date, { tick, detail }: { tick: number; detail: string }, state: string): EventRow => ({
    id: newUuidV7(EventId, at.getTime(), random),
    kind: 'world.paused',
    occurredAt: at,
    subjectType: 'world',
    subjectId: genesis.name,
    outcome: state === 'PAUSED' ? 'success' : 'fail',
    data: { state, reason: detail },
    causedBy: null,
    tick,
  });

  /** Serialises all callers. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = queue.then(work, work);
    queue = turn.catch(() => undefined);
    return turn;
  }

  async function run(): Promise<void> {
    const { signal } = stopping;
    let due = performance.now();
    while (!signal.aborted) {
      const isOurs = kernel !== undefined;
      due = isOurs ? nextDue(due, tickMs, performance.now()) : performance.now() + LOOK_EVERY_MS;
      await rest(due - performance.now(), signal);
      if (signal.aborted) return;
      try {
        await inTurn(hour);
      } catch (error) {
        log.warn({ err: error }, 'storing a world tick failed; it runs again');
      }
    }
  }

  return {
    /** Takes the lease if it is free, and continues by the clock. */
    async start(): Promise<void> {
      await inTurn(async () => {
        generation = await takeOver();
        if (generation !== undefined) kernel = await openKernel(generation);
      });
      if (tickMs > 0) running = run();
    },
    /** Runs hours on demand. Throws when this process has no lease or the world is stopped. */
    async stepBy(ticks: number): Promise<{ tick: number; chainHash: string }> {
      let last = { tick: 0, chainHash: '' };
      for (let done = 0; done < ticks; done++) {
        const result = await inTurn(hour);
        if (result === undefined) throw new Problem('world_paused');
        last = { tick: result.tick + 1, chainHash: result.digests.chainHash };
      }
      return last;
    },
    isHolding: (): boolean => generation !== undefined,
    async stop(): Promise<void> {
      stopping.abort();
      await running;
      await queue;
      const ours = generation;
      drop();
      if (ours !== undefined) await stores.worldLease.release(holder, ours);
    },
  };
}

const toFault = (error: Error, refusal: string | undefined): { code: string; detail: string } => ({
  code: error instanceof KernelFault ? 'invariant' : 'hour_failed',
  detail: refusal === undefined ? toReason(error) : `${toReason(error)}; ${refusal}`,
});
