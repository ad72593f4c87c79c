import { FREE_WORK_LIMITS, Problem } from '@assay/protocol';

export type FreeWorkAsked = {
  /** Whoever is counted: the address, and the principal where there is one. */
  readonly subjects: readonly string[];
  /** What the body may bring: its declared length, or the most that the route takes. */
  readonly bytes: number;
};

/**
 * Work that costs us much and the caller nothing. Each address and each principal has one such request at a time, and all of
 * them together hold a bounded amount of memory: whoever comes too many is told so before a byte of the body is read.
 */
export function createFreeWork(limits: typeof FREE_WORK_LIMITS = FREE_WORK_LIMITS) {
  const underWay = new Set<string>();
  let requests = 0;
  let bytes = 0;

  /** Throws when there is no room: asked before anything else of a request is looked at, so that a refusal costs next to nothing. */
  function requireRoom(asked: FreeWorkAsked): void {
    if (asked.subjects.some((subject) => underWay.has(subject))) {
      throw new Problem('rate_limited', { retryAfterSeconds: limits.retryAfterSeconds });
    }
    if (requests >= limits.requestsMax || bytes + asked.bytes > limits.bytesMax) throw new Problem('unavailable');
  }

  return {
    requireRoom,
    /** Gives the function that ends this work; throws when there is no room for it. */
    begin(asked: FreeWorkAsked): () => void {
      requireRoom(asked);
      for (const subject of asked.subjects) underWay.add(subject);
      requests += 1;
      bytes += asked.bytes;
      let isEnded = false;
      return () => {
        if (isEnded) return;
        isEnded = true;
        for (const subject of asked.subjects) underWay.delete(subject);
        requests -= 1;
        bytes -= asked.bytes;
      };
    },
    size: () => ({ requests, bytes }),
  };
}
export type FreeWork = ReturnType<typeof createFreeWork>;
