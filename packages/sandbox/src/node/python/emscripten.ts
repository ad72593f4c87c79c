/** The part of Emscripten's file system that this code uses. Pyodide has no types for it. */
export type FsNode = {
  id: number;
  name: string;
  mode: number;
  parent: FsNode;
  name_next?: FsNode;
  node_ops: NodeOps;
  stream_ops: StreamOps;
  /** Added by us: the content of an open file. */
  content?: Content;
};
type FsStream = { fd: number | null; node: FsNode; flags: number; position: number };
export type Content = { bytes: Uint8Array; isDirty: boolean; isAppending: boolean };

export type Attributes = {
  dev: number;
  ino: number;
  mode: number;
  nlink: number;
  uid: number;
  gid: number;
  rdev: number;
  size: number;
  atime: Date;
  mtime: Date;
  ctime: Date;
  blksize: number;
  blocks: number;
};

export type NodeOps = {
  getattr(node: FsNode): Attributes;
  setattr(node: FsNode, change: { mode?: number; size?: number }): void;
  lookup(parent: FsNode, name: string): FsNode;
  mknod(parent: FsNode, name: string, mode: number): FsNode;
  rename(node: FsNode, folder: FsNode, name: string): void;
  unlink(parent: FsNode, name: string): void;
  rmdir(parent: FsNode, name: string): void;
  readdir(node: FsNode): string[];
  symlink(parent: FsNode, name: string, target: string): FsNode;
  readlink(node: FsNode): string;
};
export type StreamOps = {
  open?(stream: FsStream): void;
  close?(stream: FsStream): void;
  read?(stream: FsStream, buffer: Uint8Array, offset: number, length: number, position: number): number;
  write?(stream: FsStream, buffer: Uint8Array, offset: number, length: number, position: number): number;
  llseek?(stream: FsStream, offset: number, whence: number): number;
};

export type EmscriptenFs = {
  root: FsNode;
  nameTable: (FsNode | undefined)[];
  streams: (FsStream | null | undefined)[];
  FSNode: new (parent: FsNode, name: string, mode: number, device: number) => FsNode;
  ErrnoError: new (errno: number) => Error;
  hashRemoveNode(node: FsNode): void;
  close(stream: FsStream): void;
  rmdir(path: string): void;
  readdir(path: string): string[];
  chdir(path: string): void;
  cwd(): string;
};
