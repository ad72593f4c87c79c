import { type Dirent, readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { isFaithfulName } from '@assay/client/read-folder';
import { describeFault } from './fault.ts';

const WALK_LIMITS = { depthMax: 64, foldersMax: 200_000 } as const;

type Entry = {
  readonly name: string;
  readonly isFolder: boolean;
  /** A regular file, possibly through a link inside the tree. */
  readonly isFile: boolean;
  /** A link to a file outside the scanned folder and its repository. */
  readonly leadsOutside: boolean;
};

export type Folder = {
  readonly path: string;
  /** The folder it was reached from. Through a link, this need not be its parent. */
  readonly from: string | undefined;
  readonly entries: readonly Entry[];
};

type Walk = {
  /** Folder names that are not entered, except below a skills folder: hosts load a skill from a folder of any name. */
  readonly skipped: ReadonlySet<string>;
  /** Folders that are not entered because they are read as a whole elsewhere. */
  readonly isLeaf?: (path: string) => boolean;
  /** Links to folders outside the tree and its repository are not reported as gaps. */
  readonly leavesOutside?: boolean;
  /** Why the walk was incomplete, each as a sentence. */
  readonly gaps: string[];
};

type Place = {
  readonly path: string;
  readonly from: string | undefined;
  readonly depth: number;
  readonly isSkill: boolean;
};
type Bounds = { readonly top: string; readonly repository: string; readonly leavesOutside: boolean };

export const isEntryName = (name: string): boolean => name.toLowerCase() === 'skill.md';

/**
 * Every folder at or below `top`, once by its real path, breadth-first without recursion. A link to a folder is
 * followed if it stays inside `top` or its repository, because installers link skills. Any other link is a gap.
 */
export function* walkFolders(
  given: string,
  { skipped, isLeaf = () => false, leavesOutside = false, gaps }: Walk,
): Generator<Folder> {
  const top = realpathSync(given);
  const bounds = { top, repository: findRepository(top), leavesOutside };
  const seen = new Set([top]);
  const queue: Place[] = [{ path: top, from: undefined, depth: 0, isSkill: false }];
  const enter = (path: string, { path: from, depth, isSkill }: Place): void => {
    if (seen.has(path)) return;
    seen.add(path);
    if (depth >= WALK_LIMITS.depthMax) gaps.push(`${path}: too deep to search.`);
    else queue.push({ path, from, depth: depth + 1, isSkill });
  };
  let visited = 0;
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    if (isLeaf(next.path)) continue;
    visited += 1;
    if (visited > WALK_LIMITS.foldersMax) {
      gaps.push(`${top}: more than ${WALK_LIMITS.foldersMax} folders; the rest was not searched.`);
      return;
    }
    const found = readEntries(next.path, bounds, gaps);
    const place = { ...next, isSkill: next.isSkill || found.some(({ name }) => isEntryName(name)) };
    yield { path: next.path, from: next.from, entries: found };
    for (const { name, isFolder, at } of found)
      if (isFolder && !isSkipped(name, at, place, bounds, skipped)) enter(at, place);
  }
}

/** The nearest folder with a `.git`, else the scanned folder itself. */
function findRepository(top: string): string {
  for (let folder = top; ; folder = dirname(folder)) {
    if (statSync(join(folder, '.git'), { throwIfNoEntry: false }) !== undefined) return folder;
    if (dirname(folder) === folder) return top;
  }
}

const isInside = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);

const isWithin = (path: string, { top, repository }: Bounds): boolean =>
  isInside(path, top) || isInside(path, repository);

function isSkipped(name: string, at: string, { path, isSkill }: Place, bounds: Bounds, skipped: Walk['skipped']) {
  if (!skipped.has(name) || isSkill || isBelowSkills(path, bounds)) return false;
  // A folder of a skipped name can be a skill itself.
  return !listNames(at).some(isEntryName);
}

/** Whether the path is below `.claude/skills`, `.agents/skills` or `skills`: relative to the repository, else by the whole path. */
function isBelowSkills(path: string, { top, repository }: Bounds): boolean {
  const below =
    repository === top
      ? [top.split(sep), relative(top, path).split(sep)].flat()
      : relative(repository, path).split(sep);
  return below.some((part) => part.toLowerCase() === 'skills');
}

type Found = Entry & { readonly at: string };

function readEntries(folder: string, bounds: Bounds, gaps: string[]): Found[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const { name } of entries.filter((entry) => !isFaithfulName(entry.name)))
      gaps.push(`${join(folder, name)}: its name is not UTF-8, so it cannot be read. Rename it.`);
    return entries.filter(({ name }) => isFaithfulName(name)).map((entry) => toFound(folder, entry, bounds, gaps));
  } catch (error) {
    gaps.push(`${folder}: ${describeFault(error)}.`);
    return [];
  }
}

function toFound(folder: string, entry: Dirent, bounds: Bounds, gaps: string[]): Found {
  const { name } = entry;
  const link = join(folder, name);
  if (!entry.isSymbolicLink())
    return { name, at: link, isFolder: entry.isDirectory(), isFile: entry.isFile(), leadsOutside: false };
  const none = { name, at: link, isFolder: false, isFile: false, leadsOutside: false };
  try {
    const at = realpathSync(link);
    const isFolder = statSync(at).isDirectory();
    const isFile = statSync(at).isFile();
    if (isWithin(at, bounds)) return { name, at, isFolder, isFile, leadsOutside: false };
    if (isFolder && !bounds.leavesOutside)
      gaps.push(`${link}: a link out of the scanned folder and its repository is not followed; scan ${at} itself.`);
    return { ...none, leadsOutside: isFile };
  } catch (error) {
    // A dangling link is a gap only in a skills folder. Elsewhere they are common, for example without submodules.
    if (basename(folder).toLowerCase() === 'skills') gaps.push(`${link}: a dangling link: ${describeFault(error)}.`);
    return none;
  }
}

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
