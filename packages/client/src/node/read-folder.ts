import { constants, type Dirent } from 'node:fs';
import { lstat, open, readdir, realpath } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import type { LocalFile } from '../drift.ts';
import type { LocalFolder } from '../files.ts';
import { kindOf } from './git-folder.ts';

/** The limits of a certified bundle. A larger folder cannot match one. */
export const FOLDER_LIMITS = {
  filesMax: 2_000,
  bytesMax: 16_777_216,
  depthMax: 32,
  foldersMax: 10_000,
  /** Files below `.git`, of which only settings and references are read. */
  gitFilesMax: 100_000,
  /** Limit for settings, references and `gitdir:` files. */
  gitFileBytesMax: 1_048_576,
} as const;

const EXECUTABLE_BITS = 0o111;
const REPLACEMENT = '\ufffd';

/**
 * Whether this text is the exact name on disk. All invalid UTF-8 bytes become the same replacement character, so two
 * names can look the same, and opening such a name can open another file.
 */
export const isFaithfulName = (name: string): boolean => name.isWellFormed() && !name.includes(REPLACEMENT);

type Reading = {
  readonly files: LocalFile[];
  readonly unreadable: string[];
  readonly unchecked: Set<string>;
  /** Settings below `.git` can contain credentials: they are compared and never sent. */
  readonly isToSend: boolean;
  bytes: number;
  folders: number;
};

/** Every file below a folder, for comparison. Links, pipes and unreadable files are only listed, because they are never certified. */
export const readFolder = (folder: string): Promise<LocalFolder> => readWhole(folder, false);

/** Every file below a folder, for sending. Excludes every `.git` at any depth. */
export const readFolderToSend = (folder: string): Promise<LocalFolder> => readWhole(folder, true);

async function readWhole(folder: string, isToSend: boolean): Promise<LocalFolder> {
  const reading: Reading = { files: [], unreadable: [], unchecked: new Set(), isToSend, bytes: 0, folders: 0 };
  await readInto(reading, folder, '', 0);
  const { files, unreadable, unchecked } = reading;
  return { files, unreadable, ...(unchecked.size === 0 ? {} : { unchecked: [...unchecked] }) };
}

