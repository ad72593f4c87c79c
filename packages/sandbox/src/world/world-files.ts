import type { CanaryName, DataTag } from '@assay/analysis/runs/observation';
import type { FileTree, TreeNode } from './file-tree.ts';
import type { FakeNetwork } from './network.ts';
import { isOutsideWork, isPersistent, isScratch, normalisePath, type Places, secretShape } from './places.ts';
import type { PlantedHome } from './planted-secrets.ts';
import type { Act } from './recorder.ts';
import type { StandIns } from './stand-in-files.ts';
import type { Tracer } from './trace.ts';

/** The command in each fake program of `/usr/bin`. It records its name and arguments. */
export const UNKNOWN_COMMAND = '__assay_unknown';

const BIN = /^\/(?:usr\/)?bin\/([^/]+)$/;
const SOCKET = /^\/dev\/(tcp|udp)\/([^/]+)\/([^/]+)$/;
/** Reads of the system's own files carry no information about the code. */
const SYSTEM = /^\/(?:usr|bin|lib|lib64|proc|dev|sys)\/|^\/etc\/(?:os-release|hosts)$/;

const MISSED_MAX = 64;
const WRITTEN_MAX = 64;
const ABSENT_MAX = 8;
/** Places for user files. Paths that engines look up on their own are excluded. */
const USERS = /^\/(?:home|root|Users|mnt|media|Volumes|Applications|Library|opt|srv)(?:\/|$)/;
const ENGINES_OWN = /\/(?:node_modules|package\.json|pyvenv\.cfg|__pycache__)(?:\/|$)/;

const isUsers = (path: string, { work }: Places): boolean =>
  USERS.test(path) && !path.startsWith(`${work}/`) && !work.startsWith(`${path}/`) && !ENGINES_OWN.test(path);

/** The file tree as the code sees it: every access is recorded, sockets are files, and every name has a program. */
export type WorldFiles = {
  find(path: string, follow?: boolean): TreeNode | undefined;
  read(path: string): Uint8Array;
  /** Reads without recording, for the sandbox itself. */
  peek(path: string): Uint8Array | undefined;
  write(path: string, bytes: Uint8Array, mode?: number): void;
  /** Writes without recording, for the output of imitated programs. */
  place(path: string, bytes: Uint8Array, mode: number): void;
  append(path: string, bytes: Uint8Array): void;
  remove(path: string, options: { recursive: boolean; force: boolean }): void;
  move(from: string, to: string): void;
  link(target: string, path: string): void;
  makeFolder(path: string, recursive: boolean): void;
  list(path: string): string[];
  walk(path: string): string[];
  realPath(path: string): string;
};

type Needs = {
  tree: FileTree;
  places: Places;
  network: FakeNetwork;
  tracer: Tracer;
  record(act: Act): void;
  planted: PlantedHome;
  isBare: boolean;
  missed: Set<string>;
  /** Written files outside temporary locations. */
  written: Set<string>;
  absent: Set<string>;
  standIns: StandIns;
};

