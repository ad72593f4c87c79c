import type { ReadyVerify } from './verify.cache.ts';
import { createPlaces, ID_BYTES } from './verify.places.ts';

/** Before each packed answer: its id as bytes, and its length. */
const HEADER_BYTES = ID_BYTES + 2;
const PACKED_BYTES_MAX = 0xffff;
/** What the index costs for each answer at most, and the least that an answer takes beside it. */
const INDEX_ENTRY_BYTES = 16;
const ENTRY_BYTES_MIN = 200;
/** Shapes differ in how much a record lists. What has yet another one when these are taken, or a larger one, is not packed. */
const SHAPES_MAX = 256;
const SHAPE_BYTES = 20_000;
/** A cut-out string and its start. */
const PART_BYTES = 48;
/** Occurs in no JSON and no ETag. */
const SEPARATOR = '\u0000';
const QUOTE = '"';

/** The first answer of its kind, its parts between quotation marks, and where each of them begins. */
type Shape = { readonly text: string; readonly parts: readonly string[]; readonly starts: readonly number[] };

/**
 * Answers packed into one block of memory, a quarter of their size or less: verify records differ in little but ids and
 * hashes, so only what an answer does not share with the first of its shape is kept. The block is a ring; the oldest is
 * overwritten first.
 */
export function createPackedAnswers(bytesMax: number, shapesMax = SHAPES_MAX) {
  const entriesMax = Math.floor(bytesMax / ENTRY_BYTES_MIN);
  const block = Buffer.allocUnsafeSlow(bytesMax - entriesMax * INDEX_ENTRY_BYTES - shapesMax * SHAPE_BYTES);
  const places = createPlaces(block, entriesMax);
  /** By the number of their parts. */
  const shapes = new Map<number, Shape>();
  /** Where the next one goes, where the oldest lies, and where the older lap ends. */
  let head = 0;
  let tail = 0;
  let lapEnd = block.length;
  let records = 0;

  const idAt = (place: number): string => block.toString('hex', place, place + ID_BYTES);
  const lengthAt = (place: number): number => block.readUInt16LE(place + ID_BYTES);

  function forgetOldest(): void {
    const id = idAt(tail);
    if (places.find(id) === tail) places.delete(id);
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
    while (records > 0 && (places.size() >= entriesMax || (tail >= head && tail < head + needed))) forgetOldest();
    if (records === 0) tail = head;
  }

  /** `etag`, the number of parts, then place and text of each part that differs. */
  function pack({ etag, body }: ReadyVerify): string | undefined {
    const parts = body.split(QUOTE);
    let shape = shapes.get(parts.length);
    if (shape === undefined) {
      if (shapes.size === shapesMax || shapeBytes(parts) > SHAPE_BYTES) return undefined;
      shape = toShape(body, parts);
      shapes.set(parts.length, shape);
    }
    const kept = [etag, String(parts.length)];
    for (const [place, part] of parts.entries()) if (part !== shape.parts[place]) kept.push(String(place), part);
    return kept.join(SEPARATOR);
  }

  function unpack(packed: string): ReadyVerify | undefined {
    const kept = packed.split(SEPARATOR);
    const shape = shapes.get(Number(kept[1]));
    if (shape === undefined) return undefined;
    const { text, parts, starts } = shape;
    let body = '';
    let done = 0;
    for (let at = 2; at < kept.length; at += 2) {
      const place = Number(kept[at]);
      const start = starts[place] ?? 0;
      body += text.slice(done, start) + kept[at + 1];
      done = start + (parts[place] ?? '').length;
    }
    return { etag: kept[0] ?? '', body: body + text.slice(done) };
  }

  return {
    find(id: string): ReadyVerify | undefined {
      const place = places.find(id);
      if (place === undefined) return undefined;
      const start = place + HEADER_BYTES;
      return unpack(block.toString('latin1', start, start + lengthAt(place)));
    },
    keep(id: string, answer: ReadyVerify): void {
      places.delete(id);
      const packed = pack(answer);
      if (packed === undefined || packed.length > PACKED_BYTES_MAX || HEADER_BYTES + packed.length > block.length) {
        return;
      }
      const needed = HEADER_BYTES + packed.length;
      makeRoom(needed);
      block.write(id, head, ID_BYTES, 'hex');
      block.writeUInt16LE(packed.length, head + ID_BYTES);
      block.write(packed, head + HEADER_BYTES, 'latin1');
      places.set(id, head);
      head += needed;
      records++;
    },
    drop: places.delete,
    clear(): void {
      places.clear();
      shapes.clear();
      head = 0;
      tail = 0;
      lapEnd = block.length;
      records = 0;
    },
    size: places.size,
  };
}
export type PackedAnswers = ReturnType<typeof createPackedAnswers>;

const shapeBytes = (parts: readonly string[]): number =>
  parts.reduce((sum, part) => sum + part.length + QUOTE.length + PART_BYTES, 0);

function toShape(text: string, parts: readonly string[]): Shape {
  let next = 0;
  const starts = parts.map((part) => {
    const start = next;
    next += part.length + QUOTE.length;
    return start;
  });
  return { text, parts, starts };
}
