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

/** Says which line of which ignore file speaks about a path, or nothing. */
export type Ignores = {
  /** A skill is left out only by an ignore file above it: what a skill says about itself does not count. */
  ofSkill(root: string): string | undefined;
  ofFile(path: string): string | undefined;
};

/**
 * Only what the caller wrote counts: the ignore file of the folder the command was started in, or the one it names. A
 * scanned repository belongs to its publisher, and must not exclude its own findings.
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
    return undefined; // No ignore file, or none that can be read: nothing is ignored, which is the careful side.
  }
}

/** Its patterns are seen from the current folder, wherever the file lies. */
function readNamed(path: string, name: string, cwd: string): IgnoreFile {
  try {
    return { folder: realpathSync(cwd), name, patterns: parseIgnorePatterns(readRegularText(path, IGNORE_BYTES_MAX)) };
  } catch (error) {
    const why = error instanceof UnfitFileError ? error.message : describeFault(error);
    throw new UsageError(`--ignore-file ${name}: ${why}.`, { cause: error });
  }
}