export function createWorldFiles({
  tree,
  places,
  network,
  tracer,
  record,
  planted,
  isBare,
  missed,
  written,
  absent,
  standIns,
}: Needs): WorldFiles {
  const canaryAt = new Map<string, CanaryName>([
    ...planted.files.map((file) => [`${places.home}/${file.path}`, file.canary] as const),
    ...planted.workFiles.map((file) => [`${places.work}/${file.path}`, file.canary] as const),
  ]);
  const placeTags = (path: string): DataTag[] => (isOutsideWork(path, places) ? ['outside-work'] : []);

  function noteRead(path: string): void {
    const real = tree.realPath(path);
    const canary = canaryAt.get(real) ?? secretShape(real);
    const tags = placeTags(real);
    if (canary) record({ kind: 'read', target: real, data: [...tags, `canary:${canary}`] });
    else if (tags.length > 0 && !SYSTEM.test(real)) record({ kind: 'read', target: real, data: tags });
  }

  function noteWrite(path: string, bytes: Uint8Array): void {
    const real = tree.realPath(path);
    if (real.startsWith('/dev/')) return;
    if (written.size < WRITTEN_MAX && !isScratch(real)) written.add(real);
    const tags = [...placeTags(real), ...tracer.find(Buffer.from(bytes).toString('latin1'))];
    record({ kind: isPersistent(real, places) ? 'persist' : 'write', target: real, data: tags });
  }

  /** Connections opened by path, as in bash: `/dev/tcp/host/port`. */
  function toSocket(path: string, bytes: Uint8Array): boolean {
    const [, , host, port] = SOCKET.exec(path) ?? [];
    if (host === undefined || port === undefined) return false;
    network.connect(host, port, Buffer.from(bytes).toString('latin1'));
    return true;
  }

  function find(path: string, follow = true): TreeNode | undefined {
    const node = tree.find(path, follow) ?? provided(path) ?? madeUpProgram(path, isBare);
    if (node === undefined && missed.size < MISSED_MAX && isUsers(path, places)) missed.add(path);
    return node;
  }

  const isWithin = (path: string): boolean => path.startsWith(`${places.work}/`);

  function place(path: string, bytes: Uint8Array, mode: number): void {
    tree.makeFolders(path.slice(0, path.lastIndexOf('/')) || '/');
    tree.write(path, bytes, mode);
  }

  /** A path on the command line exists for the user who typed it. */
  function provided(path: string): TreeNode | undefined {
    const made = standIns.take(path);
    for (const file of made) place(file.path, file.bytes, 0o644);
    return made.length === 0 ? undefined : tree.find(path);
  }

  /** Notes a missing file, or a missing folder when `ending` is a slash. */
  function noteAbsent(path: string, ending: '' | '/'): void {
    if (
      !isWithin(path) ||
      /\/(?:node_modules|__pycache__)\//.test(path) ||
      absent.size >= ABSENT_MAX ||
      find(path) !== undefined
    )
      return;
    absent.add(path.slice(places.work.length + 1) + ending);
  }

  function write(path: string, bytes: Uint8Array, mode?: number): void {
    if (toSocket(path, bytes)) return;
    noteWrite(path, bytes);
    if (path === '/dev/null') return;
    if (path.startsWith('/dev/fd/')) tree.makeFolders('/dev/fd');
    tree.write(path, bytes, mode);
  }

  return {
    find,
    read(path) {
      if (toSocket(path, new Uint8Array())) return new Uint8Array();
      if (path === '/dev/null') return new Uint8Array();
      noteRead(path);
      noteAbsent(path, '');
      const node = find(path);
      return node?.type === 'file' ? node.bytes : tree.read(path);
    },
    peek(path) {
      const node = tree.find(path);
      return node?.type === 'file' ? node.bytes : undefined;
    },
    write,
    place,
    append(path, bytes) {
      const node = tree.find(path);
      if (node?.type !== 'file') return write(path, bytes);
      noteWrite(path, bytes);
      tree.write(path, Buffer.concat([node.bytes, bytes]));
    },
    remove(path, options) {
      const real = normalisePath('/', path);
      if (!real.startsWith('/dev/')) record({ kind: 'delete', target: real, data: placeTags(real) });
      if (real !== '/') tree.remove(path, options);
    },
    move(from, to) {
      noteRead(from);
      const bytes = tree.find(from);
      noteWrite(to, bytes?.type === 'file' ? bytes.bytes : new Uint8Array());
      tree.move(from, to);
    },
    link(target, path) {
      noteWrite(path, new Uint8Array());
      tree.link(target, path);
    },
    makeFolder(path, recursive) {
      if (recursive) tree.makeFolders(path);
      else tree.makeFolder(path);
    },
    list(path) {
      noteAbsent(path, '/');
      return tree.list(path);
    },
    walk: (path) => tree.walk(path),
    realPath: (path) => tree.realPath(path),
  };
}

/** Programs of a machine without developer tools. The shell's own commands are not looked up here. */
const BARE_PROGRAMS =
  /^(?:__assay_.*|assay_second_stage_.*|\[|awk|base64|basename|bash|bc|cat|chgrp|chmod|chown|cp|crontab|curl|cut|date|dd|df|dirname|du|echo|env|expr|find|git|grep|gunzip|gzip|head|hostname|id|install|kill|launchctl|less|ln|ls|lsof|mkdir|mktemp|mv|nc|nohup|openssl|osascript|perl|pgrep|pkill|printenv|printf|ps|pwd|python3|rm|rmdir|scp|sed|seq|sh|shasum|sleep|sort|ssh|stat|sudo|tail|tar|tee|test|touch|tput|tr|trap|true|uname|uniq|unzip|uptime|wc|which|whoami|xargs|xattr|xxd|zip|zsh)$/;

/** `source` also searches the path, so a name that looks like a project file is not a program. */
const PROGRAM = /^[^.]+(?:\.\d+)*$|\s/;

export const isInstalled = (name: string, isBare: boolean): boolean =>
  isBare ? BARE_PROGRAMS.test(name) : PROGRAM.test(name);

function madeUpProgram(path: string, isBare: boolean): TreeNode | undefined {
  const name = BIN.exec(path)?.[1];
  if (name === undefined || !isInstalled(name, isBare)) return undefined;
  const quoted = `'${name.replaceAll("'", "'\\''")}'`;
  return { type: 'file', bytes: Buffer.from(`#!/bin/sh\n${UNKNOWN_COMMAND} ${quoted} "$@"\n`), mode: 0o755 };
}
