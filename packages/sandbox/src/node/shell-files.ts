import { Buffer } from 'node:buffer';
import { type ByteString, type FileContent, type FsStat, type IFileSystem, unsafeBytesFromLatin1 } from 'just-bash';
import { TreeError, type TreeNode } from '../world/file-tree.ts';
import { normalisePath } from '../world/places.ts';
import type { World } from '../world/world.ts';

type Encoded = { encoding?: string | null } | string | undefined;

const encodingOf = (options: Encoded): BufferEncoding => {
  const name = typeof options === 'string' ? options : options?.encoding;
  return name !== undefined && name !== null && Buffer.isEncoding(name) ? name : 'utf8';
};
const toBytes = (content: FileContent, options: Encoded): Uint8Array =>
  typeof content === 'string' ? Buffer.from(content, encodingOf(options)) : content;

function missing(act: string, path: string): TreeError {
  return new TreeError('ENOENT', 'no such file or directory', act, path);
}

/** Adapts the fake world's files to the shell's interface. */
export function createShellFiles({ files, clock }: World): IFileSystem {
  function toStat(node: TreeNode | undefined, path: string): FsStat {
    if (node === undefined) throw missing('stat', path);
    return {
      isFile: node.type === 'file',
      isDirectory: node.type === 'folder',
      isSymbolicLink: node.type === 'link',
      mode: node.mode,
      size: node.type === 'file' ? node.bytes.length : 0,
      mtime: new Date(clock.nowMs),
      identity: path,
    };
  }
  const bytesOf = (path: string): Buffer => Buffer.from(files.read(path));
  const changeMode = (path: string, mode: number): void => {
    const node = files.find(path);
    if (node === undefined) throw missing('chmod', path);
    node.mode = mode;
  };
  // A redirection into a missing folder would end the whole shell here. In a real shell it ends one command.
  const parentOf = (path: string): string => {
    files.makeFolder(path.slice(0, path.lastIndexOf('/')) || '/', true);
    return path;
  };
  function copy(from: string, to: string): void {
    const node = files.find(from);
    if (node?.type !== 'folder') {
      files.write(to, files.read(from), node?.mode);
      return;
    }
    files.makeFolder(to, true);
    for (const name of files.list(from)) copy(normalisePath(from, name), normalisePath(to, name));
  }

  return {
    readFile: async (path, options) => bytesOf(path).toString(encodingOf(options)),
    readFileBytes: async (path): Promise<ByteString> => unsafeBytesFromLatin1(bytesOf(path).toString('latin1')),
    readFileBuffer: async (path) => bytesOf(path),
    writeFile: async (path, content, options) => files.write(parentOf(path), toBytes(content, options)),
    appendFile: async (path, content, options) => files.append(parentOf(path), toBytes(content, options)),
    exists: async (path) => files.find(path) !== undefined,
    stat: async (path) => toStat(files.find(path), path),
    lstat: async (path) => toStat(files.find(path, false), path),
    mkdir: async (path, options) => files.makeFolder(path, options?.recursive ?? false),
    readdir: async (path) => files.list(path),
    rm: async (path, options) =>
      files.remove(path, { recursive: options?.recursive ?? false, force: options?.force ?? false }),
    cp: async (from, to) => copy(from, to),
    mv: async (from, to) => files.move(from, to),
    resolvePath: (base, path) => normalisePath(base, path),
    getAllPaths: () => files.walk('/'),
    chmod: async (path, mode) => changeMode(path, mode),
    symlink: async (target, path) => files.link(target, path),
    link: async (from, to) => copy(from, to),
    readlink: async (path) => {
      const node = files.find(path, false);
      if (node?.type !== 'link') throw new TreeError('EINVAL', 'invalid argument', 'readlink', path);
      return node.target;
    },
    realpath: async (path) => {
      if (files.find(path) === undefined) throw missing('realpath', path);
      return files.realPath(path);
    },
    utimes: async () => undefined,
  };
}
