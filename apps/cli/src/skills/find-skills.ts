import { type Dirent, readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { describeFault } from './fault.ts';

export const FIND_LIMITS = { depthMax: 64, foldersMax: 200_000 } as const;

/** One folder with a SKILL.md. `name` is how output calls it: its path from where the command was started. */
export type Skill = { readonly root: string; readonly name: string };

export type Found = {
  readonly skills: readonly Skill[];
  /** What kept the search from being complete, each a sentence. */
  readonly gaps: readonly string[];
};

/** Not searched for skills. Inside a skill they are content like any other, and are read. */
const SKIPPED_FOLDERS: ReadonlySet<string> = new Set(['.git', 'node_modules']);

/** Every skill at or below the paths, once, by name. Links are not followed: a link can lead anywhere. */
export function findSkills(paths: readonly string[], cwd: string): Found {
  const roots = new Set<string>();
  const gaps: string[] = [];
  for (const path of paths) searchPath(resolve(cwd, path), path, roots, gaps);
  const skills = [...roots].map((root) => ({ root, name: toName(root, cwd) }));
  return { skills: skills.sort((a, b) => (a.name < b.name ? -1 : 1)), gaps };
}

export const isEntryName = (name: string): boolean => name.toLowerCase() === 'skill.md';

const toName = (root: string, cwd: string): string => relative(cwd, root).split(sep).join('/') || '.';

function searchPath(path: string, asGiven: string, roots: Set<string>, gaps: string[]): void {
  try {
    if (statSync(path).isDirectory()) searchTree(realpathSync(path), roots, gaps);
    else if (isEntryName(basename(path))) roots.add(realpathSync(dirname(path)));
    else gaps.push(`${asGiven}: neither a folder nor a SKILL.md.`);
  } catch (error) {
    gaps.push(`${asGiven}: ${describeFault(error)}.`);
  }
}

/** Breadth first with a list instead of recursion, so that depth costs no stack. */
function searchTree(top: string, roots: Set<string>, gaps: string[]): void {
  const queue = [{ folder: top, depth: 0 }];
  let visited = 0;
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const { folder, depth } = next;
    visited += 1;
    if (visited > FIND_LIMITS.foldersMax) {
      gaps.push(`${top}: more than ${FIND_LIMITS.foldersMax} folders; the rest was not searched.`);
      return;
    }
    const entries = readFolder(folder, gaps);
    if (entries.some((entry) => isEntryName(entry.name) && !entry.isDirectory())) roots.add(folder);
    for (const entry of entries) {
      if (entry.isSymbolicLink()) noteLink(join(folder, entry.name), top, gaps);
      if (!entry.isDirectory() || SKIPPED_FOLDERS.has(entry.name)) continue;
      if (depth >= FIND_LIMITS.depthMax) gaps.push(`${join(folder, entry.name)}: too deep to search.`);
      else queue.push({ folder: join(folder, entry.name), depth: depth + 1 });
    }
  }
}

function readFolder(folder: string, gaps: string[]): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    gaps.push(`${folder}: ${describeFault(error)}.`);
    return [];
  }
}

/** A link to a skill elsewhere would be left out without a word; it is named, to be scanned by its own path. */
function noteLink(link: string, top: string, gaps: string[]): void {
  try {
    const target = realpathSync(link);
    const isInside = target === top || target.startsWith(top + sep);
    if (isInside || !readdirSync(target).some(isEntryName)) return;
    gaps.push(`${link}: a link to a skill outside the scanned folder is not followed; scan ${target} itself.`);
  } catch {
    // A link to a file, to nothing or in a circle leads to no skill.
  }
}
