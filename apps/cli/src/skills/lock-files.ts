import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import type { LocalFile } from '@assay/client';
import { describeFault } from './fault.ts';
import { readRegularText, UnfitFileError } from './regular-file.ts';

/** An installer's record of an installed skill. `hash` is the installer's own digest of the folder. */
type LockEntry = {
  readonly name: string;
  readonly hash: string | undefined;
  readonly source: string | undefined;
};
export type LockFile = { readonly file: string; readonly entries: readonly LockEntry[]; readonly fault?: string };

const LOCK_NAMES = ['skills-lock.json', '.agents/.skill-lock.json', 'skills.lock'];

const LOCK_BYTES_MAX = 16_777_216;

/** The lock files of a project. An unreadable one is reported, not skipped. */
export function readLockFiles(folder: string): LockFile[] {
  return LOCK_NAMES.flatMap((file): LockFile[] => {
    try {
      return [parseLock(file, readRegularText(join(folder, file), LOCK_BYTES_MAX))];
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT' || code === 'ENOTDIR') return [];
      return [{ file, entries: [], fault: error instanceof UnfitFileError ? error.message : describeFault(error) }];
    }
  });
}

function parseLock(file: string, text: string): LockFile {
  try {
    const { skills } = JSON.parse(text) as { skills?: Record<string, Record<string, unknown> | null> };
    if (typeof skills !== 'object' || skills === null) return { file, entries: [], fault: 'it has no list of skills' };
    const entries = Object.entries(skills).map(([name, entry]) => ({
      name,
      hash: asText(entry?.computedHash),
      source: asText(entry?.source),
    }));
    return { file, entries };
  } catch {
    return { file, entries: [], fault: 'it is not JSON' };
  }
}

const asText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** `computedHash` of skills-lock.json: path and bytes of every file outside node_modules, in locale order. */
export function hashAsInstaller(files: readonly LocalFile[]): string {
  const hash = createHash('sha256');
  const isCounted = ({ path }: LocalFile) => !/(^|\/)(\.git|node_modules)\//.test(path);
  for (const { path, bytes } of files.filter(isCounted).sort((a, b) => a.path.localeCompare(b.path))) {
    hash.update(path);
    hash.update(bytes);
  }
  return hash.digest('hex');
}

/** A folder has the name of its skill. */
export const entryOf = (lock: LockFile, root: string): LockEntry | undefined =>
  lock.entries.find(({ name }) => name === basename(root));
