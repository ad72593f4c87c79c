import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../log/index.ts';

type Options = {
  readonly name: string;
  /** Processes due rows and returns their number. A positive number triggers the next round at once. */
  readonly work: () => Promise<number>;
  /** A lost notice delays work by at most this long. */
  readonly everyMs: number;
  /**
   * Pause after a round that did work, so that rows due in the meantime are processed together. The first row of a
   * burst never waits.
   */
  readonly gatherMs?: number;
  readonly log: Logger;
};

/** Processes due rows, one round at a time in this process. Rounds of other processes skip its rows. */
export function createWorkLoop({ name, work, everyMs, gatherMs = 0, log }: Options) {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isWanted = false;
  let isStopped = false;

  async function run(): Promise<void> {
    while (isWanted && !isStopped) {
      isWanted = false;
      if ((await work()) === 0) continue;
      isWanted = true;
      if (gatherMs > 0) await delay(gatherMs);
    }
  }

  function wake(): void {
    if (isStopped) return;
    isWanted = true;
    running ??= run()
      // Work that a stop interrupts runs again after the next start.
      .catch((error: unknown) =>
        log[isStopped ? 'debug' : 'warn']({ err: error, loop: name }, 'running due work failed'),
      )
      .finally(() => {
        running = undefined;
        if (isWanted && !isStopped) setImmediate(wake);
      });
  }

  return {
    wake,
    start(): void {
      timer = setInterval(wake, everyMs);
      wake();
    },
    async stop(): Promise<void> {
      isStopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
export type WorkLoop = ReturnType<typeof createWorkLoop>;
