import { lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LocalFile } from '../drift.ts';
import type { LocalFolder } from '../files.ts';
import { hasPrograms, isMadeByGit, isReference, isSettings, namesCommit } from './git-folder.ts';

/** What a certified bundle can be at most; more than that on disk is certainly not it. */
export const FOLDER_LIMITS = { filesMax: 2_000, bytesMax: 16_777_216, depthMax: 32 } as const;

type Reading = { readonly files: LocalFile[]; readonly unreadable: string[]; bytes: number };

/** Every file below a folder. Links, pipes and what cannot be read are named instead: they were never certified. */
export async function readFolder(folder: string): Promise<LocalFolder> {
  const reading: Reading = { files: [], unreadable: [], bytes: 0 };
  await readInto(reading, folder, '', 0);
  return reading;
}

async function readInto(reading: Reading, folder: string, below: string, depth: number): Promise<void> {
  const entries = await readdir(join(folder, below), { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (below === '' && entry.name === '.git') {
      await readRepository(reading, folder, entry.isDirectory());
      continue;
    }
    if (entry.isDirectory() && depth < FOLDER_LIMITS.depthMax) await readInto(reading, folder, path, depth + 1);
    else if (entry.isFile()) await readOne(reading, folder, path);
    else reading.unreadable.push(path);
  }
}

/** What belongs to the checkout is left out, as far as a clone makes it; anything else there was never certified. */
async function readRepository(reading: Reading, folder: string, isFolder: boolean): Promise<void> {
  const paths = isFolder ? await filesBelow(join(folder, '.git'), '', 0) : [''];
  for (const path of paths) {
    const whole = path === '' ? '.git' : `.git/${path}`;
    const isPlain = path !== '' && isMadeByGit(path) && (await holdsWhatItShould(folder, path));
    if (!isPlain && !(path === '' && (await leadsOutside(folder)))) await readOne(reading, folder, whole);
  }
}

async function filesBelow(folder: string, below: string, depth: number): Promise<string[]> {
  const entries = await readdir(join(folder, below), { withFileTypes: true });
  const found = await Promise.all(
    entries.map((entry) => {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (!entry.isDirectory() || depth >= FOLDER_LIMITS.depthMax) return [path];
      return filesBelow(folder, path, depth + 1);
    }),
  );
  return found.flat().sort();
}

/** Settings without programs, and names of commits; the rest of what git makes is for git alone. */
async function holdsWhatItShould(folder: string, path: string): Promise<boolean> {
  if (!isSettings(path) && !isReference(path)) return true;
  const text = await readFile(join(folder, '.git', path), 'utf8').catch(() => undefined);
  if (text === undefined) return false;
  return isReference(path) ? namesCommit(text) : !hasPrograms(text);
}

/** A file in the place of the folder says where the folder is: outside, for a checkout beside others. */
async function leadsOutside(folder: string): Promise<boolean> {
  const text = await readFile(join(folder, '.git'), 'utf8').catch(() => '');
  return /^gitdir: (?:\/|[A-Za-z]:[\\/]|\.\.\/)[^\n]*\n?$/.test(text);
}

async function readOne(reading: Reading, folder: string, path: string): Promise<void> {
  const { size } = await lstat(join(folder, path));
  reading.bytes += size;
  if (reading.bytes > FOLDER_LIMITS.bytesMax || reading.files.length >= FOLDER_LIMITS.filesMax) {
    throw new RangeError(
      `${folder} holds more than ${FOLDER_LIMITS.filesMax} files or ${FOLDER_LIMITS.bytesMax} bytes.`,
    );
  }
  const bytes = await readFile(join(folder, path)).catch(() => undefined);
  if (bytes) reading.files.push({ path, bytes: new Uint8Array(bytes) });
  else reading.unreadable.push(path);
}
