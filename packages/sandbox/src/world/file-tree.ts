import { normalisePath } from './places.ts';

export const TREE_LIMITS = { filesMax: 4_000, bytesMax: 8_388_608, linkDepthMax: 20 } as const;

type FileNode = { type: 'file'; bytes: Uint8Array; mode: number };
type FolderNode = { type: 'folder'; children: Map<string, TreeNode>; mode: number };
type LinkNode = { type: 'link'; target: string; mode: number };
export type TreeNode = FileNode | FolderNode | LinkNode;

/** A file system error in the format that programs expect, with the code first. */
export class TreeError extends Error {
  readonly code: string;
  constructor(code: string, text: string, act: string, path: string) {
    super(`${code}: ${text}, ${act} '${path}'`);
    this.name = 'TreeError';
    this.code = code;
  }
}
const missing = (act: string, path: string) => new TreeError('ENOENT', 'no such file or directory', act, path);

/** Thrown when a program fills the fake disk. */
export class TreeLimitError extends Error {}

/** A bounded file system in memory. Synchronous, so that shell and script engines can share one. */
export class FileTree {
  readonly #root: FolderNode = { type: 'folder', children: new Map(), mode: 0o755 };
  readonly #onLimit: (name: string) => void;
  #files = 0;
  #bytes = 0;
  /** Few trees have symlinks. Without one, every path is its real path. */
  #hasLinks = false;

  constructor(onLimit: (name: string) => void = () => undefined) {
    this.#onLimit = onLimit;
  }

  /** Existing files do not count towards the next program's limits. */
  startCounting(): void {
    this.#files = 0;
    this.#bytes = 0;
  }

  /** The node after following symlinks, optionally without following the last one. */
  find(path: string, follow = true, depth = 0): TreeNode | undefined {
    if (depth > TREE_LIMITS.linkDepthMax) return undefined;
    let node: TreeNode = this.#root;
    const parts = split(path);
    for (let index = 0; index < parts.length; index += 1) {
      if (node.type !== 'folder') return undefined;
      const child: TreeNode | undefined = node.children.get(parts[index] ?? '');
      if (child === undefined) return undefined;
      const isLast = index === parts.length - 1;
      if (child.type !== 'link' || (isLast && !follow)) {
        node = child;
        continue;
      }
      const here = `/${parts.slice(0, index).join('/')}`;
      return this.find(
        normalisePath(normalisePath(here, child.target), parts.slice(index + 1).join('/')),
        follow,
        depth + 1,
      );
    }
    return node;
  }

