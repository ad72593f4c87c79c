import { type Logger, runInContext } from '../log/index.ts';
import type { WaitingJob } from './jobs.store.ts';
import { createWorkLoop } from './work-loop.ts';

type Options = {
  readonly queue: string;
  readonly concurrency: number;
  /** Takes at most `count` waiting jobs. From then on this process owns them. */
  readonly take: (count: number) => Promise<readonly WaitingJob[]>;
  readonly run: (key: string) => Promise<void>;
  readonly log: Logger;
};

/** A lost notice delays a job by at most this long. */
const POLL_MS = 5_000;

/** Takes jobs from a queue as soon as it has capacity. */
export function createJobWorker({ queue, concurrency, take, run, log }: Options) {
  const running = new Set<Promise<void>>();

  /** Jobs that this one sends belong to the same request. */
  const handle = ({ key, requestId }: WaitingJob): Promise<void> =>
    runInContext({ requestId: requestId ?? undefined, queue, key }, () =>
      run(key).catch((error: unknown) => log.error({ err: error }, 'a job failed')),
    );

  async function fill(): Promise<number> {
    const room = concurrency - running.size;
    if (room === 0) return 0;
    for (const job of await take(room)) {
      const one = handle(job).finally(() => {
        running.delete(one);
        loop.wake();
      });
      running.add(one);
    }
    return 0;
  }
  const loop = createWorkLoop({ name: queue, work: fill, everyMs: POLL_MS, log });

  return {
    wake: loop.wake,
    start: loop.start,
    /** Takes no further jobs, and waits for those in progress. */
    async stop(): Promise<void> {
      await loop.stop();
      await Promise.all(running);
    },
  };
}
export type JobWorker = ReturnType<typeof createJobWorker>;
