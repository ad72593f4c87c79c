import { type Dirent, readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import type { ContractTarget } from '../contracts/find-contracts.ts';
import type { Skill } from '../skills/find-skills.ts';
import { walkFolders } from '../skills/walk.ts';

/** One OpenAPI or Swagger document with the nearby files that it may reference. */
export type ApiTarget = ContractTarget & { readonly entry: string };

const API_FIND_LIMITS = { besideMax: 500 } as const;
const SKIPPED: ReadonlySet<string> = new Set(['.git', 'node_modules', 'out', 'dist', 'target', 'vendor']);
const DOCUMENT = /^(?:[\w-]+[._-])?(?:openapi|swagger)(?:[._-][\w.-]+)?\.(?:json|ya?ml)$/i;

export const isApiPath = (path: string): boolean => DOCUMENT.test(basename(path));

type FoundApis = { readonly targets: readonly ApiTarget[]; readonly gaps: readonly string[] };

/** Every API document at or below the paths. Documents inside a skill are reviewed with the skill. */
export function findApis(paths: readonly string[], cwd: string, skills: readonly Skill[]): FoundApis {
  const inside = new Set(skills.map(({ root }) => root));
  const documents = new Set<string>();
  const gaps: string[] = [];
  for (const path of paths) {
    try {
      const at = realpathSync(resolve(cwd, path));
      if (statSync(at).isDirectory()) search(at, inside, documents, gaps);
      else if (isApiPath(at)) documents.add(at);
    } catch {
      // findSkills has already reported this path.
    }
  }
  const targets = [...documents].sort().map((document) => {
    const root = dirname(document);
    const entry = basename(document);
    const beside = dataBelow(root).filter((file) => file !== entry && !isApiPath(file));
    if (beside.length > API_FIND_LIMITS.besideMax)
      gaps.push(`${document}: more than ${API_FIND_LIMITS.besideMax} related files; the others were not read.`);
    return {
      root,
      entry,
      name: relative(cwd, document).split(sep).join('/'),
      files: [entry, ...beside.slice(0, API_FIND_LIMITS.besideMax)],
    };
  });
  return { targets, gaps };
}

function search(top: string, skills: ReadonlySet<string>, documents: Set<string>, gaps: string[]): void {
  for (const { path, entries } of walkFolders(top, { skipped: SKIPPED, isLeaf: (folder) => skills.has(folder), gaps }))
    for (const { name, isFile, leadsOutside } of entries.filter((entry) => isApiPath(entry.name))) {
      if (isFile) documents.add(join(path, name));
      if (leadsOutside) gaps.push(`${join(path, name)}: a link out of the scanned folder is not followed.`);
    }
}

/** The data files that a document can reference by path: in its folder and in direct subfolders. */
function dataBelow(root: string): string[] {
  const here = list(root);
  const below = here.filter((entry) => entry.isDirectory() && !SKIPPED.has(entry.name));
  return [
    ...here.filter((entry) => entry.isFile()).map(({ name }) => name),
    ...below.flatMap(({ name }) =>
      list(join(root, name))
        .filter((entry) => entry.isFile())
        .map((entry) => `${name}/${entry.name}`),
    ),
  ].filter((path) => /\.ya?ml$/i.test(path));
}

function list(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return [];
  }
}
