import { availableParallelism } from 'node:os';
import type { Bundle, DeployedCode, DeploymentSeen, ProbeResult, RulePack, ToolPins } from '@assay/analysis/types';
import { AuditFault } from '../review/audit-fault.ts';
import type { PackCheck } from '../rule-packs/index.ts';
import { createLanes, type Lane } from './pool.lanes.ts';
import type { PoolTask, Reviewed } from './pool.messages.ts';
import { REVIEW_PRIORITY, type ReviewProcess, startReviewProcess } from './review-process.ts';

/** The outer clock. The engine itself counts bytes and nodes; time belongs to whoever calls it. */
export const POOL_LIMITS = {
  timeoutMs: 2_000,
  sandboxTimeoutMs: 40_000,
  /** Contracts are compiled and attacked by processes that have limits of their own. */
  labTimeoutMs: 160_000,
  /** Up to 24 rules with 32 samples each, every sample a small review. */
  packTimeoutMs: 20_000,
  /** Reviews nobody paid for that may wait; each holds its bundle in memory. */
  freeWaitingMax: 8,
} as const;

export type PoolOptions = {
  readonly size?: number;
  /** For every review of this pool, instead of the limits above. */
  readonly timeoutMs?: number;
  /** What a review does that does not say otherwise. */
  readonly isSandboxed?: boolean;
  /** Starts the first process at once, for whoever knows that work is coming. */
  readonly isEager?: boolean;
  /** Reviews give way to whatever else the machine does: for a service that has others to answer meanwhile. */
  readonly givesWay?: boolean;
};

export type ReviewOptions = {
  readonly isSandboxed?: boolean;
  /** Nobody paid for it: it waits behind everything that was paid for, and is refused when too many wait. */
  readonly isFree?: boolean;
  /** Rule packs that look at it too. */
  readonly plugins?: readonly RulePack[];
  /** What was seen of the service that it describes. */
  readonly probe?: readonly ProbeResult[];
  /** What lies at the address that a contract is said to be deployed at. */
  readonly deployed?: DeployedCode | undefined;
  /** What tools were when somebody approved them. */
  readonly pins?: ToolPins | undefined;
  /** Nobody waits for it: a busy machine may take as long over it as over a sandboxed review. */
  readonly isPatient?: boolean;
};

/** Too many reviews that nobody paid for are waiting. Nothing was looked at: ask again later. */
export class PoolBusy extends Error {}

export type AuditPool = {
  /** Rejects with an AuditFault when the engine fails or a limit is passed, with PoolBusy; never answers SAFE by default. */
  audit(bundle: Bundle, options?: ReviewOptions): Promise<Reviewed>;
  /** Is a rule pack well-formed, and true to its samples? Nobody pays for that: it waits behind what was paid for. */
  checkPack(pack: string): Promise<PackCheck>;
  /** Was what lies on a chain made from these sources? Asked before anybody pays, so it waits behind what was paid for. */
  compareDeployed(bundle: Bundle, deployed: DeployedCode): Promise<DeploymentSeen>;
  close(): void;
};

/** Work for a process; `run` hands its answer to whoever waits. */
type Job = { readonly task: PoolTask; run(process: ReviewProcess): Promise<void>; reject(fault: unknown): void };

/**
 * Processes, not threads: a native parser that dies takes its process with it, and only one review is lost. A process
 * is started when there is work for it, the first one earlier where that was asked for, and replaced after a fault.
 */
export function createAuditPool(options: PoolOptions = {}): AuditPool {
  const { size = availableParallelism() } = options;
  /** One process is always left to those who paid, where there is more than one. */
  const freeMax = Math.max(1, size - 1);
  const waiting = createLanes<Job>();
  const start = (kind: keyof typeof REVIEW_PRIORITY): ReviewProcess =>
    startReviewProcess(undefined, options.givesWay === true ? REVIEW_PRIORITY[kind] : undefined);
  // Apart, since a process that was given little of the machine cannot be given more.
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

  /** Puts work in its lane, and gives what comes of it. */
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
      } = {},
    ) {
      const task = { bundle, isSandboxed, plugins, probe, deployed, pins };
      return queue(task, { isFree, isSlow: isSandboxed }, (process) =>
        process.review(task, isPatient ? POOL_LIMITS.sandboxTimeoutMs : limitOf(task)),
      );
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
