import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../log/index.ts';

type Options = {
  readonly name: string;
  /** Does what is due and says how much that was; more than nothing means: look again at once. */
  readonly work: () => Promise<number>;
  /** A notice that got lost delays work by at most this long. */
  readonly everyMs: number;
  /** Between a round that did something and the next: what comes meanwhile is done together. The first of a burst never waits. */
  readonly gatherMs?: number;
  readonly log: Logger;
};

/** Works off rows that have become due, one round at a time in this process; rounds of other processes skip its rows. */
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

  function look(): void {
    if (isStopped) return;
    isWanted = true;
    running ??= run()
      .catch((error: unknown) => log.warn({ err: error, loop: name }, 'running due work failed'))
      .finally(() => {
        running = undefined;
        if (isWanted && !isStopped) setImmediate(look);
      });
  }

  return {
    look,
    start(): void {
      timer = setInterval(look, everyMs);
      look();
    },
    async stop(): Promise<void> {
      isStopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
export type WorkLoop = ReturnType<typeof createWorkLoop>;
