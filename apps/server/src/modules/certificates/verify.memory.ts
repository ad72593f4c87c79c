import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';

/** Ready bytes of one verify answer. The text is ASCII, so that one character is one byte on the wire. */
export type ReadyVerify = { readonly body: string; readonly etag: string };

/** A few are asked for all the time, many now and then: the former ready to send, the latter packed. */
const READY_SHARE = 1 / 8;
/** What an entry costs beside its text: its strings' headers, its key, and its place in the map and in the order of use. */
const ENTRY_OVERHEAD_BYTES = 240;
/** Verify answers are a few kilobytes: small windows and buffers make packing and unpacking cheap. */
const PACKING = { level: 6, memLevel: 1, windowBits: 12 };
const UNPACKED_CHUNK_BYTES = 4096;
/** Occurs in no JSON and no ETag. */
const SEPARATOR = '\u0000';

/** The answers that need no question to the database, within a bound of memory; those asked for longest ago go first. */
export function createVerifyMemory(bytesMax: number) {
  const ready = new LRUCache<string, ReadyVerify>({
    maxSize: bytesMax * READY_SHARE,
    sizeCalculation: ({ body, etag }) => body.length + etag.length + ENTRY_OVERHEAD_BYTES,
  });
  const packed = new LRUCache<string, string>({
    maxSize: bytesMax * (1 - READY_SHARE),
    sizeCalculation: (text) => text.length + ENTRY_OVERHEAD_BYTES,
  });
  /** Answers differ in little but ids and hashes: packed against the first one, each takes a quarter or less. */
  let dictionary: Buffer | undefined;

  function pack({ body, etag }: ReadyVerify): string {
    const text = Buffer.from(`${etag}${SEPARATOR}${body}`, 'latin1');
    dictionary ??= text;
    return deflateRawSync(text, { ...PACKING, dictionary }).toString('latin1');
  }

  function unpack(text: string): ReadyVerify {
    const bytes = inflateRawSync(Buffer.from(text, 'latin1'), {
      windowBits: PACKING.windowBits,
      chunkSize: UNPACKED_CHUNK_BYTES,
      ...(dictionary && { dictionary }),
    });
    const end = bytes.indexOf(SEPARATOR, 0, 'latin1');
    return { etag: bytes.toString('latin1', 0, end), body: bytes.toString('latin1', end + SEPARATOR.length) };
  }

  return {
    find(id: string): ReadyVerify | undefined {
      const answer = ready.get(id);
      if (answer !== undefined) return answer;
      const text = packed.get(id);
      if (text === undefined) return undefined;
      const unpacked = unpack(text);
      ready.set(id, unpacked);
      return unpacked;
    },
    keep(id: string, answer: ReadyVerify): void {
      ready.set(id, answer);
      packed.set(id, pack(answer));
    },
    drop(id: string): void {
      ready.delete(id);
      packed.delete(id);
    },
    clear(): void {
      ready.clear();
      packed.clear();
      dictionary = undefined;
    },
    size: () => ({ ready: ready.size, packed: packed.size, bytes: ready.calculatedSize + packed.calculatedSize }),
  };
}
