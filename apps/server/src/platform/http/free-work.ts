import { FREE_WORK_LIMITS, Problem } from '@assay/protocol';

export type FreeWorkAsked = {
  /** The rate-limited subjects: the address, and the principal if known. */
  readonly subjects: readonly string[];
  /** The length of the body. */
  readonly bytes: number;
};

/** A body in transit. It holds no slot; only its received bytes are counted. */
export type Upload = {
  /** Counts received bytes. When all uploads together hold too many, the oldest are evicted. */
  add(bytes: number): void;
  onEvicted(fail: (problem: Problem) => void): void;
  end(): void;
};

/**
 * Work that is expensive for the service and free for the caller. Each address and each principal has one such request
 * at a time, and together they hold a bounded amount of memory and arrive at a bounded rate. A request takes its slot when its body is complete, so
 * an incomplete request blocks no other.
 */
export function createFreeWork(limits: typeof FREE_WORK_LIMITS = FREE_WORK_LIMITS, now = () => performance.now()) {
  const underWay = new Set<string>();
  /** In start order. */
  const uploads = new Map<symbol, { bytes: number; fail: (problem: Problem) => void }>();
  let requests = 0;
  let bytes = 0;
  let arriving = 0;
  /** Bytes that may start now. The last accepted body may exceed them, so that a body of any size fits. */
  let allowance: number = limits.burstBytes;
  let refilledAt = now();

  function hasAllowance(): boolean {
    const at = now();
    allowance = Math.min(limits.burstBytes, allowance + ((at - refilledAt) / 1_000) * limits.bytesPerSecond);
    refilledAt = at;
    return allowance > 0;
  }

  /** Throws when there is no room. Called before any other part of a request is read, so that a refusal is cheap. */
  function requireRoom(asked: FreeWorkAsked): void {
    if (asked.subjects.some((subject) => underWay.has(subject))) {
      throw new Problem('rate_limited', { retryAfterSeconds: limits.retryAfterSeconds });
    }
    const hasRoom = requests < limits.requestsMax && bytes + asked.bytes <= limits.bytesMax;
    if (!hasRoom || !hasAllowance()) throw new Problem('unavailable');
  }

  /** An active upload completes soon, so the oldest is most likely abandoned. */
  function evictOldest(): void {
    for (const { fail } of uploads.values()) {
      if (arriving <= limits.arrivingBytesMax) return;
      fail(new Problem('unavailable'));
    }
  }

  return {
    requireRoom,
    openUpload(): Upload {
      const id = Symbol('upload');
      const upload = { bytes: 0, fail: (_: Problem): void => undefined };
      uploads.set(id, upload);
      return {
        add(count) {
          upload.bytes += count;
          arriving += count;
          evictOldest();
        },
        onEvicted(fail) {
          upload.fail = fail;
        },
        end() {
          if (uploads.delete(id)) arriving -= upload.bytes;
        },
      };
    },
    /** Returns the function that ends this work. Throws when there is no room. */
    begin(asked: FreeWorkAsked): () => void {
      requireRoom(asked);
      for (const subject of asked.subjects) underWay.add(subject);
      requests += 1;
      bytes += asked.bytes;
      allowance -= asked.bytes;
      let isEnded = false;
      return () => {
        if (isEnded) return;
        isEnded = true;
        for (const subject of asked.subjects) underWay.delete(subject);
        requests -= 1;
        bytes -= asked.bytes;
      };
    },
    size: () => ({ requests, bytes, arriving }),
  };
}
