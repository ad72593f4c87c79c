import { FREE_WORK_LIMITS, Problem } from '@assay/protocol';

export type FreeWorkAsked = {
  /** Subjects of a limit: the address, and the principal if known. */
  readonly subjects: readonly string[];
  /** Length of the body. */
  readonly bytes: number;
};

/** A body on its way. It holds no slot; only the bytes that have arrived are counted. */
export type Upload = {
  /** Counts bytes that arrived; the oldest uploads are evicted when all of them together hold too much. */
  add(bytes: number): void;
  onEvicted(fail: (problem: Problem) => void): void;
  end(): void;
};

/**
 * Work that costs us much and the caller nothing. Each address and each principal has one such request at a time, and all of
 * them together hold a bounded amount of memory. A slot is taken when the body has arrived: an incomplete request blocks no other.
 */
export function createFreeWork(limits: typeof FREE_WORK_LIMITS = FREE_WORK_LIMITS) {
  const underWay = new Set<string>();
  /** In the order in which they began. */
  const uploads = new Map<symbol, { bytes: number; fail: (problem: Problem) => void }>();
  let requests = 0;
  let bytes = 0;
  let arriving = 0;

  /** Throws when there is no room: asked before anything else of a request is looked at, so that a refusal costs next to nothing. */
  function requireRoom(asked: FreeWorkAsked): void {
    if (asked.subjects.some((subject) => underWay.has(subject))) {
      throw new Problem('rate_limited', { retryAfterSeconds: limits.retryAfterSeconds });
    }
    if (requests >= limits.requestsMax || bytes + asked.bytes > limits.bytesMax) throw new Problem('unavailable');
  }

  /** A body that is being sent arrives soon; one that was begun and left is the oldest. */
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
    size: () => ({ requests, bytes, arriving }),
  };
}
