import { LRUCache } from 'lru-cache';
import { copyOf } from './copy-of.ts';
import type { Counter } from './reads.counter.ts';
import { createVerifyShapes } from './verify.shapes.ts';

/** Ready bytes of one verify answer. The text is ASCII, so that one character is one byte on the wire. */
export type ReadyVerify = { readonly body: string; readonly etag: string; counter: Counter | undefined };

/** A few are asked for all the time, many now and then: the former ready to send, the latter packed. */
const READY_SHARE = 3 / 16;
/**
 * Of so many answers that had to be unpacked one is made ready; the others are sent and forgotten, and die young. What is asked
 * for all the time is soon that one. Were each of them kept, the old space would fill with what they push out, and be cleaned for it.
 */
const UNPACKED_PER_READY = 64;
/** What an entry costs beside its text: its strings' headers, its key, and its place in the map and in the order of use. */
const ENTRY_OVERHEAD_BYTES = { ready: 240, packed: 176 } as const;

/**
 * The answers that need no question to the database, within a bound of memory; those asked for longest ago go first. How an
 * answer ends follows from its id (`endOf`): that is not kept where it is packed.
 */
export function createVerifyMemory(bytesMax: number, endOf: (id: string) => string = () => '') {
  const readyBytesMax = Math.floor(bytesMax * READY_SHARE);
  const ready = new LRUCache<string, ReadyVerify>({
    maxSize: readyBytesMax,
    sizeCalculation: ({ body, etag }) => body.length + etag.length + ENTRY_OVERHEAD_BYTES.ready,
  });
  /** Answers differ in little but ids, dates and hashes. */
  const shapes = createVerifyShapes();
  /** One string for each: the length of its ETag, that, and the answer. */
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
      const id = copyOf(asked); // cut out of a path
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
