import { LRUCache } from 'lru-cache';
import { copyOf } from './copy-of.ts';
import type { Counter } from './reads.counter.ts';
import { createVerifyShapes } from './verify.shapes.ts';

/** Ready bytes of one verify answer. The text is ASCII, so that one character is one byte on the wire. */
export type ReadyVerify = { readonly body: string; readonly etag: string; counter: Counter | undefined };

/** A few certificates are requested constantly and stay ready to send. Many are requested rarely and stay packed. */
const READY_SHARE = 3 / 16;
/**
 * One of this many unpacked answers becomes ready. The others are sent and dropped, so that they die in the young generation. A
 * frequent answer soon becomes ready. If all were kept, evicted entries would fill the old generation and cause major collections.
 */
const UNPACKED_PER_READY = 64;
/** Memory of an entry beside its text: string headers, key, map entry and LRU links. */
const ENTRY_OVERHEAD_BYTES = { ready: 240, packed: 176 } as const;

/**
 * Caches answers within a memory limit and evicts the least recently used first. A packed entry omits the end of the answer,
 * which `endOf` derives from the id.
 */
export function createVerifyMemory(bytesMax: number, endOf: (id: string) => string = () => '') {
  const readyBytesMax = Math.floor(bytesMax * READY_SHARE);
  const ready = new LRUCache<string, ReadyVerify>({
    maxSize: readyBytesMax,
    sizeCalculation: ({ body, etag }) => body.length + etag.length + ENTRY_OVERHEAD_BYTES.ready,
  });
  /** Answers differ mainly in ids, dates and hashes. */
  const shapes = createVerifyShapes();
  /** One string per entry: the length of the ETag as one character, the ETag, the packed answer. */
  const packed = new LRUCache<string, string>({
    maxSize: bytesMax - readyBytesMax,
    sizeCalculation: ({ length }) => length + ENTRY_OVERHEAD_BYTES.packed,
  });
  let unpacked = 0;

  return {
    find(id: string): ReadyVerify | undefined {
      const answer = ready.get(id);
      if (answer !== undefined) return answer;
      const kept = packed.get(id);
      if (kept === undefined) return undefined;
      const etagEnd = 1 + kept.charCodeAt(0);
      const [etag, body] = [kept.slice(1, etagEnd), shapes.unpack(kept.slice(etagEnd)) + endOf(id)];
      if (++unpacked % UNPACKED_PER_READY === 0)
        ready.set(copyOf(id), { etag: copyOf(etag), body: copyOf(body), counter: undefined });
      return { etag, body, counter: undefined };
    },
    keep(asked: string, answer: ReadyVerify): void {
      const id = copyOf(asked); // a slice would retain the whole request path
      ready.set(id, answer);
      const start = answer.body.slice(0, answer.body.length - endOf(id).length);
      const { etag } = answer;
      packed.set(id, copyOf(String.fromCharCode(etag.length) + etag + shapes.pack(start)));
    },
    drop(id: string): void {
      ready.delete(id);
      packed.delete(id);
    },
    clear(): void {
      ready.clear();
      packed.clear();
      shapes.clear();
    },
    size: () => ({ ready: ready.size, packed: packed.size, bytes: ready.calculatedSize + packed.calculatedSize }),
  };
}