  /** The path with all symlinks resolved, or the path itself when it does not exist. */
  realPath(path: string, depth = 0): string {
    const parts = split(path);
    if (!this.#hasLinks) return `/${parts.join('/')}`;
    for (let index = 0; index < parts.length && depth <= TREE_LIMITS.linkDepthMax; index += 1) {
      const node = this.find(`/${parts.slice(0, index + 1).join('/')}`, false);
      if (node?.type !== 'link') continue;
      const folder = `/${parts.slice(0, index).join('/')}`;
      const rest = parts.slice(index + 1).join('/');
      return this.realPath(normalisePath(normalisePath(folder, node.target), rest), depth + 1);
    }
    return `/${parts.join('/')}`;
  }

  read(path: string): Uint8Array {
    const node = this.find(path);
    if (node === undefined) throw missing('open', path);
    if (node.type !== 'file') throw new TreeError('EISDIR', 'illegal operation on a directory', 'read', path);
    return node.bytes;
  }

  write(path: string, bytes: Uint8Array, mode?: number): void {
    const real = this.realPath(path);
    const existing = this.find(real);
    if (existing?.type === 'folder') throw new TreeError('EISDIR', 'illegal operation on a directory', 'open', path);
    this.#charge(bytes.length - (existing?.type === 'file' ? existing.bytes.length : 0), existing ? 0 : 1);
    if (existing?.type === 'file') existing.bytes = bytes;
    else this.#attach(real, { type: 'file', bytes, mode: mode ?? 0o644 }, 'open');
    if (existing && mode !== undefined) existing.mode = mode;
  }

  /** Creates the folder and its parents. */
  makeFolders(path: string): void {
    let node: TreeNode = this.#root;
    for (const part of split(this.realPath(path))) {
      if (node.type !== 'folder') throw new TreeError('ENOTDIR', 'not a directory', 'mkdir', path);
      let child: TreeNode | undefined = node.children.get(part);
      if (child === undefined) {
        this.#charge(0, 1);
        child = { type: 'folder', children: new Map(), mode: 0o755 };
        node.children.set(part, child);
      }
      node = child;
    }
  }

  makeFolder(path: string): void {
    if (this.find(path)) throw new TreeError('EEXIST', 'file already exists', 'mkdir', path);
    this.#charge(0, 1);
    this.#attach(this.realPath(path), { type: 'folder', children: new Map(), mode: 0o755 }, 'mkdir');
  }

  link(target: string, path: string): void {
    if (this.find(path, false)) throw new TreeError('EEXIST', 'file already exists', 'symlink', path);
    this.#charge(0, 1);
    this.#attach(path, { type: 'link', target, mode: 0o777 }, 'symlink');
    this.#hasLinks = true;
  }

  list(path: string): string[] {
    const node = this.find(path);
    if (node === undefined) throw missing('scandir', path);
    if (node.type !== 'folder') throw new TreeError('ENOTDIR', 'not a directory', 'scandir', path);
    return [...node.children.keys()].sort();
  }

  remove(path: string, options: { recursive: boolean; force: boolean }): void {
    const node = this.find(path, false);
    if (node === undefined) {
      if (options.force) return;
      throw missing('rm', path);
    }
    if (node.type === 'folder' && node.children.size > 0 && !options.recursive) {
      throw new TreeError('ENOTEMPTY', 'directory not empty', 'rm', path);
    }
    const { folder, name } = this.#parent(path, 'rm');
    folder.children.delete(name);
  }

  move(from: string, to: string): void {
    const node = this.find(from, false);
    if (node === undefined) throw missing('rename', from);
    this.#attach(this.realPath(to), node, 'rename');
    const { folder, name } = this.#parent(from, 'rename');
    if (normalisePath('/', from) !== normalisePath('/', to)) folder.children.delete(name);
  }

  /** Every path below a folder, sorted. */
  walk(path: string): string[] {
    const node = this.find(path, false);
    if (node?.type !== 'folder') return node ? [path] : [];
    const below = [...node.children.keys()].sort().flatMap((name) => this.walk(normalisePath(path, name)));
    return [path, ...below];
  }

  #attach(path: string, node: TreeNode, act: string): void {
    const { folder, name } = this.#parent(path, act);
    folder.children.set(name, node);
  }

  #parent(path: string, act: string): { folder: FolderNode; name: string } {
    const parts = split(path);
    const name = parts.pop();
    const folder = this.find(`/${parts.join('/')}`);
    if (name === undefined || folder?.type !== 'folder') throw missing(act, path);
    return { folder, name };
  }

  // Removal frees no quota, so that a program that writes and deletes in a loop is limited too.
  #charge(bytes: number, files: number): void {
    this.#bytes += Math.max(0, bytes);
    this.#files += files;
    const reached =
      this.#bytes > TREE_LIMITS.bytesMax ? 'disk bytes' : this.#files > TREE_LIMITS.filesMax ? 'files' : undefined;
    if (reached === undefined) return;
    this.#onLimit(reached);
    throw new TreeLimitError(reached);
  }
}

/** Written by hand because almost every operation calls it, and no process lives long enough to optimise it. */
function split(path: string): string[] {
  const parts: string[] = [];
  for (let from = 0; from < path.length; ) {
    const slash = path.indexOf('/', from);
    const to = slash < 0 ? path.length : slash;
    const part = path.slice(from, to);
    if (part !== '' && part !== '.') parts.push(part);
    from = to + 1;
  }
  return parts;
}
