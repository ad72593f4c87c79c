/** The order in which a composed service starts, and the other way round stops. */
import type { Jobs, Repeating, WorkLoop } from './platform/jobs/index.ts';

/** What a module does in a worker. */
type WorkerPart = {
  readonly repeating?: readonly Repeating[];
  readonly loops?: readonly WorkLoop[];
  start?(): void | Promise<void>;
  stop?(): void | Promise<void>;
};

/** The workers of all modules, in the order in which they start. */
export function createWorker(jobs: Jobs, parts: readonly WorkerPart[]) {
  return {
    async start(): Promise<void> {
      for (const { repeating = [] } of parts) for (const job of repeating) await jobs.repeat(job);
      jobs.start();
      for (const part of parts) {
        await part.start?.();
        for (const loop of part.loops ?? []) loop.start();
      }
    },
    async stop(): Promise<void> {
      for (const part of parts) {
        await Promise.all((part.loops ?? []).map((loop) => loop.stop()));
        await part.stop?.();
      }
    },
  };
}
