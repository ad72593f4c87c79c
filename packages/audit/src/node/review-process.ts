import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { compiledFolder } from '@assay/analysis/node/compiled-code';
import type { DeploymentSeen } from '@assay/analysis/types';
import { AuditFault } from '../review/audit-fault.ts';
import type { PackCheck } from '../rule-packs/index.ts';
import type { CheckTask, CompareTask, PoolTask, ProcessMessage, Reviewed, ReviewTask } from './pool.messages.ts';

const PROCESS_LIMITS = {
  /** From the start of a process until it can review. Not part of a review's own time. */
  startMs: 30_000,
  heapMb: 384,
  /**
   * Initial heap space for new objects. Repeated collections during the load of the rules would take a tenth of the
   * start time.
   */
  newObjectsMb: 16,
  /** Maximum memory growth during one review. */
  growthMb: 256,
  memoryCheckMs: 50,
  /** A process is replaced after this many reviews, because grammars never release memory. */
  reviewsMax: 1_000,
  errorTailChars: 4_000,
} as const;

/** A process that reviews one bundle at a time. After a fault it is not used again, because its parsers may be damaged. */
export type ReviewProcess = {
  /** Rejects with an AuditFault when the engine fails, the process dies, or a limit is reached. */
  review(task: ReviewTask, timeoutMs: number): Promise<Reviewed>;
  /** Runs the samples of a rule pack. Fails like a review. */
  check(task: CheckTask, timeoutMs: number): Promise<PackCheck>;
  /** Compares deployed code with its sources. Fails like a review. */
  compare(task: CompareTask, timeoutMs: number): Promise<DeploymentSeen>;
  /** Whether it can take another review. */
  isFit(): boolean;
  end(): void;
};

const PROGRAM = fileURLToPath(new URL('./pool.child.ts', import.meta.url));
/** The published program is one script, which does not need it to load its own modules. */
const LOADED_FIRST = PROGRAM.endsWith('.ts') ? [`--import=${new URL('./own-sources.ts', import.meta.url).href}`] : [];

/** Reviews and their sandboxes have a lower priority than verify requests. Free reviews use only idle CPU time. */
export const REVIEW_PRIORITY = { paid: 5, free: 19 } as const;
type Priority = (typeof REVIEW_PRIORITY)[keyof typeof REVIEW_PRIORITY];

