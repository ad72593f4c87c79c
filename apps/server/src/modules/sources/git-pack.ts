/** Reads a git pack (gitformat-pack) into objects by id. Each id is computed from the bytes, so it cannot be forged. */
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { inflateSync } from 'node:zlib';
import { applyDelta } from './git-delta.ts';

type GitObjectType = 'commit' | 'tree' | 'blob' | 'tag';
export type GitObject = { readonly type: GitObjectType; readonly bytes: Buffer };
export type GitObjects = ReadonlyMap<string, GitObject>;

export type PackLimits = {
  readonly objectsMax: number;
  /** Unpacked size of one object. */
  readonly objectBytesMax: number;
  /** Unpacked size of all objects together. */
  readonly unpackedBytesMax: number;
  /** Maximum length of a chain of deltas. */
  readonly deltaDepthMax: number;
};

export class MalformedPack extends Error {
  override readonly name = 'MalformedPack';
}
/** A limit was exceeded; `limit` names it. */
export class PackTooLarge extends Error {
  override readonly name = 'PackTooLarge';
  readonly limit: keyof PackLimits;
  constructor(limit: keyof PackLimits) {
    super(`A pack is past ${limit}`);
    this.limit = limit;
  }
}

const HEADER_BYTES = 12;
const CHECKSUM_BYTES = 20;
const ID_BYTES = 20;
const TYPES: Readonly<Record<number, GitObjectType>> = { 1: 'commit', 2: 'tree', 3: 'blob', 4: 'tag' };
const OFFSET_DELTA = 6;
const ID_DELTA = 7;
/** Objects parsed before the event loop gets a turn. */
const OBJECTS_PER_TURN = 64;

type Entry = {
  readonly type: number;
  readonly size: number;
  readonly base: number | string | undefined;
  readonly at: number;
};
type Unpacked = GitObject & { readonly depth: number };

export async function readPack(pack: Buffer, limits: PackLimits): Promise<GitObjects> {
  const count = readHeader(pack, limits);
  const end = pack.length - CHECKSUM_BYTES;
  const byOffset = new Map<number, Unpacked>();
  const byId = new Map<string, Unpacked>();
  let at = HEADER_BYTES;
  let unpackedBytes = 0;
  for (let index = 0; index < count; index += 1) {
    if (index % OBJECTS_PER_TURN === OBJECTS_PER_TURN - 1) await setImmediate();
    const entry = readEntry(pack, at, end);
    if (entry.size > limits.objectBytesMax) throw new PackTooLarge('objectBytesMax');
    const { bytes, consumed } = inflate(pack.subarray(entry.at, end), entry.size);
    const object = resolve(entry, bytes, { byOffset, byId, limits });
    unpackedBytes += object.bytes.length;
    if (unpackedBytes > limits.unpackedBytesMax) throw new PackTooLarge('unpackedBytesMax');
    byOffset.set(at, object);
    byId.set(idOf(object), object);
    at = entry.at + consumed;
  }
  if (at !== end) throw new MalformedPack('something is behind the last object');
  return byId;
}

function readHeader(pack: Buffer, { objectsMax }: PackLimits): number {
  if (pack.length < HEADER_BYTES + CHECKSUM_BYTES || pack.toString('latin1', 0, 4) !== 'PACK') {
    throw new MalformedPack('it does not begin as a pack');
  }
  if (pack.readUInt32BE(4) !== 2) throw new MalformedPack('another version');
  const sum = createHash('sha1').update(pack.subarray(0, -CHECKSUM_BYTES)).digest();
  if (!sum.equals(pack.subarray(-CHECKSUM_BYTES))) throw new MalformedPack('its sum does not fit');
  const count = pack.readUInt32BE(8);
  if (count > objectsMax) throw new PackTooLarge('objectsMax');
  return count;
}

/** Reads type and size, and for a delta its base: the offset of an earlier object, or an id. */
function readEntry(pack: Buffer, start: number, end: number): Entry {
  const first = byteAt(pack, start, end);
  const type = (first >> 4) & 7;
  let size = first & 15;
  let at = start + 1;
  for (let scale = 16, byte = first; byte & 0x80; scale *= 128) {
    byte = byteAt(pack, at, end);
    at += 1;
    size += (byte & 0x7f) * scale;
    if (!Number.isSafeInteger(size)) throw new MalformedPack('a size that cannot be');
  }
  if (type === OFFSET_DELTA) {
    const { offset, next } = readOffset(pack, at, end);
    return { type, size, base: start - offset, at: next };
  }
  if (type !== ID_DELTA) return { type, size, base: undefined, at };
  if (at + ID_BYTES > end) throw new MalformedPack('it ends too early');
  return { type, size, base: pack.toString('hex', at, at + ID_BYTES), at: at + ID_BYTES };
}

function readOffset(pack: Buffer, start: number, end: number): { offset: number; next: number } {
  let byte = byteAt(pack, start, end);
  let offset = byte & 0x7f;
  let next = start + 1;
  while (byte & 0x80) {
    byte = byteAt(pack, next, end);
    next += 1;
    offset = (offset + 1) * 128 + (byte & 0x7f);
    if (!Number.isSafeInteger(offset)) throw new MalformedPack('an offset that cannot be');
  }
  return { offset, next };
}

function byteAt(pack: Buffer, at: number, end: number): number {
  const byte = at < end ? pack[at] : undefined;
  if (byte === undefined) throw new MalformedPack('it ends too early');
  return byte;
}

/** With `info`, zlib also returns its engine, which reports how much input the stream consumed. */
type Inflated = { readonly buffer: Buffer; readonly engine: { readonly bytesWritten: number } };

function inflate(packed: Buffer, size: number): { bytes: Buffer; consumed: number } {
  let inflated: Inflated;
  try {
    // One byte more than declared, to detect a longer stream instead of truncating it.
    inflated = inflateSync(packed, { info: true, maxOutputLength: size + 1 }) as unknown as Inflated;
  } catch (cause) {
    throw new MalformedPack('an object cannot be unpacked', { cause });
  }
  const { buffer, engine } = inflated;
  if (buffer.length !== size) throw new MalformedPack('an object has another size than it says');
  return { bytes: buffer, consumed: engine.bytesWritten };
}

type Known = {
  readonly byOffset: ReadonlyMap<number, Unpacked>;
  readonly byId: ReadonlyMap<string, Unpacked>;
  readonly limits: PackLimits;
};

/** The base of a delta must come earlier in the same pack. Other bases are not looked up. */
function resolve({ type, base }: Entry, bytes: Buffer, { byOffset, byId, limits }: Known): Unpacked {
  const plain = TYPES[type];
  if (plain !== undefined) return { type: plain, bytes, depth: 0 };
  const under = typeof base === 'number' ? byOffset.get(base) : base === undefined ? undefined : byId.get(base);
  if (under === undefined) throw new MalformedPack('a delta stands on nothing');
  if (under.depth >= limits.deltaDepthMax) throw new PackTooLarge('deltaDepthMax');
  const result = applyDelta(under.bytes, bytes, limits.objectBytesMax);
  if (result === 'malformed') throw new MalformedPack('a delta cannot be applied');
  if (result === 'too_large') throw new PackTooLarge('objectBytesMax');
  return { type: under.type, bytes: result, depth: under.depth + 1 };
}

const idOf = ({ type, bytes }: GitObject): string =>
  createHash('sha1').update(`${type} ${bytes.length}\0`).update(bytes).digest('hex');