async function readInto(reading: Reading, folder: string, below: string, depth: number): Promise<void> {
  countFolder(reading, folder);
  const entries = await readdir(join(folder, below), { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (!isFaithfulName(entry.name)) {
      reading.unreadable.push(path);
      continue;
    }
    if (reading.isToSend && entry.name.toLowerCase() === '.git') continue;
    if (below === '' && entry.name === '.git') {
      await readRepository(reading, folder, entry.isDirectory());
      continue;
    }
    if (entry.isDirectory() && depth < FOLDER_LIMITS.depthMax) await readInto(reading, folder, path, depth + 1);
    else if (entry.isFile()) await readOne(reading, folder, path);
    else reading.unreadable.push(path);
  }
}

function countFolder(reading: Reading, folder: string): void {
  reading.folders += 1;
  if (reading.folders > FOLDER_LIMITS.foldersMax)
    throw new RangeError(`${folder} contains more than ${FOLDER_LIMITS.foldersMax} folders.`);
}

/** Skips git's own files as a clone creates them. Anything else in a `.git` was never certified. */
async function readRepository(reading: Reading, folder: string, isFolder: boolean): Promise<void> {
  if (!isFolder) {
    if (await isCheckout(reading, folder)) reading.unchecked.add('.git');
    else await readOne(reading, folder, '.git');
    return;
  }
  const repository = join(folder, '.git');
  for (const { path, entry } of await filesBelow(reading, repository)) {
    const isPlain = isKindOfGit(path, entry) && (await hasExpectedContent(repository, path));
    if (!isPlain) await readOne(reading, folder, `.git/${path}`);
    else if (typeof kindOf(path) === 'string') reading.unchecked.add('.git');
  }
}

/** Git writes regular files; the only exception is the socket of its file system monitor. */
const isKindOfGit = (path: string, entry: Dirent): boolean =>
  entry.isFile() || (entry.isSocket() && path.endsWith('fsmonitor--daemon.ipc'));

type GitFile = { readonly path: string; readonly entry: Dirent };

async function filesBelow(reading: Reading, repository: string): Promise<GitFile[]> {
  const found: GitFile[] = [];
  const queue = [{ below: '', depth: 0 }];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    countFolder(reading, repository);
    for (const entry of await readdir(join(repository, next.below), { withFileTypes: true })) {
      const path = next.below === '' ? entry.name : `${next.below}/${entry.name}`;
      if (!isFaithfulName(entry.name)) reading.unreadable.push(`.git/${path}`);
      else if (entry.isDirectory() && next.depth < FOLDER_LIMITS.depthMax)
        queue.push({ below: path, depth: next.depth + 1 });
      else found.push({ path, entry });
    }
    if (found.length > FOLDER_LIMITS.gitFilesMax)
      throw new RangeError(`${repository} contains more than ${FOLDER_LIMITS.gitFilesMax} files.`);
  }
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/**
 * Short texts are read and checked. Data must not be executable. Its content is not checked, so verdicts mention it and
 * the hook denies paths below `.git`.
 */
async function hasExpectedContent(repository: string, path: string): Promise<boolean> {
  const kind = kindOf(path);
  const file = join(repository, path);
  if (kind === undefined || kind === 'sample') return kind !== undefined;
  const stat = await lstat(file).catch(() => undefined);
  const isProgram = stat === undefined || (stat.isFile() && (stat.mode & EXECUTABLE_BITS) !== 0);
  if (isProgram || kind === 'data') return !isProgram;
  const text = await readText(file);
  return text !== undefined && kind.holds(text);
}

/**
 * A `.git` file contains the path of the repository. Git follows the settings there, so it must be what git itself
 * creates for a submodule or a worktree: inside the `.git` of a repository around this folder, with only git's own
 * files.
 */
async function isCheckout(reading: Reading, folder: string): Promise<boolean> {
  const [, named] = /^gitdir: ([^\n]+)\n?$/.exec((await readText(join(folder, '.git'))) ?? '') ?? [];
  const here = await realpath(folder).catch(() => undefined);
  if (named === undefined || here === undefined) return false;
  const target = resolve(here, named);
  const repository = repositoryAround(here, target);
  if (repository === undefined || (await realpath(target).catch(() => undefined)) !== target) return false;
  const inside = target
    .slice(repository.length + 1)
    .split(sep)
    .join('/');
  const files = (await filesBelow(reading, target)).map(({ path, entry }) => ({ path: `${inside}/${path}`, entry }));
  if (!files.every(({ path, entry }) => isKindOfGit(path, entry))) return false;
  // A worktree uses the settings of its repository.
  const settings = inside.startsWith('worktrees/') ? ['config', 'config.worktree'] : [];
  for (const path of [...files.map((file) => file.path), ...settings])
    if (!(await isMissing(join(repository, path))) && !(await hasExpectedContent(repository, path))) return false;
  return true;
}

/** The `.git` of a parent folder, if the target is one of its submodules or worktrees. */
function repositoryAround(folder: string, target: string): string | undefined {
  const parent = dirname(folder);
  const repository = join(parent, '.git');
  if (['modules', 'worktrees'].some((kind) => target.startsWith(join(repository, kind, sep)))) return repository;
  return parent === folder ? undefined : repositoryAround(parent, target);
}

const isMissing = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => false,
    ({ code }: NodeJS.ErrnoException) => code === 'ENOENT',
  );

async function readText(path: string): Promise<string | undefined> {
  const bytes = await readRegular(path, FOLDER_LIMITS.gitFileBytesMax).catch(() => undefined);
  return bytes && new TextDecoder().decode(bytes);
}

async function readOne(reading: Reading, folder: string, path: string): Promise<void> {
  const bytesLeft = FOLDER_LIMITS.bytesMax - reading.bytes;
  if (reading.files.length + reading.unreadable.length >= FOLDER_LIMITS.filesMax) throw tooLarge(folder);
  const bytes = await readRegular(join(folder, path), bytesLeft).catch((error: unknown) => {
    if (error instanceof RangeError) throw tooLarge(folder);
    return undefined;
  });
  if (bytes === undefined) {
    reading.unreadable.push(path);
    return;
  }
  reading.bytes += bytes.length;
  reading.files.push({ path, bytes });
}

const tooLarge = (folder: string): RangeError =>
  new RangeError(`${folder} contains more than ${FOLDER_LIMITS.filesMax} files or ${FOLDER_LIMITS.bytesMax} bytes.`);

/**
 * The bytes of a regular file; `undefined` for anything else. Does not follow links, and opening never blocks: a pipe
 * would wait for a writer, and a device has no end. Throws RangeError above `bytesMax`.
 */
async function readRegular(path: string, bytesMax: number): Promise<Uint8Array | undefined> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const stat = await file.stat();
    if (!stat.isFile()) return undefined;
    if (stat.size > bytesMax) throw new RangeError(`${path} contains more than ${bytesMax} bytes.`);
    // One byte more than its size, to detect a file that grew after it was measured.
    const bytes = new Uint8Array(stat.size + 1);
    let filled = 0;
    while (filled < bytes.length) {
      const { bytesRead } = await file.read(bytes, filled, bytes.length - filled, filled);
      if (bytesRead === 0) return bytes.subarray(0, filled);
      filled += bytesRead;
    }
    return undefined;
  } finally {
    await file.close();
  }
}
