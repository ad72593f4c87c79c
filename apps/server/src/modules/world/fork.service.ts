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

const FORK_LIMITS = { atOnce: 1, waitingMax: 16, timeMs: 120_000 } as const;

/** What would happen: in copies, in worker threads, a few at a time. */
export function createForks({ follower }: { readonly follower: Pick<Follower, 'now'> }) {
  const waiting: (() => void)[] = [];
  const open = new Set<Worker>();

  async function run(task: ForkTask): Promise<unknown> {
    if (open.size >= FORK_LIMITS.atOnce) {
      if (waiting.length >= FORK_LIMITS.waitingMax) throw new Problem('unavailable');
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    const state = save(follower.now());
    const options = { workerData: { state, task }, transferList: [state.buffer] };
    const worker = new Worker(new URL('./fork.worker.ts', import.meta.url), options);
    open.add(worker);
    try {
      return await answerOf(worker);
    } finally {
      open.delete(worker);
      waiting.shift()?.();
    }
  }

  return {
    /** Per scenario, the months of each replica; the world stays as it is. */
    fork: (scenarios: readonly (readonly Input[])[], months: number, replicas: number): Promise<Branch[][]> =>
      run({ kind: 'fork', scenarios, months, replicas }) as Promise<Branch[][]>,
    /** What an input would answer in the next hour, without doing it. */
    preview: (input: Input): Promise<InputResult> => run({ kind: 'preview', input }) as Promise<InputResult>,
    async stop(): Promise<void> {
      await Promise.all([...open].map((worker) => worker.terminate()));
    },
  };
}

function answerOf(worker: Worker): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const patience = setTimeout(() => void worker.terminate(), FORK_LIMITS.timeMs);
  worker.once('message', resolve);
  worker.once('error', reject);
  worker.once('exit', () => reject(new Problem('unavailable')));
  return promise.finally(() => {
    clearTimeout(patience);
    void worker.terminate();
  });
}
