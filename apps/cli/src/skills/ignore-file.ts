import { realpathSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { UsageError } from '../exit-codes.ts';
import { describeFault } from './fault.ts';
import { findIgnore, type IgnorePattern, parseIgnorePatterns } from './ignore-pattern.ts';
import { readRegularText, UnfitFileError } from './regular-file.ts';

const IGNORE_FILE_NAME = '.assayignore';
const IGNORE_BYTES_MAX = 1_048_576;

type IgnoreFile = {
  readonly folder: string;
  readonly name: string;
  readonly patterns: readonly IgnorePattern[];
};

/** Finds the ignore-file line that applies to a path, if any. */
export type Ignores = {
  /** Only an ignore file above a skill can exclude it. A skill's own ignore file does not count. */
  ofSkill(root: string): string | undefined;
  ofFile(path: string): string | undefined;
};

/**
 * Only the caller's ignore file counts: the one in the start folder, or the one that the command line names. A scanned
 * repository must not exclude its own findings.
 */
export function readIgnores(cwd: string, named: string | undefined): Ignores {
  const file = named === undefined ? findOwn(cwd) : readNamed(resolve(cwd, named), named, cwd);
  const find = (path: string, isFolder: boolean): string | undefined => {
    const inside = file === undefined ? '' : relative(file.folder, path).split(sep).join('/');
    if (file === undefined || inside === '' || inside.startsWith('../')) return undefined;
    const pattern = findIgnore(file.patterns, inside, isFolder);
    return pattern === undefined ? undefined : `${file.name}:${pattern.line}`;
  };
  return { ofSkill: (root) => find(root, true), ofFile: (path) => find(path, false) };
}

function findOwn(cwd: string): IgnoreFile | undefined {
  try {
    const home = realpathSync(cwd);
    const patterns = parseIgnorePatterns(readRegularText(join(home, IGNORE_FILE_NAME), IGNORE_BYTES_MAX));
    return { folder: home, name: IGNORE_FILE_NAME, patterns };
  } catch {
    return undefined; // No readable ignore file: nothing is ignored, which is the safe default.
  }
}

/** The patterns are relative to the current folder, wherever the file is. */
function readNamed(path: string, name: string, cwd: string): IgnoreFile {
  try {
    return { folder: realpathSync(cwd), name, patterns: parseIgnorePatterns(readRegularText(path, IGNORE_BYTES_MAX)) };
  } catch (error) {
    const why = error instanceof UnfitFileError ? error.message : describeFault(error);
    throw new UsageError(`--ignore-file ${name}: ${why}.`, { cause: error });
  }
}
