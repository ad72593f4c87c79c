import { inflateRawSync } from 'node:zlib';
import { SOURCE_LIMITS } from './source-limits.ts';
import { rejected, tooLarge } from './source-problems.ts';

export type ZipEntry = {
  readonly path: string;
  readonly type: 'file' | 'directory' | 'symlink' | 'other';
  readonly isExecutable: boolean;
  readonly bytes: Uint8Array;
};

const END = 0x06054b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
const END_BYTES = 22;
const CENTRAL_BYTES = 46;
const LOCAL_BYTES = 30;
const COMMENT_MAX = 0xffff;
const ENCRYPTED = 1;
const STORED = 0;
const DEFLATED = 8;
const UNIX = 3;
/** The upper four bits of a Unix mode: S_IFREG, S_IFDIR, S_IFLNK. */
const FILE_TYPES: Readonly<Record<number, ZipEntry['type']>> = { 8: 'file', 4: 'directory', 10: 'symlink' };

type Listed = { path: string; method: number; flags: number; packed: number; size: number; at: number; mode: number };

const broken = (what: string) => rejected(`its zip archive cannot be read: ${what}`);
const names = new TextDecoder('utf-8', { fatal: true });

/** Reads a zip by its central directory, in memory and within limits. Rejects unknown features instead of skipping them. */
export function readZip(archive: Buffer): ZipEntry[] {
  const listed = listEntries(archive);
  const total = listed.reduce((sum, { size }) => sum + size, 0);
  if (total > SOURCE_LIMITS.unpackedBytesMax) throw tooLarge(SOURCE_LIMITS.unpackedBytesMax);
  return listed.map((entry) => ({
    path: entry.path,
    type: typeOf(entry),
    isExecutable: (entry.mode & 0o100) !== 0,
    bytes: unpack(archive, entry),
  }));
}

function listEntries(archive: Buffer): Listed[] {
  const end = findEnd(archive);
  const count = archive.readUInt16LE(end + 10);
  if (count > SOURCE_LIMITS.walkedEntriesMax)
    throw rejected(`it has more than ${SOURCE_LIMITS.walkedEntriesMax} entries`);
  const entries: Listed[] = [];
  for (let at = archive.readUInt32LE(end + 16); entries.length < count; ) {
    if (at + CENTRAL_BYTES > archive.length || archive.readUInt32LE(at) !== CENTRAL)
      throw broken('its directory ends early');
    const nameBytes = archive.readUInt16LE(at + 28);
    entries.push(parseListed(archive.subarray(at, at + CENTRAL_BYTES + nameBytes)));
    at += CENTRAL_BYTES + nameBytes + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return entries;
}

/** Searches for the end record from the back, because a comment may follow it. */
function findEnd(archive: Buffer): number {
  for (let at = archive.length - END_BYTES; at >= Math.max(0, archive.length - END_BYTES - COMMENT_MAX); at--) {
    if (archive.readUInt32LE(at) === END) return at;
  }
  throw broken('it has no directory');
}

function parseListed(record: Buffer): Listed {
  const isUnix = record.readUInt8(5) === UNIX;
  return {
    path: decodeName(record.subarray(CENTRAL_BYTES)),
    flags: record.readUInt16LE(8),
    method: record.readUInt16LE(10),
    packed: record.readUInt32LE(20),
    size: record.readUInt32LE(24),
    mode: isUnix ? record.readUInt32LE(38) >>> 16 : 0,
    at: record.readUInt32LE(42),
  };
}

function decodeName(bytes: Uint8Array): string {
  try {
    return names.decode(bytes);
  } catch {
    throw rejected('a file name in it is not UTF-8');
  }
}

function typeOf({ path, mode }: Listed): ZipEntry['type'] {
  if (path.endsWith('/')) return 'directory';
  const kind = mode >>> 12;
  return kind === 0 ? 'file' : (FILE_TYPES[kind] ?? 'other');
}

function unpack(archive: Buffer, { path, flags, method, packed, size, at }: Listed): Uint8Array {
  if ((flags & ENCRYPTED) !== 0) throw rejected(`"${path}" is encrypted`);
  if (size > SOURCE_LIMITS.fileBytesMax) throw tooLarge(SOURCE_LIMITS.fileBytesMax);
  if (at + LOCAL_BYTES > archive.length || archive.readUInt32LE(at) !== LOCAL)
    throw broken(`"${path}" is not where it should be`);
  const start = at + LOCAL_BYTES + archive.readUInt16LE(at + 26) + archive.readUInt16LE(at + 28);
  const content = archive.subarray(start, start + packed);
  const bytes = method === STORED ? content : method === DEFLATED ? inflate(content, size, path) : undefined;
  if (bytes === undefined) throw broken(`"${path}" is packed in a way we do not read`);
  if (content.length !== packed || bytes.length !== size) throw broken(`"${path}" is not as long as it says`);
  return bytes;
}

function inflate(content: Buffer, size: number, path: string): Buffer {
  try {
    return inflateRawSync(content, { maxOutputLength: Math.max(size, 1) });
  } catch {
    throw broken(`"${path}" does not unpack to what it says`);
  }
}
