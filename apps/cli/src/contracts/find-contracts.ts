import { type Dirent, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import type { BundleFile } from '@assay/audit';
import type { Skill } from '../skills/find-skills.ts';

/** A project of Solidity files with what lies beside them, or one file. `files` are paths from its root. */
export type ContractTarget = Skill & { readonly files: readonly string[] };

const CONTRACT_FIND_LIMITS = { depthMax: 32, filesMax: 2_000, foldersMax: 50_000 } as const;

const SKIPPED: ReadonlySet<string> = new Set(['.git', 'node_modules', 'out', 'artifacts', 'cache']);
/** What lies at the root of a project, by the tools that people build contracts with. */
const PROJECT =
  /^(foundry\.toml|remappings\.txt|hardhat\.config\.[cm]?[jt]s|truffle(-config)?\.js|brownie-config\.ya?ml|package\.json)$/;

/** Whole repositories of others, brought along for their sources. */
const LIBRARY = /(?:^|\/)lib\//;

export const isContractPath = (path: string): boolean => path.toLowerCase().endsWith('.sol');

/** What was found of a project. */
type Project = {
  readonly sources: string[];
  /** Everything else in its folder: a certificate would bind that too. */
  readonly beside: string[];
  /** Whether the folder is the project's own, and not some tree with a contract deep inside. */
  isWhole: boolean;
};
const newProject = (): Project => ({ sources: [], beside: [], isWhole: false });

type Place = { readonly folder: string; readonly project: string; readonly depth: number };

/** Every project of contracts at or below the paths, outside of skills: those are read as a whole anyway. */
export function findContracts(paths: readonly string[], cwd: string, skills: readonly Skill[]): ContractTarget[] {
  const inside = new Set(skills.map(({ root }) => root));
  const projects = new Map<string, Project>();
  for (const path of paths) {
    try {
      const at = realpathSync(resolve(cwd, path));
      if (statSync(at).isDirectory()) search(at, inside, projects);
      else if (isContractPath(at)) projects.set(at, { ...newProject(), sources: [basename(at)] });
    } catch {
      // Who looks for skills has already named it.
    }
  }
  return [...projects]
    .filter(([, { sources }]) => sources.length > 0)
    .map(([root, { sources, beside, isWhole }]) => ({
      root: isContractPath(root) ? dirname(root) : root,
      name: toName(root, cwd),
      files: [...sources.sort(), ...(isWhole ? beside.sort() : [])],
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

const toName = (root: string, cwd: string): string => relative(cwd, root).split(sep).join('/') || '.';

function search(top: string, skills: ReadonlySet<string>, projects: Map<string, Project>): void {
  const queue: Place[] = [{ folder: top, project: top, depth: 0 }];
  let visited = 0;
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    visited += 1;
    if (visited > CONTRACT_FIND_LIMITS.foldersMax || skills.has(next.folder)) continue;
    const entries = list(next.folder);
    const project =
      entries.some(({ name }) => PROJECT.test(name)) && !/[/\\]lib[/\\]/.test(next.folder) ? next.folder : next.project;
    const found = projects.get(project) ?? newProject();
    projects.set(project, found);
    if (project === next.folder && entries.some(({ name }) => PROJECT.test(name) || isContractPath(name)))
      found.isWhole = true;
    for (const entry of entries) {
      const at = join(next.folder, entry.name);
      if (entry.isDirectory() && !SKIPPED.has(entry.name) && next.depth < CONTRACT_FIND_LIMITS.depthMax)
        queue.push({ folder: at, project, depth: next.depth + 1 });
      const path = relative(project, at).split(sep).join('/');
      if (entry.isFile() && isContractPath(entry.name)) found.sources.push(path);
      else if (entry.isFile() && !LIBRARY.test(path)) found.beside.push(path);
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

/** The files of a project, the sources first; what could not be read is named. */
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
