import { readFileSync, realpathSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { findIgnore, type IgnorePattern, parseIgnorePatterns } from './ignore-pattern.ts';

export const IGNORE_FILE_NAME = '.assayignore';

export type IgnoreFile = {
  readonly folder: string;
  readonly name: string;
  readonly patterns: readonly IgnorePattern[];
};

/** Says which line of which ignore file speaks about a path, or nothing. */
export type Ignores = {
  /** A skill is left out only by an ignore file above it: what a skill says about itself does not count. */
  ofSkill(root: string): string | undefined;
  ofFile(path: string): string | undefined;
};

export function readIgnores(folders: readonly string[], cwd: string): Ignores {
  const files = [...new Set(folders)].flatMap((folder) => readIgnoreFile(folder, cwd));
  const find = (path: string, isFolder: boolean): string | undefined => {
    for (const file of files) {
      const inside = relative(file.folder, path).split(sep).join('/');
      if (inside === '' || inside.startsWith('../')) continue;
      const pattern = findIgnore(file.patterns, inside, isFolder);
      if (pattern !== undefined) return `${file.name}:${pattern.line}`;
    }
    return undefined;
  };
  return { ofSkill: (root) => find(root, true), ofFile: (path) => find(path, false) };
}

function readIgnoreFile(folder: string, cwd: string): IgnoreFile[] {
  try {
    const home = realpathSync(folder);
    const path = join(home, IGNORE_FILE_NAME);
    const patterns = parseIgnorePatterns(readFileSync(path, 'utf8'));
    return [{ folder: home, name: relative(cwd, path) || IGNORE_FILE_NAME, patterns }];
  } catch {
    return []; // No ignore file, or none that can be read: nothing is ignored, which is the careful side.
  }
}
