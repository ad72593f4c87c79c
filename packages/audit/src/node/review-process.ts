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
  /** From the start of a process until it can review; no part of a review's own time. */
  startMs: 30_000,
  heapMb: 384,
  /** Room for new objects from the start: clearing it again and again while the rules load is a tenth of the start. */
  newObjectsMb: 16,
  /** What one review may add to the memory its process held before. */
  growthMb: 256,
  memoryCheckMs: 50,
  /** After so many reviews a process makes room for a fresh one: grammars keep what they once allocated. */
  reviewsMax: 1_000,
  errorTailChars: 4_000,
} as const;

/** A process that reviews one bundle at a time. After a fault it is never used again: its parsers may be damaged. */
export type ReviewProcess = {
  /** Rejects with an AuditFault when the engine fails, the process dies, or a limit is passed. */
  review(task: ReviewTask, timeoutMs: number): Promise<Reviewed>;
  /** Runs the samples of a rule pack; fails as a review does. */
  check(task: CheckTask, timeoutMs: number): Promise<PackCheck>;
  /** Compares what is deployed with its sources; fails as a review does. */
  compare(task: CompareTask, timeoutMs: number): Promise<DeploymentSeen>;
  /** Whether it may be given another review. */
  isFit(): boolean;
  end(): void;
};

const PROGRAM = fileURLToPath(new URL('./pool.child.ts', import.meta.url));
const LOADED_FIRST = new URL('./own-sources.ts', import.meta.url).href;

/**
 * Reviews, and the sandboxes they start, give way to whoever asks whether something is valid; those that nobody paid for take only
 * what is left over.
 */
export const REVIEW_PRIORITY = { paid: 5, free: 19 } as const;
type Priority = (typeof REVIEW_PRIORITY)[keyof typeof REVIEW_PRIORITY];

/** The environment is empty but for the cache of compiled code; what the process prints goes nowhere. */
function startProgram(program: string, priority: Priority | undefined): ChildProcess {
  const child = fork(program, [], {
    serialization: 'advanced',
    execArgv: [
      `--max-old-space-size=${PROCESS_LIMITS.heapMb}`,
      `--min-semi-space-size=${PROCESS_LIMITS.newObjectsMb}`,
      '--no-warnings',
      `--import=${LOADED_FIRST}`,
    ],
    env: { NODE_COMPILE_CACHE: compiledFolder('assay') },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  // Never better than our own, which only root could give: a service that was started with little goes on with little.
  if (child.pid !== undefined && priority !== undefined) setPriority(child.pid, Math.max(getPriority(), priority));
  return child;
}

/** Without a priority it has that of whoever starts it. */
export function startReviewProcess(program: string = PROGRAM, priority?: Priority): ReviewProcess {
  const child = startProgram(program, priority);
  // Between reviews nobody else listens, and an error that nobody hears would end our own process.
  child.on('error', () => undefined);
  const lastWords = keepTail(child);
  const started = nextMessage(child, { timeoutMs: PROCESS_LIMITS.startMs, lastWords, what: 'The start of a review' });
  // Whoever reviews first hears of a failed start; nobody may, when the pool is closed before.
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

  /** After a fault the process is never used again. */
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
      // An idle process ends by itself and keeps its compiled code for the next start; a busy one does not listen.
      if (isBusy || !isUsable || !child.connected) child.kill('SIGKILL');
      else child.disconnect();
    },
  };
}

type Wait = {
  readonly timeoutMs: number;
  readonly what: string;
  readonly lastWords: () => string;
  /** Sent first; while it is worked on, the memory of the process is watched. */
  readonly task?: PoolTask;
};

/** The next thing the process says. It is killed when it says nothing in time or takes too much memory. */
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
    // Whoever did not listen meanwhile hears what was said in time before giving up.
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

/** Memory the process holds, by the kernel's books; 0 where there are none, and then only the heap is bounded. */
function residentMb({ pid }: ChildProcess): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / KB_PER_MB;
  } catch {
    return 0;
  }
}

/** The one line of a dying process that says why; the native stack around it helps nobody. */
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
