import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { type Branch, type Input, type InputResult, save } from '@assay/economy/world';
import { Problem } from '@assay/protocol';
import type { Follower } from './follower.service.ts';

export type ForkTask =
  | { readonly kind: 'preview'; readonly input: Input }
  | {
      readonly kind: 'fork';
      /** One list of inputs each; an empty one is the future without them. */
      readonly scenarios: readonly (readonly Input[])[];
      readonly months: number;
      readonly replicas: number;
    };

/** One at a time. The thread is kept for a while: loading the kernel takes longer than most questions. */
const FORK_LIMITS = { waitingMax: 16, timeMs: 120_000, keptMs: 30_000 } as const;

type Deps = { readonly follower: Pick<Follower, 'now'> };

/** What would happen: in copies, on threads of their own. A preview takes an hour of the world and does not wait behind years. */
export function createForks(deps: Deps) {
  const [years, hours] = [createLane(deps), createLane(deps)];
  return {
    /** Per scenario, the months of each replica; the world stays as it is. */
    fork: (scenarios: readonly (readonly Input[])[], months: number, replicas: number): Promise<Branch[][]> =>
      years.run({ kind: 'fork', scenarios, months, replicas }) as Promise<Branch[][]>,
    /** What an input would answer in the next hour, without doing it. */
    preview: (input: Input): Promise<InputResult> => hours.run({ kind: 'preview', input }) as Promise<InputResult>,
    async stop(): Promise<void> {
      await Promise.all([years.close(), hours.close()]);
    },
  };
}

function createLane({ follower }: Deps) {
  const waiting: (() => void)[] = [];
  let isBusy = false;
  let thread: Worker | undefined;
  let ending: NodeJS.Timeout | undefined;

  async function run(task: ForkTask): Promise<unknown> {
    if (isBusy) {
      if (waiting.length >= FORK_LIMITS.waitingMax) throw new Problem('unavailable');
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    isBusy = true;
    try {
      return await ask(task);
    } catch (error) {
      await close(); // what failed once is not asked again
      throw error;
    } finally {
      const next = waiting.shift();
      if (next === undefined) isBusy = false;
      else next();
    }
  }

  async function ask(task: ForkTask): Promise<unknown> {
    clearTimeout(ending);
    thread ??= new Worker(new URL('./fork.worker.ts', import.meta.url));
    thread.ref();
    const state = save(follower.now());
    thread.postMessage({ state, task }, [state.buffer]);
    const answer = await answerOf(thread);
    thread.unref();
    ending = setTimeout(() => void close(), FORK_LIMITS.keptMs).unref();
    return answer;
  }

  async function close(): Promise<void> {
    clearTimeout(ending);
    const ended = thread;
    thread = undefined;
    await ended?.terminate();
  }

  return { run, close };
}

/** Throws what the thread threw, and `unavailable` when it ended or took too long. */
async function answerOf(thread: Worker): Promise<unknown> {
  const done = new AbortController();
  const { signal } = done;
  const patience = setTimeout(() => void thread.terminate(), FORK_LIMITS.timeMs);
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
