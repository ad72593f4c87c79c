import { lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LocalFile } from '../drift.ts';
import type { LocalFolder } from '../files.ts';
import { findOddGitFiles } from './git-folder.ts';

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
    if (path === '.git') {
      // Belongs to the checkout and not to what was checked out, as long as it is what a clone makes.
      for (const odd of await findOddGitFiles(folder)) await readOne(reading, folder, odd);
      continue;
    }
    if (entry.isDirectory() && depth < FOLDER_LIMITS.depthMax) await readInto(reading, folder, path, depth + 1);
    else if (entry.isFile()) await readOne(reading, folder, path);
    else reading.unreadable.push(path);
  }
}

async function readOne(reading: Reading, folder: string, path: string): Promise<void> {
  const status = await lstat(join(folder, path));
  if (!status.isFile()) {
    reading.unreadable.push(path);
    return;
  }
  const { size } = status;
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
