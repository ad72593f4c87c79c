import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import type { BundleFile } from '@assay/audit';
import { describeFault } from '../skills/fault.ts';
import { type Skill, toName } from '../skills/find-skills.ts';
import { readRegularFile, UnfitFileError } from '../skills/regular-file.ts';
import { type Folder, walkFolders } from '../skills/walk.ts';

/** A project of Solidity files with its other files, or one file. `files` are paths from its root. */
export type ContractTarget = Skill & { readonly files: readonly string[] };

const CONTRACT_LIMITS = { filesMax: 2_000, projectBytesMax: 67_108_864 } as const;

const SKIPPED: ReadonlySet<string> = new Set(['.git', 'node_modules', 'out', 'artifacts', 'cache']);
/** Root files that identify a project, by build tool. */
const PROJECT =
  /^(foundry\.toml|remappings\.txt|hardhat\.config\.[cm]?[jt]s|truffle(-config)?\.js|brownie-config\.ya?ml|package\.json)$/;

/** Vendored repositories, included for their sources. */
const LIBRARY = /(?:^|\/)lib\//;

export const isContractPath = (path: string): boolean => path.toLowerCase().endsWith('.sol');

/** The files of a project. */
type Project = {
  readonly sources: string[];
  /** All other files in its folder, because a certificate would also cover them. */
  readonly beside: string[];
  /** Whether the folder is the project's own, and not a tree with a contract deep inside. */
  isWhole: boolean;
};
const newProject = (): Project => ({ sources: [], beside: [], isWhole: false });

type FoundContracts = { readonly targets: readonly ContractTarget[]; readonly gaps: readonly string[] };

/** Every contract project at or below the paths, outside of skills, which are reviewed as a whole. */
export function findContracts(paths: readonly string[], cwd: string, skills: readonly Skill[]): FoundContracts {
  const inside = new Set(skills.map(({ root }) => root));
  const projects = new Map<string, Project>();
  const gaps: string[] = [];
  for (const path of paths) {
    try {
      const at = realpathSync(resolve(cwd, path));
      if (statSync(at).isDirectory()) search(at, inside, projects, gaps);
      else if (isContractPath(at)) projects.set(at, { ...newProject(), sources: [basename(at)] });
    } catch {
      // findSkills has already reported this path.
    }
  }
  const targets = [...projects]
    .filter(([, { sources }]) => sources.length > 0)
    .map(([root, { sources, beside, isWhole }]) => ({
      root: isContractPath(root) ? dirname(root) : root,
      name: toName(root, cwd),
      files: [...sources.sort(), ...(isWhole ? beside.sort() : [])],
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  return { targets, gaps };
}

function search(top: string, skills: ReadonlySet<string>, projects: Map<string, Project>, gaps: string[]): void {
  const projectOf = new Map<string, string>();
  for (const folder of walkFolders(top, { skipped: SKIPPED, isLeaf: (path) => skills.has(path), gaps })) {
    const { path: at, from, entries } = folder;
    const isOwn = entries.some(({ name }) => PROJECT.test(name)) && !/[/\\]lib[/\\]/.test(at);
    const around = (from === undefined ? undefined : projectOf.get(from)) ?? top;
    // A link may lead out of the project. Files there have paths relative to their own root.
    const project = isOwn || relative(around, at).startsWith('..') ? at : around;
    projectOf.set(at, project);
    const found = projects.get(project) ?? newProject();
    projects.set(project, found);
    if (project === at && entries.some(({ name }) => PROJECT.test(name) || isContractPath(name))) found.isWhole = true;
    takeEntries(folder, project, found, gaps);
  }
}

function takeEntries({ path: at, entries }: Folder, project: string, found: Project, gaps: string[]): void {
  for (const { name, isFile, leadsOutside } of entries) {
    const path = relative(project, join(at, name)).split(sep).join('/');
    if (isFile && isContractPath(name)) found.sources.push(path);
    else if (isFile && !LIBRARY.test(path)) found.beside.push(path);
    if (leadsOutside && isContractPath(name))
      gaps.push(`${join(at, name)}: a link out of the scanned folder is not followed.`);
  }
}

/** The files of a project, sources first. Unreadable files are reported. */
export function readContracts({ root, files }: ContractTarget): {
  files: BundleFile[];
  gaps: { path: string; reason: string }[];
} {
  const gaps: { path: string; reason: string }[] = [];
  let bytesLeft: number = CONTRACT_LIMITS.projectBytesMax;
  const read = files.slice(0, CONTRACT_LIMITS.filesMax).flatMap((path): BundleFile[] => {
    try {
      const bytes = readRegularFile(join(root, path), bytesLeft);
      bytesLeft -= bytes.length;
      return [{ path, bytes }];
    } catch (error) {
      gaps.push({ path, reason: error instanceof UnfitFileError ? error.message : describeFault(error) });
      return [];
    }
  });
  if (files.length > CONTRACT_LIMITS.filesMax)
    gaps.push({ path: '.', reason: `more than ${CONTRACT_LIMITS.filesMax} files` });
  return { files: read, gaps };
}
