import {
  type Branch,
  type ForkChange,
  type ForkReplica,
  type Input,
  type InputResult,
  save,
} from '@assay/economy/world';
import { createWorkerThread } from '../../platform/worker-thread.ts';
import type { Follower } from './follower.service.ts';

export type ForkTask =
  | { readonly kind: 'preview'; readonly input: Input }
  | {
      readonly kind: 'fork';
      /** One list of inputs each. An empty list is the future without them. */
      readonly scenarios: readonly (readonly Input[])[];
      readonly months: number;
      readonly replicas: number;
    }
  | ({ readonly kind: 'replica' } & ReplicaTask);
/** One pair of futures of a what-if question. */
type ReplicaTask = { readonly changes: readonly ForkChange[]; readonly months: number; readonly replica: number };

const FORK_LIMITS = { waitingMax: 16, timeMs: 120_000, keptMs: 30_000 } as const;
/** One replica of 60 months takes about a minute of processor time, at the lowest priority. */
export const QUESTION_LIMITS = { ...FORK_LIMITS, timeMs: 15 * 60_000 } as const;

/**
 * Simulations on copies of the world, on worker threads. The lanes are separate: a preview takes one hour of the world
 * and must not wait behind a fork of years, and an operator's fork must not wait behind visitors' questions.
 */
export function createForks({ follower }: { readonly follower: Pick<Follower, 'now'> }) {
  const newLane = (limits: typeof FORK_LIMITS | typeof QUESTION_LIMITS) =>
    createWorkerThread(new URL('./fork.worker.ts', import.meta.url), limits);
  const [years, hours, questions] = [newLane(FORK_LIMITS), newLane(FORK_LIMITS), newLane(QUESTION_LIMITS)];
  const run = (lane: ReturnType<typeof newLane>, task: ForkTask): Promise<unknown> =>
    lane.run(() => {
      const state = save(follower.now());
      return { message: { state, task }, transfer: [state.buffer as ArrayBuffer] };
    });

  return {
    /** Per scenario, the months of each replica. The world is unchanged. */
    fork: (scenarios: readonly (readonly Input[])[], months: number, replicas: number): Promise<Branch[][]> =>
      run(years, { kind: 'fork', scenarios, months, replicas }) as Promise<Branch[][]>,
    /** The result that an input would have in the next hour, without applying it. */
    preview: (input: Input): Promise<InputResult> => run(hours, { kind: 'preview', input }) as Promise<InputResult>,
    /** At low priority and from a saved state, so that every replica of a question begins with the same hour. */
    replica: (state: Uint8Array, task: ReplicaTask): Promise<ForkReplica> =>
      questions.run(() => ({ message: { state, task: { kind: 'replica', ...task } } })) as Promise<ForkReplica>,
    async stop(): Promise<void> {
      await Promise.all([years.stop(), hours.stop(), questions.stop()]);
    },
  };
}
export type Forks = ReturnType<typeof createForks>;
