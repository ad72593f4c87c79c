import { Buffer } from 'node:buffer';
import type { Attributes, Content, EmscriptenFs, FsNode, NodeOps, StreamOps } from './emscripten.ts';

/** Sends a request to the world. Throws an error with a `code` when the world refuses. */
export type Ask = (op: string, ...args: readonly unknown[]) => unknown;

/** Python's own folders. All other paths under the root belong to the fake machine. */
const OWN_FOLDERS = new Set(['lib', 'dev', 'proc']);

const ERRNO: Record<string, number> = { ENOENT: 44, EEXIST: 20, ENOTDIR: 54, EISDIR: 31, ENOTEMPTY: 55, EINVAL: 28 };
const EIO = 29;
const TYPE_BITS = { file: 0o100000, folder: 0o040000, link: 0o120000 } as const;
const APPEND = 0o2000;
const ACCESS_MODE = 3;

type WorldRoot = {
  /** Sends unsaved writes to the world. */
  flush(): void;
  /** Drops cached folders, because another program may have changed them. */
  forget(): void;
};

/** Mounts the fake machine's files under Python's root. The world answers every lookup, read, write and delete. */
export function mountWorld(fs: EmscriptenFs, tell: Ask, times: { nowMs: number }): WorldRoot {
  const dirty = new Map<Content, string>();

  function flush(): void {
    for (const [content, path] of [...dirty]) {
      dirty.delete(content);
      content.isDirty = false;
      tell(content.isAppending ? 'append' : 'write', path, Buffer.from(content.bytes).toString('latin1'));
      if (content.isAppending) content.bytes = new Uint8Array();
    }
  }

  function ask(op: string, ...args: readonly unknown[]): unknown {
    try {
      flush();
      return tell(op, ...args);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      throw new fs.ErrnoError(ERRNO[code] ?? EIO);
    }
  }

  const pathOf = (node: FsNode): string => {
    const names: string[] = [];
    for (let at = node; at.parent !== at; at = at.parent) names.unshift(at.name);
    return `/${names.join('/')}`;
  };
  const below = (parent: FsNode, name: string): string => `${pathOf(parent)}/${name}`.replace('//', '/');

  function statAt(path: string): { mode: number; size: number } {
    const found = Object(ask('stat', path, false));
    const type: keyof typeof TYPE_BITS = found.type === 'folder' || found.type === 'link' ? found.type : 'file';
    return { mode: TYPE_BITS[type] | (Number(found.mode) & 0o7777), size: Number(found.size) };
  }

  /** Nodes are not cached by name, so every lookup asks the world again. */
  function nodeFor(parent: FsNode, name: string, mode: number): FsNode {
    const node = new fs.FSNode(parent, name, mode, 0);
    node.node_ops = nodeOps;
    node.stream_ops = streamOps;
    return node;
  }
  const mark = (node: FsNode, content: Content): void => {
    content.isDirty = true;
    dirty.set(content, pathOf(node));
  };

  function attributes(node: FsNode): Attributes {
    const { mode, size } =
      node.content?.isAppending === false ? { mode: node.mode, size: node.content.bytes.length } : statAt(pathOf(node));
    const time = new Date(times.nowMs);
    return {
      dev: 1,
      ino: node.id,
      mode,
      nlink: 1,
      uid: 0,
      gid: 0,
      rdev: 0,
      size,
      atime: time,
      mtime: time,
      ctime: time,
      blksize: 4096,
      blocks: Math.ceil(size / 512),
    };
  }

  const nodeOps: NodeOps = {
    getattr: attributes,
    setattr(node, { mode, size }) {
      if (mode !== undefined) node.mode = mode;
      if (size === undefined) return;
      const kept = size === 0 ? new Uint8Array() : contentOf(node).bytes.slice(0, size);
      node.content = { bytes: kept, isDirty: true, isAppending: false };
      mark(node, node.content);
    },
    lookup: (parent, name) => nodeFor(parent, name, statAt(below(parent, name)).mode),
    mknod(parent, name, mode) {
      const node = nodeFor(parent, name, mode);
      if ((mode & 0o170000) === TYPE_BITS.folder) ask('mkdir', below(parent, name), false);
      else {
        node.content = { bytes: new Uint8Array(), isDirty: true, isAppending: false };
        mark(node, node.content);
      }
      return node;
    },
    rename(node, folder, name) {
      ask('move', pathOf(node), below(folder, name));
      node.name = name;
      node.parent = folder;
    },
    unlink: (parent, name) => void ask('remove', below(parent, name), false, false),
    rmdir: (parent, name) => void ask('remove', below(parent, name), false, false),
    readdir(node) {
      const names = ask('list', pathOf(node));
      return ['.', '..', ...(Array.isArray(names) ? names.map(String) : [])];
    },
    symlink(parent, name, target) {
      ask('link', target, below(parent, name));
      return nodeFor(parent, name, TYPE_BITS.link | 0o777);
    },
    readlink: (node) => String(ask('readlink', pathOf(node))),
  };

  function contentOf(node: FsNode): Content {
    node.content ??= {
      bytes: Buffer.from(String(ask('read', pathOf(node))), 'latin1'),
      isDirty: false,
      isAppending: false,
    };
    return node.content;
  }

  const streamOps: StreamOps = {
    open({ node, flags }) {
      if ((node.mode & 0o170000) === TYPE_BITS.folder) return;
      // Appending does not need the existing content.
      if (flags & APPEND && (flags & ACCESS_MODE) === 1)
        node.content ??= { bytes: new Uint8Array(), isDirty: false, isAppending: true };
      else contentOf(node);
    },
    close: () => flush(),
    read({ node }, buffer, offset, length, position) {
      const piece = contentOf(node).bytes.subarray(position, position + length);
      buffer.set(piece, offset);
      return piece.length;
    },
    write({ node, flags }, buffer, offset, length, position) {
      const content = contentOf(node);
      const at = content.isAppending || flags & APPEND ? content.bytes.length : position;
      const bytes = new Uint8Array(Math.max(content.bytes.length, at + length));
      bytes.set(content.bytes);
      bytes.set(buffer.subarray(offset, offset + length), at);
      content.bytes = bytes;
      mark(node, content);
      return length;
    },
    llseek({ node, position }, offset, whence) {
      const from = whence === 1 ? position : whence === 2 ? contentOf(node).bytes.length : 0;
      if (from + offset < 0) throw new fs.ErrnoError(ERRNO.EINVAL ?? EIO);
      return from + offset;
    },
  };

  overlayRoot(fs, nodeOps);
  return {
    flush,
    forget() {
      for (const first of fs.nameTable) {
        for (let node = first; node !== undefined && node !== null; node = node.name_next)
          if (node.node_ops === nodeOps) fs.hashRemoveNode(node);
      }
    },
  };
}

/** Names in the root that are not Python's own are redirected to the world. */
function overlayRoot(fs: EmscriptenFs, world: NodeOps): void {
  for (const name of fs.readdir('/')) {
    if (name === '.' || name === '..' || OWN_FOLDERS.has(name)) continue;
    removeFolder(fs, `/${name}`);
  }
  const own = fs.root.node_ops;
  fs.root.node_ops = {
    ...world,
    getattr: own.getattr,
    setattr: own.setattr,
    readdir: (node) => [...new Set([...own.readdir(node), ...world.readdir(node)])],
  };
}

function removeFolder(fs: EmscriptenFs, path: string): void {
  for (const name of fs.readdir(path)) if (name !== '.' && name !== '..') removeFolder(fs, `${path}/${name}`);
  fs.rmdir(path);
}
