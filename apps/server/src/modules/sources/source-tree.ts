import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { createNameRegister } from './name-register.ts';
import { SOURCE_LIMITS } from './source-limits.ts';
import { findPathFault } from './source-path.ts';
import { rejected, tooLarge, unavailable } from './source-problems.ts';
import { MalformedTar, readTar, type TarEntry } from './tar-reader.ts';

export type SourceFile = {
  /** Relative to the folder that was asked for. */
  path: string;
  /** Of a symlink the text of its target, as git stores it; of a submodule nothing. */
  bytes: Uint8Array;
  kind: 'file' | 'exec' | 'symlink' | 'submodule';
  /** Where a symlink points, as stored. Never followed. */
  target?: string;
};

export type SourceTree = {
  files: readonly SourceFile[];
  /** The `.gitattributes`, by path in the repository, that may keep files out of the archive or rewrite them. */
  exportRules: readonly string[];
};

const UNPACK_CHUNK_BYTES = 64 * 1024;
const ATTRIBUTES_BYTES_MAX = 64 * 1024;
const EXPORT_RULE = /export-(?:ignore|subst)/;

/** Unpacks an archive in memory and within limits. `under` is a folder of the repository, or '' for all of it. */
export async function unpackTree(archive: Uint8Array, under: string): Promise<SourceTree> {
  const collector = createCollector(archive.length, under);
  try {
    await pipeline(
      Readable.from([archive]),
      createGunzip({ chunkSize: UNPACK_CHUNK_BYTES }),
      async (unpacked: AsyncIterable<Buffer>) => {
        for await (const entry of readTar(boundWalk(unpacked))) await collector.add(entry);
      },
    );
  } catch (fault) {
    if (!isUnreadable(fault)) throw fault;
    throw unavailable('The source host sent an archive that cannot be read.', { cause: fault });
  }
  return collector.finish();
}

/** Broken tar, or broken gzip: zlib's faults have codes like Z_DATA_ERROR. */
const isUnreadable = (fault: unknown): boolean =>
  fault instanceof MalformedTar || (fault instanceof Error && 'code' in fault && String(fault.code).startsWith('Z_'));

async function* boundWalk(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.length;
    if (bytes > SOURCE_LIMITS.walkedBytesMax) throw tooLarge(SOURCE_LIMITS.walkedBytesMax);
    yield chunk;
  }
}

/** True also for attributes too long to be read: nobody can say what they do. */
const mayChangeArchive = (attributes: Uint8Array | undefined): boolean =>
  attributes === undefined || EXPORT_RULE.test(Buffer.from(attributes).toString('latin1'));

function createCollector(archiveBytes: number, under: string) {
  const files: SourceFile[] = [];
  const exportRules: string[] = [];
  const names = createNameRegister();
  const folders = new Set<string>();
  const prefix = under === '' ? '' : `${under}/`;
  let root: string | undefined;
  let walkedEntries = 0;
  let walkedBytes = 0;
  let keptBytes = 0;

  async function add(entry: TarEntry): Promise<void> {
    boundWalked(entry);
    const pathInRepository = withoutRoot(entry);
    const isKept = pathInRepository !== '' && pathInRepository.startsWith(prefix);
    if (isKept) requireAcceptable(entry, pathInRepository);

    const isRules = entry.type === 'file' && /(?:^|\/)\.gitattributes$/.test(pathInRepository);
    const bytes = isKept || (isRules && entry.size <= ATTRIBUTES_BYTES_MAX) ? await entry.read() : undefined;
    if (isRules && mayChangeArchive(bytes)) exportRules.push(pathInRepository);
    if (isKept && bytes) keep(entry, pathInRepository.slice(prefix.length), bytes);
  }

  function boundWalked({ size }: TarEntry): void {
    walkedEntries += 1;
    if (walkedEntries > SOURCE_LIMITS.walkedEntriesMax) {
      throw rejected(`its repository has more than ${SOURCE_LIMITS.walkedEntriesMax} files and folders`);
    }
    walkedBytes += size;
    if (walkedBytes > archiveBytes * SOURCE_LIMITS.unpackRatioMax) {
      throw rejected(`it unpacks to more than ${SOURCE_LIMITS.unpackRatioMax} times its size`);
    }
  }

  /** An archive has one folder at its top, named after repository and commit. */
  function withoutRoot({ path, type }: TarEntry): string {
    const [first = '', ...rest] = path.split('/');
    root ??= first;
    if (first !== root || first === '' || first === '..') throw rejected(`"${path}" lies outside the repository`);
    if (type === 'directory' && rest.at(-1) === '') rest.pop();
    return rest.join('/');
  }

  function requireAcceptable({ type, size }: TarEntry, path: string): void {
    const fault = findPathFault(path);
    if (fault) throw rejected(`the path ${JSON.stringify(path)} is not usable: ${fault}`);
    if (type === 'other') throw rejected(`"${path}" is neither a file nor a folder nor a symbolic link`);
    if (size > SOURCE_LIMITS.fileBytesMax) throw tooLarge(SOURCE_LIMITS.fileBytesMax);
    keptBytes += size;
    if (keptBytes > SOURCE_LIMITS.unpackedBytesMax) throw tooLarge(SOURCE_LIMITS.unpackedBytesMax);
  }

  function keep({ type, isExecutable, target }: TarEntry, path: string, bytes: Uint8Array): void {
    if (type === 'directory') {
      names.claimParents(path);
      folders.add(path);
      return;
    }
    if (type === 'symlink') push({ path, bytes: Buffer.from(target), kind: 'symlink', target });
    else push({ path, bytes, kind: isExecutable ? 'exec' : 'file' });
  }

  function push(file: SourceFile): void {
    names.claim(file.path);
    files.push(file);
    if (files.length > SOURCE_LIMITS.filesMax) throw rejected(`it has more than ${SOURCE_LIMITS.filesMax} files`);
  }

  /** Git knows no empty folders: one in an archive is a submodule, whose files are elsewhere. */
  function finish(): SourceTree {
    for (const path of folders) {
      if (!names.isFolder(path)) push({ path, bytes: new Uint8Array(), kind: 'submodule' });
    }
    return { files, exportRules };
  }

  return { add, finish };
}
