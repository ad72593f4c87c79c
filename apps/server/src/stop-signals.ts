/** Ends the process on SIGINT or SIGTERM. */
import { constants } from 'node:os';
import type { Logger } from './platform/log/index.ts';

/**
 * Under npm, Ctrl-C arrives twice: from the terminal and forwarded by npm. A second signal within this time counts as
 * the same key press.
 */
const SAME_SIGNAL_MS = 500;

/** The first signal stops cleanly. The next one ends the process at once. */
export function stopOnSignal(log: Pick<Logger, 'info' | 'warn' | 'error'>, stop: () => Promise<void>): void {
  let firstAt: number | undefined;
  function onSignal(signal: 'SIGINT' | 'SIGTERM'): void {
    if (firstAt === undefined) {
      firstAt = performance.now();
      log.info({ signal }, 'stopping');
      void stop().then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, 'did not stop cleanly');
          process.exit(1);
        },
      );
    } else if (performance.now() - firstAt > SAME_SIGNAL_MS) {
      log.warn({ signal }, 'stopping at once');
      process.exit(128 + constants.signals[signal]);
    }
  }
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
}
