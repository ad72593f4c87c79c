import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { readListHead } from '@assay/audit/tools';
import { describeFault } from '../skills/fault.ts';
import type { Skill } from '../skills/find-skills.ts';
import { readRegularFile, UnfitFileError } from '../skills/regular-file.ts';
import { walkFolders } from '../skills/walk.ts';

/** A document that lists the tools of a server. */
export type ToolTarget = Skill & { readonly list: { readonly path: string; readonly bytes: Uint8Array } };

const LIST_BYTES_MAX = 4_194_304;
const SKIPPED: ReadonlySet<string> = new Set(['.git', 'node_modules']);
const LIST_NAME = /^(?:\.?mcp|server|tools|[\w.-]+\.tools)\.json$/i;

export const isListPath = (path: string): boolean => LIST_NAME.test(basename(path));

type FoundLists = { readonly targets: readonly ToolTarget[]; readonly gaps: readonly string[] };

/** Every tool list at or below the paths, outside of skills, which are reviewed as a whole. */
export function findLists(paths: readonly string[], cwd: string, skills: readonly Skill[]): FoundLists {
  const inside = new Set(skills.map(({ root }) => root));
  const found = new Map<string, ToolTarget>();
  const gaps: string[] = [];
  const take = (file: string): void => {
    try {
      const target = toTarget(file, cwd);
      if (target !== undefined) found.set(file, target);
    } catch (error) {
      const why = error instanceof UnfitFileError ? error.message : describeFault(error);
      gaps.push(`${file}: not read as a list of tools: ${why}.`);
    }
  };
  for (const path of paths) {
    const at = findReal(resolve(cwd, path));
    if (at === undefined) continue;
    if (statSync(at).isDirectory()) for (const file of search(at, inside, gaps)) take(file);
    else if (isListPath(at)) take(at);
  }
  return { targets: [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1)), gaps };
}

/** findSkills has already reported a missing path. */
function findReal(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

/** A file of that name without tools belongs to another program. */
function toTarget(file: string, cwd: string): ToolTarget | undefined {
  const bytes = readRegularFile(file, LIST_BYTES_MAX);
  if (readListHead(new TextDecoder().decode(bytes)).offers === 0) return undefined;
  return { root: dirname(file), name: relative(cwd, file).split(sep).join('/'), list: { path: basename(file), bytes } };
}

function search(top: string, skills: ReadonlySet<string>, gaps: string[]): string[] {
  const found: string[] = [];
  for (const { path, entries } of walkFolders(top, { skipped: SKIPPED, isLeaf: (folder) => skills.has(folder), gaps }))
    for (const { name, isFile, leadsOutside } of entries.filter((entry) => isListPath(entry.name))) {
      if (isFile) found.push(join(path, name));
      if (leadsOutside) gaps.push(`${join(path, name)}: a link out of the scanned folder is not followed.`);
    }
  return found;
}
