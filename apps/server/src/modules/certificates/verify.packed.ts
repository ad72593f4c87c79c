import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { ReadyVerify } from './verify.cache.ts';

/** Before each packed answer: its id as bytes, and its length. */
const ID_BYTES = 12;
const HEADER_BYTES = ID_BYTES + 2;
const PACKED_BYTES_MAX = 0xffff;
/** What the index costs for each answer: the id as text, and its place in the map. */
const INDEX_ENTRY_BYTES = 96;
/** A window that holds the dictionary and one answer; smaller ones cost less to set up for each call. */
const PACKING = { level: 6, windowBits: 14, memLevel: 5 } as const;
const UNPACKED_CHUNK_BYTES = 4_096;

/**
 * Answers packed into one block of memory, a quarter of their size or less: verify records differ in little but ids and
 * hashes, so the first one is the dictionary of all others. The block is a ring; the oldest is overwritten first.
 */
export function createPackedAnswers(bytesMax: number) {
  const entriesMax = Math.floor(bytesMax / (4 * INDEX_ENTRY_BYTES));
  const block = Buffer.allocUnsafeSlow(bytesMax - entriesMax * INDEX_ENTRY_BYTES);
  const places = new Map<string, number>();
  let dictionary: Buffer | undefined;
  /** Where the next one goes, where the oldest lies, and where the older lap ends. */
  let head = 0;
  let tail = 0;
  let lapEnd = block.length;
  let records = 0;

  const idAt = (place: number): string => block.toString('hex', place, place + ID_BYTES);
  const lengthAt = (place: number): number => block.readUInt16LE(place + ID_BYTES);

  function forgetOldest(): void {
    const id = idAt(tail);
    if (places.get(id) === tail) places.delete(id);
    tail += HEADER_BYTES + lengthAt(tail);
    records--;
    if (tail === lapEnd) {
      tail = 0;
      lapEnd = block.length;
    }
  }

  function makeRoom(needed: number): void {
    if (head + needed > block.length) {
      while (records > 0 && tail >= head) forgetOldest();
      lapEnd = head;
      head = 0;
      if (records === 0) tail = 0;
    }
    while (records > 0 && (places.size >= entriesMax || (tail >= head && tail < head + needed))) forgetOldest();
    if (records === 0) tail = head;
  }

  return {
    find(id: string): ReadyVerify | undefined {
      const place = places.get(id);
      if (place === undefined || dictionary === undefined) return undefined;
      const start = place + HEADER_BYTES;
      const packed = block.subarray(start, start + lengthAt(place));
      const text = inflateRawSync(packed, { ...PACKING, dictionary, chunkSize: UNPACKED_CHUNK_BYTES }).toString(
        'latin1',
      );
      const bodyAt = text.indexOf('\n') + 1;
      return { etag: text.slice(0, bodyAt - 1), body: text.slice(bodyAt) };
    },
    keep(id: string, { etag, body }: ReadyVerify): void {
      places.delete(id);
      dictionary ??= Buffer.from(body, 'latin1');
      const packed = deflateRawSync(Buffer.from(`${etag}\n${body}`, 'latin1'), { ...PACKING, dictionary });
      const needed = HEADER_BYTES + packed.length;
      if (packed.length > PACKED_BYTES_MAX || needed > block.length) return;
      makeRoom(needed);
      block.write(id, head, ID_BYTES, 'hex');
      block.writeUInt16LE(packed.length, head + ID_BYTES);
      packed.copy(block, head + HEADER_BYTES);
      places.set(id, head);
      head += needed;
      records++;
    },
    drop: (id: string): void => void places.delete(id),
    clear(): void {
      places.clear();
      head = 0;
      tail = 0;
      lapEnd = block.length;
      records = 0;
    },
    size: () => places.size,
  };
}
export type PackedAnswers = ReturnType<typeof createPackedAnswers>;