/** The environment contains only the cache of compiled code. Output is discarded. */
function startProgram(program: string, priority: Priority | undefined): ChildProcess {
  const child = fork(program, [], {
    serialization: 'advanced',
    execArgv: [
      `--max-old-space-size=${PROCESS_LIMITS.heapMb}`,
      `--min-semi-space-size=${PROCESS_LIMITS.newObjectsMb}`,
      '--no-warnings',
      ...LOADED_FIRST,
    ],
    env: { NODE_COMPILE_CACHE: compiledFolder('assay') },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  // Never above our own priority, which only root could grant. A service with a low priority keeps it.
  if (child.pid !== undefined && priority !== undefined) setPriority(child.pid, Math.max(getPriority(), priority));
  return child;
}

/** Without `priority`, the process inherits the priority of its parent. */
export function startReviewProcess(program: string = PROGRAM, priority?: Priority): ReviewProcess {
  const child = startProgram(program, priority);
  // No other listener exists between reviews, and an unhandled error would end our process.
  child.on('error', () => undefined);
  const lastWords = keepTail(child);
  const started = nextMessage(child, { timeoutMs: PROCESS_LIMITS.startMs, lastWords, what: 'The start of a review' });
  // The first review reports a failed start. There may be none if the pool is closed earlier.
  started.catch(() => undefined);
  let isUsable = true;
  let isBusy = true;
  let reviews = 0;
  let residentAtStart = 0;

  const ask = async (task: PoolTask, timeoutMs: number): Promise<ProcessMessage> => {
    await started;
    if (reviews === 0) residentAtStart = residentMb(child);
    reviews += 1;
    const answer = await nextMessage(child, { timeoutMs, lastWords, what: 'The review', task });
    if (answer.kind === 'fault') throw new AuditFault(answer.reason);
    return answer;
  };

  /** After a fault the process is not used again. */
  const work = async <T>(task: PoolTask, timeoutMs: number, read: (answer: ProcessMessage) => T | undefined) => {
    isBusy = true;
    try {
      const answer = read(await ask(task, timeoutMs));
      if (answer === undefined) throw new AuditFault('The reviewing process answered out of turn.');
      return answer;
    } catch (error) {
      isUsable = false;
      throw error;
    } finally {
      isBusy = false;
    }
  };

  return {
    review: (task, timeoutMs) =>
      work(task, timeoutMs, (answer) => (answer.kind === 'reviewed' ? answer.reviewed : undefined)),
    check: (task, timeoutMs) =>
      work(task, timeoutMs, (answer) => (answer.kind === 'checked' ? answer.check : undefined)),
    compare: (task, timeoutMs) =>
      work(task, timeoutMs, (answer) => (answer.kind === 'compared' ? answer.seen : undefined)),
    isFit: () =>
      isUsable &&
      child.connected &&
      reviews < PROCESS_LIMITS.reviewsMax &&
      residentMb(child) - residentAtStart <= PROCESS_LIMITS.growthMb,
    end() {
      // An idle process exits by itself and keeps its compiled code for the next start. A busy process does not read messages.
      if (isBusy || !isUsable || !child.connected) child.kill('SIGKILL');
      else child.disconnect();
    },
  };
}

type Wait = {
  readonly timeoutMs: number;
  readonly what: string;
  readonly lastWords: () => string;
  /** Sent first. The memory of the process is monitored while it works on the task. */
  readonly task?: PoolTask;
};

/** The next message of the process. The process is killed after the time limit or with too much memory. */
function nextMessage(child: ChildProcess, { timeoutMs, what, lastWords, task }: Wait): Promise<ProcessMessage> {
  return new Promise((resolve, reject) => {
    const residentBefore = task === undefined ? 0 : residentMb(child);
    const settle = (): void => {
      clearTimeout(clock);
      clearImmediate(lastChance);
      clearInterval(scale);
      child.off('message', onMessage).off('close', onClose).off('error', onClose);
    };
    const stop = (reason: string): void => {
      settle();
      child.kill('SIGKILL');
      reject(new AuditFault(reason));
    };
    const onMessage = (message: ProcessMessage): void => {
      settle();
      resolve(message);
    };
    const onClose = (): void => stop(`The reviewing process ended (${endOf(child)}).${lastWords()}`);
    // If our event loop was blocked, a message that arrived in time is still handled before the timeout.
    let lastChance: NodeJS.Immediate | undefined;
    const clock = setTimeout(() => {
      lastChance = setImmediate(stop, `${what} took longer than ${timeoutMs} ms.`);
    }, timeoutMs);
    const scale = setInterval(() => {
      if (task === undefined || residentMb(child) - residentBefore <= PROCESS_LIMITS.growthMb) return;
      stop(`The review needed more than ${PROCESS_LIMITS.growthMb} MB.`);
    }, PROCESS_LIMITS.memoryCheckMs);
    child.on('message', onMessage).once('close', onClose).once('error', onClose);
    if (task !== undefined) child.send(task, (error) => error && onClose());
  });
}

const endOf = (child: ChildProcess): string => String(child.signalCode ?? child.exitCode ?? 'connection lost');

const KB_PER_MB = 1_024;

/** Resident memory according to the kernel; 0 without `/proc`, where only the heap is limited. */
function residentMb({ pid }: ChildProcess): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / KB_PER_MB;
  } catch {
    return 0;
  }
}

/** The line that states why a process died. The native stack around it is not useful. */
const LAST_WORDS = /^(?:FATAL ERROR|RangeError|RuntimeError|Error)[^\n]{0,200}/m;

function keepTail(child: ChildProcess): () => string {
  let tail = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    tail = (tail + text).slice(-PROCESS_LIMITS.errorTailChars);
  });
  return () => {
    const line = LAST_WORDS.exec(tail)?.[0];
    return line === undefined ? '' : ` ${line}`;
  };
}
