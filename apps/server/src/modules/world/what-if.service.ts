import { createHmac } from 'node:crypto';
import {
  type ForkReplica,
  forkParameters,
  hashOfSaved,
  KERNEL_VERSION,
  refuseChange,
  save,
  toForkSeries,
} from '@assay/economy/world';
import {
  FORK_LIMITS,
  Hash32,
  newUuidV7,
  Problem,
  type RandomBytes,
  type WorldFork,
  WorldForkId,
  type WorldForkRequest,
} from '@assay/protocol';
import type { z } from 'zod';
import type { TransactionJobs } from '../../platform/jobs/index.ts';
import type { Logger } from '../../platform/log/index.ts';
import type { Follower } from './follower.service.ts';
import { type Forks, QUESTION_LIMITS } from './fork.service.ts';
import type { ForkRow, WorldForkStore } from './forks.store.ts';
import { hashOfAnswer } from './recompute.service.ts';

type Tx = { readonly worldForks: WorldForkStore; readonly jobs: TransactionJobs };
type Deps = {
  readonly follower: Pick<Follower, 'now'>;
  readonly forks: Pick<Forks, 'replica'>;
  readonly stores: Pick<Tx, 'worldForks'>;
  readonly inTransaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  readonly pageOf: (id: string) => string;
  /** Callers' addresses are stored as keyed hashes. */
  readonly callerKey: Uint8Array;
  readonly random: RandomBytes;
  readonly clock: { now(): Date };
  readonly log: Logger;
};
type Answer = z.input<typeof WorldFork>;

export const FORK_QUEUE = 'world-forks';
/** Longer than one replica may take: a process that has not updated a fork for this long has died. */
const ABANDONED_MS = QUESTION_LIMITS.timeMs + 60_000;
/** A question that could not be answered within this time fails. */
const TRIED_MS = 86_400_000;
const DAY_MS = 86_400_000;
/** Most questions are answered within this time. */
const RETRY_SECONDS = 60;

/** What-if questions: open to anyone, computed one at a time at low priority, and stored under a permanent address. */
export function createWhatIf(deps: Deps) {
  const { follower, forks, stores, inTransaction, pageOf, callerKey, random, clock, log } = deps;

  async function ask(request: WorldForkRequest, client: string): Promise<Answer> {
    const world = follower.now();
    const errors = request.changes.flatMap((change, place) => {
      const isRepeated = request.changes.findIndex(({ path }) => path === change.path) < place;
      const detail = isRepeated ? 'changes the same path again' : refuseChange(world, change);
      return detail === null ? [] : [{ pointer: `/changes/${place}`, detail }];
    });
    if (errors.length > 0) throw new Problem('validation_failed', { errors });
    const now = clock.now();
    const row: ForkRow = {
      ...request,
      id: newUuidV7(WorldForkId, now.getTime(), random),
      askedBy: createHmac('sha256', callerKey).update(client).digest('hex'),
      state: 'QUEUED',
      question: request.question ?? null,
      replicasDone: 0,
      kernelVersion: null,
      baseTick: null,
      baseHash: null,
      series: null,
      hash: null,
      error: null,
      createdAt: now,
      touchedAt: now,
      finishedAt: null,
    };
    await inTransaction(async (tx) => {
      const unfinished = await tx.worldForks.countUnfinished();
      await requirePlaceIn(tx, row);
      if (unfinished >= FORK_LIMITS.waitingMax) throw new Problem('unavailable');
      await tx.worldForks.insert(row);
      await tx.jobs.send(FORK_QUEUE, [row.id]);
    });
    return toAnswer(row);
  }

  /** Limits each caller, so that none fills the queue or occupies the worker for days. */
  async function requirePlaceIn(tx: Tx, { askedBy, createdAt }: ForkRow): Promise<void> {
    if (askedBy === null) throw new Error('A question has a caller.');
    const { times, unfinished } = await tx.worldForks.askedSince(askedBy, new Date(createdAt.getTime() - DAY_MS));
    const { waitingPerCallerMax, perCallerDayMax } = FORK_LIMITS;
    if (unfinished >= waitingPerCallerMax) {
      const retryAfterSeconds = RETRY_SECONDS;
      throw new Problem('fork_limit_reached', { limit: 'waiting', max: waitingPerCallerMax, retryAfterSeconds });
    }
    const freed = times.at(-perCallerDayMax);
    if (freed === undefined) return;
    const retryAfterSeconds = Math.ceil((freed.getTime() + DAY_MS - createdAt.getTime()) / 1_000);
    throw new Problem('fork_limit_reached', { limit: 'day', max: perCallerDayMax, retryAfterSeconds });
  }

  async function read(id: string): Promise<Answer> {
    const row = await stores.worldForks.find(id);
    if (row === undefined) throw new Problem('world_fork_not_found');
    return toAnswer(row);
  }

  /** All replicas begin with the same hour, whatever happens in the world meanwhile. */
  async function run(id: string): Promise<void> {
    const row = await stores.worldForks.find(id);
    if (row === undefined || row.finishedAt !== null) return;
    try {
      await compute(row);
    } catch (error) {
      log.warn({ err: error, forkId: id }, 'a fork of the world failed');
      const now = clock.now();
      const isInterrupted = error instanceof Problem && error.code === 'unavailable';
      // The thread timed out on a busy machine or ended with the service: the sweep queues the question again.
      if (isInterrupted && now.getTime() < row.createdAt.getTime() + TRIED_MS)
        await stores.worldForks.change(id, { touchedAt: new Date(0) });
      else {
        const reason = 'The simulation timed out or failed.';
        await stores.worldForks.change(id, { state: 'FAILED', error: reason, finishedAt: now });
      }
    }
  }

  async function compute({ id, changes, months, replicas }: ForkRow): Promise<void> {
    const world = follower.now();
    const [state, baseTick] = [save(world), world.tick];
    const baseHash = `0x${hashOfSaved(state)}`;
    const done: ForkReplica[] = [];
    for (let replica = 0; replica < replicas; replica++) {
      const progress = { state: 'RUNNING', replicasDone: replica, touchedAt: clock.now() } as const;
      if (!(await stores.worldForks.change(id, progress))) return;
      done.push(await forks.replica(state, { changes, months, replica }));
    }
    const series = toForkSeries(done);
    const hash = hashOfAnswer({ kernelVersion: KERNEL_VERSION, baseHash, changes, months, replicas, series });
    const finishedAt = clock.now();
    const result = { kernelVersion: KERNEL_VERSION, baseTick, baseHash, series, hash, finishedAt };
    await stores.worldForks.change(id, { ...result, state: 'DONE', replicasDone: replicas, touchedAt: finishedAt });
  }

  /** Queues abandoned forks again, and deletes the oldest answers. */
  async function sweep(): Promise<void> {
    const since = new Date(clock.now().getTime() - ABANDONED_MS);
    await inTransaction(async (tx) => {
      await tx.jobs.send(FORK_QUEUE, await tx.worldForks.listAbandoned(since));
    });
    await stores.worldForks.deleteOldest();
  }

  const toAnswer = ({ touchedAt: _, askedBy: _askedBy, ...row }: ForkRow): Answer => ({
    ...row,
    baseHash: row.baseHash === null ? null : Hash32.parse(row.baseHash),
    hash: row.hash === null ? null : Hash32.parse(row.hash),
    page: pageOf(row.id),
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  });

  return { ask, read, run, sweep, parameters: () => ({ items: forkParameters(follower.now()) }) };
}
