import { type Dirent, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { readListHead } from '@assay/audit/tools';
import type { Skill } from '../skills/find-skills.ts';

/** One document that says what a server offers. */
export type ToolTarget = Skill & { readonly list: { readonly path: string; readonly bytes: Uint8Array } };

const LIST_LIMITS = { depthMax: 32, foldersMax: 50_000, bytesMax: 4_194_304 } as const;
const SKIPPED: ReadonlySet<string> = new Set(['.git', 'node_modules']);
const LIST_NAME = /^(?:\.?mcp|server|tools|[\w.-]+\.tools)\.json$/i;

export const isListPath = (path: string): boolean => LIST_NAME.test(basename(path));

/** Every list of tools at or below the paths, outside of skills: those are read as a whole anyway. */
export function findLists(paths: readonly string[], cwd: string, skills: readonly Skill[]): ToolTarget[] {
  const inside = new Set(skills.map(({ root }) => root));
  const found = new Map<string, ToolTarget>();
  const take = (file: string): void => {
    const target = toTarget(file, cwd);
    if (target !== undefined) found.set(file, target);
  };
  for (const path of paths) {
    try {
      const at = realpathSync(resolve(cwd, path));
      if (statSync(at).isDirectory()) for (const file of search(at, inside)) take(file);
      else if (isListPath(at)) take(at);
    } catch {
      // Who looks for skills has already named it.
    }
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** A file of that name that offers nothing is somebody else's. */
function toTarget(file: string, cwd: string): ToolTarget | undefined {
  const bytes = new Uint8Array(readFileSync(file));
  if (bytes.length > LIST_LIMITS.bytesMax || readListHead(new TextDecoder().decode(bytes)).offers === 0)
    return undefined;
  return { root: dirname(file), name: relative(cwd, file).split(sep).join('/'), list: { path: basename(file), bytes } };
}

function search(top: string, skills: ReadonlySet<string>): string[] {
  const found: string[] = [];
  const queue = [{ folder: top, depth: 0 }];
  let visited = 0;
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    visited += 1;
    if (visited > LIST_LIMITS.foldersMax || skills.has(next.folder)) continue;
    for (const entry of list(next.folder)) {
      const at = join(next.folder, entry.name);
      if (entry.isDirectory() && !SKIPPED.has(entry.name) && next.depth < LIST_LIMITS.depthMax)
        queue.push({ folder: at, depth: next.depth + 1 });
      if (entry.isFile() && isListPath(entry.name)) found.push(at);
    }
  }
  return found;
}

function list(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return [];
  }
}
