import { inflateRaw } from './decode/codecs.ts';
import { INTAKE_LIMITS } from './limits.ts';

type ArchiveEntry = { readonly path: string; readonly bytes: Uint8Array };
type ArchiveProblem = {
  readonly problem: 'encrypted' | 'corrupt-archive' | 'archive-limit' | 'path-escape' | 'link-escape';
  readonly detail: string;
};
export type Unpacked = { readonly entries: ArchiveEntry[]; readonly problems: ArchiveProblem[] };

const END = 0x06054b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;

type CentralEntry = {
  path: string;
  flags: number;
  method: number;
  packed: number;
  size: number;
  offset: number;
  mode: number;
  hasOtherName: boolean;
};

const UNICODE_PATH = 0x7075;

/** A Unicode path in the extra field that differs from the main name; some programs use it instead. */
function hasOtherName(view: DataView, bytes: Uint8Array, start: number, length: number, path: string): boolean {
  for (let at = start; at + 4 <= Math.min(start + length, view.byteLength); at += 4 + view.getUint16(at + 2, true))
    if (view.getUint16(at, true) === UNICODE_PATH)
      return names.decode(bytes.subarray(at + 9, at + 4 + view.getUint16(at + 2, true))) !== path;
  return false;
}

function findEnd(view: DataView): number {
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 65_557); at -= 1)
    if (view.getUint32(at, true) === END) return at;
  return -1;
}

const names = new TextDecoder('utf-8');

/** Whether the file ends in a zip directory, whatever its first bytes are. */
export function endsInZip(bytes: Uint8Array): boolean {
  if (bytes.length < END_BYTES) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  return end !== -1 && prefixOf(view, end) >= 0;
}

const END_BYTES = 22;

/** Length of the data before the archive: the directory ends where its end record begins. */
const prefixOf = (view: DataView, end: number): number =>
  end - view.getUint32(end + 12, true) - view.getUint32(end + 16, true);

function readCentral(view: DataView, bytes: Uint8Array): CentralEntry[] | undefined {
  const end = findEnd(view);
  if (end === -1) return undefined;
  const count = Math.min(view.getUint16(end + 10, true), INTAKE_LIMITS.archiveEntriesMax + 1);
  const prefix = Math.max(0, prefixOf(view, end));
  let at = prefix + view.getUint32(end + 16, true);
  const entries: CentralEntry[] = [];
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== CENTRAL) return undefined;
    const nameLength = view.getUint16(at + 28, true);
    const path = names.decode(bytes.subarray(at + 46, at + 46 + nameLength));
    entries.push({
      path,
      flags: view.getUint16(at + 8, true),
      method: view.getUint16(at + 10, true),
      packed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      offset: prefix + view.getUint32(at + 42, true),
      mode: view.getUint32(at + 38, true) >>> 16,
      hasOtherName: hasOtherName(view, bytes, at + 46 + nameLength, view.getUint16(at + 30, true), path),
    });
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

/** Unpacks a zip in memory within the limits. The caller checks the names. */
export function unpackZip(bytes: Uint8Array, budgetBytes: number): Unpacked {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const central = readCentral(view, bytes);
  if (central === undefined)
    return { entries: [], problems: [{ problem: 'corrupt-archive', detail: 'no readable directory' }] };
  const entries: ArchiveEntry[] = [];
  const problems: ArchiveProblem[] = [];
  let left = budgetBytes;
  if (central.length > INTAKE_LIMITS.archiveEntriesMax)
    problems.push({ problem: 'archive-limit', detail: 'too many entries' });
  for (const entry of central.slice(0, INTAKE_LIMITS.archiveEntriesMax)) {
    if (entry.hasOtherName)
      problems.push({ problem: 'corrupt-archive', detail: 'an entry with a second name in its extra field' });
    if (entry.path.endsWith('/')) continue;
    const result = unpackEntry(entry, view, bytes, left);
    if ('problem' in result) problems.push(result);
    else {
      entries.push({ path: entry.path, bytes: result.bytes });
      left -= result.bytes.length;
    }
  }
  problems.push(...findUnlisted(central, view, bytes));
  return { entries, problems };
}

/**
 * A program that reads from the front takes every local header, with the name and size in it, even if the directory
 * does not list it.
 */
function findUnlisted(central: readonly CentralEntry[], view: DataView, bytes: Uint8Array): ArchiveProblem[] {
  const ranges = central.map((entry) => ({ from: entry.offset, to: dataStart(entry.offset, view) + entry.packed }));
  for (
    let at = bytes.indexOf(LOCAL_FIRST);
    at !== -1 && at + 30 <= bytes.length;
    at = bytes.indexOf(LOCAL_FIRST, at + 1)
  ) {
    if (view.getUint32(at, true) !== LOCAL) continue;
    const inside = ranges.find(({ from, to }) => at > from && at < to);
    if (inside !== undefined) at = Math.max(at, inside.to - 1);
    else if (!central.some((entry) => entry.offset === at && isSameEntry(entry, view, bytes)))
      return [{ problem: 'corrupt-archive', detail: 'an entry that its directory does not have' }];
  }
  return [];
}

const LOCAL_FIRST = 0x50;
const SIZED_BEHIND = 8;

const dataStart = (offset: number, view: DataView): number =>
  offset + 30 > view.byteLength
    ? offset
    : offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);

function isSameEntry({ path, offset, packed }: CentralEntry, view: DataView, bytes: Uint8Array): boolean {
  const name = names.decode(bytes.subarray(offset + 30, offset + 30 + view.getUint16(offset + 26, true)));
  const local = view.getUint32(offset + 18, true);
  const isSizedBehind = (view.getUint16(offset + 6, true) & SIZED_BEHIND) !== 0;
  return name === path && (isSizedBehind || local === packed || local === 0xffffffff);
}

const SYMLINK = 0o120000;

function unpackEntry(
  entry: CentralEntry,
  view: DataView,
  bytes: Uint8Array,
  left: number,
): ArchiveProblem | { bytes: Uint8Array } {
  const { path, offset, packed, size } = entry;
  if ((entry.flags & 1) === 1) return { problem: 'encrypted', detail: path };
  if ((entry.mode & 0o170000) === SYMLINK) return { problem: 'link-escape', detail: path };
  if (size > left || (packed > 0 && size / packed > INTAKE_LIMITS.archiveRatioMax && size > 1_048_576))
    return { problem: 'archive-limit', detail: path };
  if (offset + 30 > view.byteLength || view.getUint32(offset, true) !== LOCAL)
    return { problem: 'corrupt-archive', detail: path };
  const start = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  const data = bytes.subarray(start, start + packed);
  if (entry.method === 0) return { bytes: data };
  if (entry.method !== 8) return { problem: 'corrupt-archive', detail: `${path}: unknown method` };
  const inflated = inflateRaw(data, Math.min(left, INTAKE_LIMITS.fileBytesMax));
  if (inflated === undefined) return { problem: 'corrupt-archive', detail: path };
  return inflated.isCut ? { problem: 'archive-limit', detail: path } : { bytes: inflated.bytes };
}
