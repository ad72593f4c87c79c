import { type Dirent, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import type { BundleFile } from '@assay/audit';
import type { Skill } from '../skills/find-skills.ts';

/** A project of Solidity files, or one file. `files` are paths from its root. */
export type ContractTarget = Skill & { readonly files: readonly string[] };

export const CONTRACT_FIND_LIMITS = { depthMax: 32, filesMax: 2_000, foldersMax: 50_000 } as const;

const SKIPPED: ReadonlySet<string> = new Set(['.git', 'node_modules', 'out', 'artifacts', 'cache']);
/** What lies at the root of a project, by the tools that people build contracts with. */
const PROJECT =
  /^(foundry\.toml|remappings\.txt|hardhat\.config\.[cm]?[jt]s|truffle(-config)?\.js|brownie-config\.ya?ml|package\.json)$/;

export const isContractPath = (path: string): boolean => path.toLowerCase().endsWith('.sol');

type Place = { readonly folder: string; readonly project: string; readonly depth: number };

/** Every project of contracts at or below the paths, outside of skills: those are read as a whole anyway. */
export function findContracts(paths: readonly string[], cwd: string, skills: readonly Skill[]): ContractTarget[] {
  const inside = new Set(skills.map(({ root }) => root));
  const projects = new Map<string, string[]>();
  for (const path of paths) {
    try {
      const at = realpathSync(resolve(cwd, path));
      if (statSync(at).isDirectory()) search(at, inside, projects);
      else if (isContractPath(at)) projects.set(at, [basename(at)]);
    } catch {
      // Who looks for skills has already named it.
    }
  }
  return [...projects]
    .map(([root, files]) => ({
      root: isContractPath(root) ? dirname(root) : root,
      name: toName(root, cwd),
      files: files.sort(),
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

const toName = (root: string, cwd: string): string => relative(cwd, root).split(sep).join('/') || '.';

function search(top: string, skills: ReadonlySet<string>, projects: Map<string, string[]>): void {
  const queue: Place[] = [{ folder: top, project: top, depth: 0 }];
  let visited = 0;
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    visited += 1;
    if (visited > CONTRACT_FIND_LIMITS.foldersMax || skills.has(next.folder)) continue;
    const entries = list(next.folder);
    const project =
      entries.some(({ name }) => PROJECT.test(name)) && !/[/\\]lib[/\\]/.test(next.folder) ? next.folder : next.project;
    for (const entry of entries) {
      const at = join(next.folder, entry.name);
      if (entry.isDirectory() && !SKIPPED.has(entry.name) && next.depth < CONTRACT_FIND_LIMITS.depthMax)
        queue.push({ folder: at, project, depth: next.depth + 1 });
      if (entry.isFile() && isContractPath(entry.name))
        projects.set(project, [...(projects.get(project) ?? []), relative(project, at).split(sep).join('/')]);
    }
  }
}

function list(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return [];
  }
}

/** The sources of a project; what could not be read is named. */
export function readContracts({ root, files }: ContractTarget): {
  files: BundleFile[];
  gaps: { path: string; reason: string }[];
} {
  const gaps: { path: string; reason: string }[] = [];
  const read = files.slice(0, CONTRACT_FIND_LIMITS.filesMax).flatMap((path): BundleFile[] => {
    try {
      return [{ path, bytes: new Uint8Array(readFileSync(join(root, path))) }];
    } catch (error) {
      gaps.push({ path, reason: error instanceof Error ? error.message : 'it cannot be read' });
      return [];
    }
  });
  if (files.length > read.length + gaps.length)
    gaps.push({ path: '.', reason: `more than ${CONTRACT_FIND_LIMITS.filesMax} files` });
  return { files: read, gaps };
}
