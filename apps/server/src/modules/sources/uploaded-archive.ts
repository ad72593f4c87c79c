import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { createNameRegister } from './name-register.ts';
import { SOURCE_LIMITS } from './source-limits.ts';
import { findPathFault } from './source-path.ts';
import { rejected, tooLarge } from './source-problems.ts';
import { requireInside, type SourceFile } from './source-tree.ts';
import { MalformedTar, readTar } from './tar-reader.ts';
import { readZip, type ZipEntry } from './zip-reader.ts';

type Unpacked = ZipEntry & { readonly target?: string };

/** An uploaded .zip or .tar.gz, under the same rules as a repository. */
export async function readUploadedArchive(archive: Buffer): Promise<SourceFile[]> {
  if (archive.length > SOURCE_LIMITS.archiveBytesMax) throw tooLarge(SOURCE_LIMITS.archiveBytesMax);
  const entries = withoutTopFolder(await unpack(archive));
  const files = entries.filter(({ type }) => type !== 'directory');
  if (files.length > SOURCE_LIMITS.filesMax) throw rejected(`it has more than ${SOURCE_LIMITS.filesMax} files`);
  const names = createNameRegister();
  const taken = files.map((entry) => {
    const fault = findPathFault(entry.path);
    if (fault !== undefined) throw rejected(`the path ${JSON.stringify(entry.path)} is not usable: ${fault}`);
    names.claim(entry.path);
    return toFile(entry);
  });
  requireInside(taken);
  return taken;
}

async function unpack(archive: Buffer): Promise<Unpacked[]> {
  const isZip = archive.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1'));
  const isGzip = archive[0] === 0x1f && archive[1] === 0x8b;
  if (!isZip && !isGzip) throw rejected('its archive is neither a .zip nor a .tar.gz');
  const entries = isZip ? readZip(archive) : await unpackTar(archive);
  const bytes = entries.reduce((sum, entry) => sum + entry.bytes.length, 0);
  if (bytes > archive.length * SOURCE_LIMITS.unpackRatioMax) {
    throw rejected(`it unpacks to more than ${SOURCE_LIMITS.unpackRatioMax} times its size`);
  }
  return entries;
}

async function unpackTar(archive: Buffer): Promise<Unpacked[]> {
  const entries: Unpacked[] = [];
  let left: number = SOURCE_LIMITS.unpackedBytesMax;
  try {
    for await (const { path, type, isExecutable, target, size, read } of readTar(gunzip(archive))) {
      left -= size;
      if (size > SOURCE_LIMITS.fileBytesMax) throw tooLarge(SOURCE_LIMITS.fileBytesMax);
      if (left < 0) throw tooLarge(SOURCE_LIMITS.unpackedBytesMax);
      if (entries.length >= SOURCE_LIMITS.walkedEntriesMax) throw rejected('it has too many entries');
      entries.push({ path, type, isExecutable, target, bytes: await read() });
    }
  } catch (fault) {
    if (!isUnreadable(fault)) throw fault;
    throw rejected('its archive is broken, or a dialect of tar that we do not read');
  }
  return entries;
}

/** The limit includes headers and padding, so that a decompression bomb is stopped while it is unpacked. */
async function* gunzip(archive: Buffer): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of Readable.from([archive]).pipe(createGunzip())) {
    bytes += chunk.length;
    if (bytes > 2 * SOURCE_LIMITS.unpackedBytesMax) throw tooLarge(SOURCE_LIMITS.unpackedBytesMax);
    yield chunk;
  }
}

const isUnreadable = (fault: unknown): boolean =>
  fault instanceof MalformedTar || (fault instanceof Error && 'code' in fault && String(fault.code).startsWith('Z_'));

/** Removes a single top folder: people pack a folder as often as its contents, and that folder is not part of any path. */
function withoutTopFolder(entries: readonly Unpacked[]): Unpacked[] {
  const plain = entries
    .map((entry) => ({ ...entry, path: entry.path.replace(/^(?:\.\/)+/, '') }))
    .filter(({ path }) => path !== '');
  const tops = new Set(plain.map(({ path }) => path.split('/', 1)[0]));
  const isFolded = tops.size === 1 && plain.every(({ path, type }) => type === 'directory' || path.includes('/'));
  if (!isFolded) return plain;
  return plain
    .map((entry) => ({ ...entry, path: entry.path.slice(entry.path.indexOf('/') + 1) }))
    .filter(({ path }) => path !== '');
}

function toFile({ path, type, bytes, isExecutable, target }: Unpacked): SourceFile {
  if (type === 'other') throw rejected(`"${path}" is neither a file nor a folder nor a symbolic link`);
  if (type !== 'symlink') return { path, bytes, kind: isExecutable ? 'exec' : 'file' };
  const points = target ?? Buffer.from(bytes).toString('utf8');
  return { path, bytes: Buffer.from(points), kind: 'symlink', target: points };
}
