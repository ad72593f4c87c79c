import type { Logger } from '../log/index.ts';
import { createWorkLoop } from './work-loop.ts';

type Options = {
  readonly queue: string;
  readonly concurrency: number;
  /** Keys of waiting jobs, at most `count`; they are this process's from then on. */
  readonly take: (count: number) => Promise<readonly string[]>;
  readonly run: (key: string) => Promise<void>;
  readonly log: Logger;
};

/** A notice that got lost delays a job by at most this long. */
const POLL_MS = 5_000;

/** Takes jobs from a queue as soon as there is room for one more. */
export function createJobWorker({ queue, concurrency, take, run, log }: Options) {
  const running = new Set<Promise<void>>();

  const handle = (key: string): Promise<void> =>
    run(key).catch((error: unknown) => log.error({ err: error, queue }, 'a job failed'));

  async function fill(): Promise<number> {
    const room = concurrency - running.size;
    if (room === 0) return 0;
    for (const key of await take(room)) {
      const one = handle(key).finally(() => {
        running.delete(one);
        loop.look();
      });
      running.add(one);
    }
    return 0;
  }
  const loop = createWorkLoop({ name: queue, work: fill, everyMs: POLL_MS, log });

  return {
    look: loop.look,
    start: loop.start,
    /** Takes no more, and waits for what it has taken. */
    async stop(): Promise<void> {
      await loop.stop();
      await Promise.all(running);
    },
  };
}
export type JobWorker = ReturnType<typeof createJobWorker>;
