import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { isPlugin, PLUGIN_MANIFEST } from '../install/plugin.ts';
import { describeFault } from './fault.ts';
import { isEntryName, walkFolders } from './walk.ts';

/** A folder with a SKILL.md, or a plugin. `name` is its path relative to the start folder, for output. */
export type Skill = { readonly root: string; readonly name: string };

export type Found = {
  readonly skills: readonly Skill[];
  /** Why the search was incomplete, each as a sentence. */
  readonly gaps: readonly string[];
};

const SKIPPED_FOLDERS: ReadonlySet<string> = new Set(['.git', 'node_modules']);

/** Every skill at or below the paths, once by its real path, sorted by name. */
export function findSkills(paths: readonly string[], cwd: string): Found {
  const roots = new Set<string>();
  const gaps: string[] = [];
  for (const path of paths) searchPath(resolve(cwd, path), path, roots, gaps);
  const skills = [...roots].map((root) => ({ root, name: toName(root, cwd) }));
  return { skills: skills.sort((a, b) => (a.name < b.name ? -1 : 1)), gaps: [...new Set(gaps)] };
}

export const toName = (root: string, cwd: string): string => relative(cwd, root).split(sep).join('/') || '.';

function searchPath(path: string, asGiven: string, roots: Set<string>, gaps: string[]): void {
  try {
    const isFolder = statSync(path).isDirectory();
    if (isFolder && isPluginFolder(path)) roots.add(realpathSync(path));
    else if (isFolder) searchTree(path, roots, gaps);
    else if (isEntryName(basename(path))) roots.add(realpathSync(dirname(path)));
    else gaps.push(`${asGiven}: neither a folder nor a SKILL.md.`);
  } catch (error) {
    gaps.push(`${asGiven}: ${describeFault(error)}.`);
  }
}

/** A plugin that is named is one unit: its skills, hooks, servers, commands and agents are used together. */
const isPluginFolder = (path: string): boolean =>
  isPlugin(
    [PLUGIN_MANIFEST, 'SKILL.md'].filter((file) => statSync(join(path, file), { throwIfNoEntry: false })?.isFile()),
  );

function searchTree(top: string, roots: Set<string>, gaps: string[]): void {
  for (const { path, entries } of walkFolders(top, { skipped: SKIPPED_FOLDERS, gaps }))
    if (entries.some(({ name, isFolder }) => isEntryName(name) && !isFolder)) roots.add(path);
}
