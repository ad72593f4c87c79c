import { setTimeout as delay } from 'node:timers/promises';
import { Problem } from '@assay/protocol';

/** Limit of queued pages. Each client address has at most one. The first page bypasses the queue. */
const WAITING_MAX = 64;
const RETRY_AFTER_SECONDS = 2;
/** After each page, the queue pauses for this multiple of the build time and leaves that time to other requests. */
const REST_FACTOR = 3;
const REST_MS_MAX = 1_000;

/** Builds pages one at a time with pauses, so that anonymous callers cannot keep the process busy. */
export function createPageQueue() {
  const clients = new Set<string>();
  let last: Promise<void> = Promise.resolve();

  return {
    /** Throws if the queue is full or already has a page for this client. */
    add<T>(client: string, build: () => Promise<T>): Promise<T> {
      if (clients.has(client)) throw new Problem('rate_limited', { retryAfterSeconds: RETRY_AFTER_SECONDS });
      if (clients.size >= WAITING_MAX) throw new Problem('unavailable');
      clients.add(client);
      let restMs = 0;
      const built = last.then(async () => {
        const startedAt = performance.now();
        try {
          return await build();
        } finally {
          restMs = Math.min((performance.now() - startedAt) * REST_FACTOR, REST_MS_MAX);
          clients.delete(client);
        }
      });
      const rest = async (): Promise<void> => delay(restMs, undefined, { ref: false });
      last = built.then(rest, rest);
      return built;
    },
  };
}
