import { rejected } from './source-problems.ts';

/** A strict reader of ustar with pax records, as `git archive` writes them, and of GNU tar. Other formats are malformed. */

type TarEntry = {
  path: string;
  type: 'file' | 'directory' | 'symlink' | 'other';
  isExecutable: boolean;
  size: number;
  /** The symlink target, as stored. */
  target: string;
  /** Reads the content; valid only until the next entry is requested. */
  read: () => Promise<Uint8Array>;
};

export class MalformedTar extends Error {
  override readonly name = 'MalformedTar';
}

const BLOCK = 512;
const USTAR = 'ustar\x0000';
/** GNU tar stores times where ustar stores the prefix of a long name, and writes long names as separate entries. */
const GNU = 'ustar  \x00';
const PAX_BYTES_MAX = 64 * 1024;
const OWNER_MAY_EXECUTE = 0o100;
const TYPES: Readonly<Record<string, TarEntry['type']>> = { '0': 'file', '2': 'symlink', '5': 'directory' };

type PaxRecords = ReadonlyMap<string, string>;
type Header = { path: string; target: string; mode: number; size: number; flag: string; isGnu: boolean };

export async function* readTar(source: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry> {
  const input = createByteReader(source);
  let records: PaxRecords = new Map();
  for (;;) {
    const block = await input.take(BLOCK);
    if (block.every((byte) => byte === 0)) return input.drain();
    const { flag, size, isGnu, ...header } = parseHeader(block);
    const isLongName = isGnu && flag === 'L';

    if (flag === 'x' || flag === 'g' || isLongName) {
      if (size > PAX_BYTES_MAX) throw new MalformedTar('pax records too long');
      const bytes = await input.take(size);
      if (flag === 'x') records = parsePax(bytes);
      if (isLongName) records = new Map([['path', parseText(bytes)]]);
      await input.skip(padding(size));
      continue;
    }
    if (records.has('size')) throw new MalformedTar('two sizes for one entry');

    let isRead = false;
    yield {
      path: records.get('path') ?? header.path,
      target: records.get('linkpath') ?? header.target,
      type: TYPES[flag] ?? 'other',
      isExecutable: (header.mode & OWNER_MAY_EXECUTE) !== 0,
      size,
      read: () => {
        isRead = true;
        return input.take(size);
      },
    };
    await input.skip(isRead ? padding(size) : size + padding(size));
    records = new Map();
  }
}

const padding = (size: number): number => (BLOCK - (size % BLOCK)) % BLOCK;

function parseHeader(block: Buffer): Header {
  const sum = block.reduce((total, byte, index) => total + (index >= 148 && index < 156 ? 0x20 : byte), 0);
  if (parseOctal(block.subarray(148, 156)) !== sum) throw new MalformedTar('wrong checksum');
  const magic = block.toString('latin1', 257, 265);
  const isGnu = magic === GNU;
  if (magic !== USTAR && !isGnu) throw new MalformedTar('not ustar');
  const name = parseText(block.subarray(0, 100));
  const prefix = isGnu ? '' : parseText(block.subarray(345, 500));
  return {
    path: prefix === '' ? name : `${prefix}/${name}`,
    mode: parseOctal(block.subarray(100, 108)),
    size: parseOctal(block.subarray(124, 136)),
    flag: block.toString('latin1', 156, 157),
    isGnu,
    target: parseText(block.subarray(157, 257)),
  };
}

function parseOctal(field: Buffer): number {
  const digits = /^ *([0-7]+)[ \0]*$/.exec(field.toString('latin1'))?.[1];
  if (digits === undefined) throw new MalformedTar('a number that is not octal');
  return Number.parseInt(digits, 8);
}

function parseText(field: Uint8Array): string {
  const end = field.indexOf(0);
  return decodeUtf8(end === -1 ? field : field.subarray(0, end));
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw rejected('a file name in it is not UTF-8'); // git permits it, so this is the author's error and not the host's
  }
}

/** Records are `<length> <key>=<value>\n`; the length covers the whole record. */
function parsePax(bytes: Buffer): PaxRecords {
  const records = new Map<string, string>();
  for (let at = 0; at < bytes.length; ) {
    const digits = /^([1-9]\d{0,5}) /.exec(bytes.toString('latin1', at, at + 8))?.[1];
    const end = at + Number(digits);
    const record = digits === undefined ? '' : decodeUtf8(bytes.subarray(at + digits.length + 1, end));
    const equals = record.indexOf('=');
    if (equals < 1 || end > bytes.length || !record.endsWith('\n')) throw new MalformedTar('a pax record');
    records.set(record.slice(0, equals), record.slice(equals + 1, -1));
    at = end;
  }
  return records;
}

function createByteReader(source: AsyncIterable<Uint8Array>) {
  const chunks = source[Symbol.asyncIterator]();
  let rest: Uint8Array = new Uint8Array();

  async function* parts(bytes: number): AsyncGenerator<Uint8Array> {
    for (let missing = bytes; missing > 0; ) {
      if (rest.length === 0) {
        const next = await chunks.next();
        if (next.done) throw new MalformedTar('it ends too early');
        rest = next.value;
      }
      const part = rest.subarray(0, missing);
      rest = rest.subarray(part.length);
      missing -= part.length;
      yield part;
    }
  }

  async function take(bytes: number): Promise<Buffer> {
    const taken: Uint8Array[] = [];
    for await (const part of parts(bytes)) taken.push(part);
    return Buffer.concat(taken);
  }

  async function skip(bytes: number): Promise<void> {
    for await (const _ of parts(bytes));
  }

  /** Reads to the end, so that the decompressor verifies its checksum. */
  async function drain(): Promise<void> {
    while (!(await chunks.next()).done);
  }

  return { take, skip, drain };
}
