import type { Logger } from '../log/index.ts';
import { createWorkLoop } from './work-loop.ts';

type Job = { readonly id: string; readonly key: string };

type Options = {
  readonly queue: string;
  readonly concurrency: number;
  readonly fetch: (count: number) => Promise<readonly Job[]>;
  /** Over, well or badly: whoever needs a second try asks for it. */
  readonly complete: (job: Job) => Promise<void>;
  readonly run: (key: string) => Promise<void>;
  readonly log: Logger;
};

/** A notice that got lost delays a job by at most this long. */
const POLL_MS = 500;

/** Takes jobs from a queue as soon as there is room for one more. */
export function createJobWorker({ queue, concurrency, fetch, complete, run, log }: Options) {
  const running = new Set<Promise<void>>();

  async function handle(job: Job): Promise<void> {
    await run(job.key).catch((error: unknown) => log.error({ err: error, queue }, 'a job failed'));
    await complete(job).catch((error: unknown) => log.warn({ err: error, queue }, 'a job could not be closed'));
  }

  async function fill(): Promise<number> {
    const room = concurrency - running.size;
    if (room === 0) return 0;
    for (const job of await fetch(room)) {
      const one = handle(job).finally(() => {
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
