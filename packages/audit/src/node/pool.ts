import { availableParallelism } from 'node:os';
import type { Bundle, DeployedCode, DeploymentSeen, ProbeResult, RulePack, ToolPins } from '@assay/analysis/types';
import { AuditFault } from '../review/audit-fault.ts';
import type { PackCheck } from '../rule-packs/index.ts';
import { createLanes, type Lane } from './pool.lanes.ts';
import type { PoolTask, Reviewed } from './pool.messages.ts';
import { REVIEW_PRIORITY, type ReviewProcess, startReviewProcess } from './review-process.ts';

/** Time limits of the pool. The engine itself counts bytes and nodes, and its caller limits the time. */
export const POOL_LIMITS = {
  timeoutMs: 2_000,
  sandboxTimeoutMs: 40_000,
  /** Processes with their own limits compile and attack contracts. */
  labTimeoutMs: 160_000,
  /** Up to 24 rules with 32 samples each. Every sample is a small review. */
  packTimeoutMs: 20_000,
  /** Maximum number of queued free reviews. Each holds its bundle in memory. */
  freeWaitingMax: 8,
} as const;

export type PoolOptions = {
  readonly size?: number;
  /** Applies to every review of this pool and replaces the limits above. */
  readonly timeoutMs?: number;
  /** Default for reviews that do not set it. */
  readonly isSandboxed?: boolean;
  /** Starts the first process immediately, for callers that expect work soon. */
  readonly isEager?: boolean;
  /** Lowers the priority of reviews, for a service that answers other requests at the same time. */
  readonly givesWay?: boolean;
};

export type ReviewOptions = {
  readonly isSandboxed?: boolean;
  /** A free review is queued behind all paid work and refused when too many free reviews are queued. */
  readonly isFree?: boolean;
  /** Additional rule packs to run. */
  readonly plugins?: readonly RulePack[];
  /** Observations of the described service. */
  readonly probe?: readonly ProbeResult[];
  /** The code at the address that the contract is said to be deployed at. */
  readonly deployed?: DeployedCode | undefined;
  /** The tools as a user approved them. */
  readonly pins?: ToolPins | undefined;
  /** No caller waits for the result, so the time limit of a sandboxed review applies. */
  readonly isPatient?: boolean;
  /** Called when the review leaves the queue. */
  readonly onStart?: () => void;
};

/** Too many free reviews are queued. The bundle was not reviewed. The caller can retry later. */
export class PoolBusy extends Error {}

export type AuditPool = {
  /**
   * Rejects with an AuditFault when the engine fails or a limit is reached, and with PoolBusy. Never answers SAFE by
   * default.
   */
  audit(bundle: Bundle, options?: ReviewOptions): Promise<Reviewed>;
  /** Checks that a rule pack is well-formed and matches its samples. The check is free, so it is queued behind paid work. */
  checkPack(pack: string): Promise<PackCheck>;
  /** Compares deployed code with these sources. It runs before payment, so it is queued behind paid work. */
  compareDeployed(bundle: Bundle, deployed: DeployedCode): Promise<DeploymentSeen>;
  close(): void;
};

/** Work for a process. `run` passes the answer to the caller. */
type Job = { readonly task: PoolTask; run(process: ReviewProcess): Promise<void>; reject(fault: unknown): void };

/**
 * Uses processes instead of threads: a native parser that crashes ends its process, and only one review is lost. A
 * process starts when there is work (the first one earlier with `isEager`) and is replaced after a fault.
 */
export function createAuditPool(options: PoolOptions = {}): AuditPool {
  const { size = availableParallelism() } = options;
  /** With more than one process, one stays free for paid work. */
  const freeMax = Math.max(1, size - 1);
  const waiting = createLanes<Job>();
  const start = (kind: keyof typeof REVIEW_PRIORITY): ReviewProcess =>
    startReviewProcess(undefined, options.givesWay === true ? REVIEW_PRIORITY[kind] : undefined);
  // Separate lists, because the priority of a process can only be lowered.
  const idle = {
    paid: options.isEager === true ? [start('paid')] : ([] as ReviewProcess[]),
    free: [] as ReviewProcess[],
  };
  const busy = new Set<ReviewProcess>();
  let busyFree = 0;
  let isClosed = false;

  const limitOf = (task: PoolTask): number => {
    if ('pack' in task) return POOL_LIMITS.packTimeoutMs;
    if ('compared' in task) return POOL_LIMITS.labTimeoutMs;
    if (task.isSandboxed && task.bundle.productType === 'CONTRACT') return POOL_LIMITS.labTimeoutMs;
    return options.timeoutMs ?? (task.isSandboxed ? POOL_LIMITS.sandboxTimeoutMs : POOL_LIMITS.timeoutMs);
  };

  const takeProcess = (kind: keyof typeof idle): ReviewProcess => {
    for (let one = idle[kind].pop(); one !== undefined; one = idle[kind].pop()) {
      if (one.isFit()) return one;
      one.end();
    }
    return start(kind);
  };

  const next = (): void => {
    while (!isClosed && busy.size < size) {
      const taken = waiting.take(busyFree < freeMax);
      if (taken === undefined) return;
      void run(taken.item, taken.isFree ? 'free' : 'paid');
    }
  };

  const run = async (job: Job, kind: keyof typeof idle): Promise<void> => {
    const process = takeProcess(kind);
    busy.add(process);
    if (kind === 'free') busyFree += 1;
    try {
      await job.run(process);
    } catch (fault) {
      job.reject(isClosed ? new AuditFault('The pool was closed.') : fault);
    }
    busy.delete(process);
    if (kind === 'free') busyFree -= 1;
    if (!isClosed && process.isFit()) idle[kind].push(process);
    else process.end();
    next();
  };

  /** Queues work in its lane and returns its result. */
  const queue = <T>(task: PoolTask, lane: Lane, work: (process: ReviewProcess) => Promise<T>): Promise<T> => {
    if (isClosed) return Promise.reject(new AuditFault('The pool is closed.'));
    if (lane.isFree && waiting.waitingFree() >= POOL_LIMITS.freeWaitingMax) {
      return Promise.reject(new PoolBusy('Too many free reviews are waiting.'));
    }
    return new Promise((resolve, reject) => {
      waiting.add({ task, run: async (process) => resolve(await work(process)), reject }, lane);
      next();
    });
  };

  return {
    audit(
      bundle,
      {
        isSandboxed = options.isSandboxed ?? false,
        isFree = false,
        plugins = [],
        probe = [],
        deployed,
        pins,
        isPatient = false,
        onStart,
      } = {},
    ) {
      const task = { bundle, isSandboxed, plugins, probe, deployed, pins };
      return queue(task, { isFree, isSlow: isSandboxed }, (process) => {
        onStart?.();
        return process.review(task, isPatient ? POOL_LIMITS.sandboxTimeoutMs : limitOf(task));
      });
    },
    checkPack(pack) {
      const task = { pack };
      return queue(task, { isFree: true, isSlow: true }, (process) => process.check(task, limitOf(task)));
    },
    compareDeployed(compared, deployed) {
      const task = { compared, deployed };
      return queue(task, { isFree: true, isSlow: true }, (process) => process.compare(task, limitOf(task)));
    },
    close() {
      isClosed = true;
      for (const job of waiting.drain()) job.reject(new AuditFault('The pool was closed.'));
      for (const process of [...idle.paid.splice(0), ...idle.free.splice(0), ...busy]) process.end();
    },
  };
}
