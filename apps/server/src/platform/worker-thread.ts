import { once } from 'node:events';
import { type Transferable, Worker } from 'node:worker_threads';
import { Problem } from '@assay/protocol';

type Limits = {
  /** Maximum of queued questions; further ones are refused. */
  readonly waitingMax: number;
  /** A question that takes longer ends the thread. */
  readonly timeMs: number;
  /** Idle time before the thread ends: loading its program takes longer than most questions. */
  readonly keptMs: number;
};
type Question = { readonly message: unknown; readonly transfer?: readonly Transferable[] };

/**
 * Runs work that must not block the thread that answers requests, one question at a time. Overload, a timeout and an
 * exit of the thread are `unavailable`; an error of the thread is rethrown.
 */
export function createWorkerThread(program: URL, limits: Limits, workerData?: unknown) {
  const waiting: (() => void)[] = [];
  let isBusy = false;
  let thread: Worker | undefined;
  let ending: NodeJS.Timeout | undefined;

  /** `toQuestion` is called when the thread is free. */
  async function run(toQuestion: () => Question): Promise<unknown> {
    if (isBusy) {
      if (waiting.length >= limits.waitingMax) throw new Problem('unavailable');
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    isBusy = true;
    try {
      return await ask(toQuestion());
    } catch (error) {
      await stop(); // a thread that failed is not reused
      throw error;
    } finally {
      const next = waiting.shift();
      if (next === undefined) isBusy = false;
      else next();
    }
  }

  async function ask({ message, transfer = [] }: Question): Promise<unknown> {
    clearTimeout(ending);
    thread ??= new Worker(program, { workerData });
    thread.ref();
    thread.postMessage(message, transfer);
    const answer = await answerOf(thread, limits.timeMs);
    thread.unref();
    ending = setTimeout(() => void stop(), limits.keptMs).unref();
    return answer;
  }

  async function stop(): Promise<void> {
    clearTimeout(ending);
    const ended = thread;
    thread = undefined;
    await ended?.terminate();
  }

  return { run, stop };
}

/** Throws the error of the thread, and `unavailable` when it ended or timed out. */
async function answerOf(thread: Worker, timeMs: number): Promise<unknown> {
  const done = new AbortController();
  const { signal } = done;
  const patience = setTimeout(() => void thread.terminate(), timeMs);
  const ended = once(thread, 'exit', { signal }).then(() => {
    throw new Problem('unavailable');
  });
  try {
    const [answer] = await Promise.race([once(thread, 'message', { signal }), ended]);
    return answer;
  } finally {
    clearTimeout(patience);
    done.abort();
    await ended.catch(() => undefined);
  }
}
