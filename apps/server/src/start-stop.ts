/** The order in which a composed service starts; it stops in reverse. */
import type { Jobs, Repeating, WorkLoop } from './platform/jobs/index.ts';
import type { Logger } from './platform/log/index.ts';

/** The background work of a module in a worker. */
type WorkerPart = {
  readonly repeating?: readonly Repeating[];
  readonly loops?: readonly WorkLoop[];
  start?(): void | Promise<void>;
  stop?(): void | Promise<void>;
};

/** The workers of all modules, in start order. */
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

type StopStep = { readonly name: string; readonly run: () => unknown; readonly onLate?: () => void };

/**
 * Runs the steps of a stop in sequence. A step that exceeds its time limit is abandoned: its work survives a kill, and
 * the later steps, with the database last, must still run.
 */
export async function stopInOrder(
  steps: readonly StopStep[],
  { limitMs, log }: { limitMs: number; log: Pick<Logger, 'warn'> },
): Promise<void> {
  const endsAt = performance.now() + limitMs;
  const errors: unknown[] = [];
  for (const { name, run, onLate } of steps) {
    const shareMs = Math.max(0, endsAt - performance.now()) / 2;
    try {
      if (await isDoneWithin(shareMs, run)) continue;
      log.warn({ step: name, afterMs: Math.round(shareMs) }, 'a shutdown step timed out');
      onLate?.();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, 'Some components failed to stop.');
}

/** False when the limit passes first. Without a finite limit it waits. */
async function isDoneWithin(limitMs: number, run: () => unknown): Promise<boolean> {
  const done = (async () => run())().then(() => true);
  if (!Number.isFinite(limitMs)) return done;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, limitMs, false);
  });
  done.catch(() => undefined); // an error after the limit is ignored
  return Promise.race([done, late]).finally(() => clearTimeout(timer));
}
