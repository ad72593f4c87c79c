import type { Logger } from '../log/index.ts';
import type { JobStore } from './jobs.store.ts';
import { createWorkLoop } from './work-loop.ts';

export type Repeating = { readonly name: string; readonly everyMinutes: number; readonly run: () => Promise<void> };

type Deps = { readonly store: JobStore; readonly log: Logger };

const LOOK_EVERY_MS = 2_000;
/** Delay before a job that was started and not completed runs again, because its process died or it failed. */
const RETRY_MINUTES = 5;

/** Jobs that run repeatedly, once for all processes. */
export function createRepeating({ store, log }: Deps) {
  const known = new Map<string, Repeating>();
  const loop = createWorkLoop({ name: 'repeating work', work: runDue, everyMs: LOOK_EVERY_MS, log });

  async function runDue(): Promise<number> {
    const due = await store.takeDue([...known.keys()], RETRY_MINUTES);
    await Promise.all(due.map(runOne));
    return 0;
  }

  async function runOne(name: string): Promise<void> {
    const job = known.get(name);
    if (job === undefined) return;
    try {
      await job.run();
      await store.postpone(name, job.everyMinutes);
    } catch (error) {
      log.error({ err: error, job: name }, 'periodic job failed');
    }
  }

  return {
    async add(job: Repeating): Promise<void> {
      await store.declare(job.name, job.everyMinutes);
      known.set(job.name, job);
    },
    start: loop.start,
    stop: loop.stop,
  };
}
