import { lchown, lstat, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { canAccess } from './account.ts';
import { type Home, shortHash } from './home.ts';
import { hasCode } from './system-error.ts';

export const SOCKET_PORT = 5432;

/** The system limits socket paths to 108 bytes on Linux and 104 elsewhere, including the final zero. */
const SOCKET_PATH_BYTES_MAX = 100;

/**
 * The folder of the socket. Only PostgreSQL's account may enter it, and a client still needs the password. It has a
 * short name in the temporary directory, because the path of a data directory can be too long.
 */
export async function openSocketFolder(home: Home, tmpDir: string): Promise<string> {
  const parent = await chooseParent(home, [tmpDir, '/tmp']);
  const folder = join(parent, folderName(home));
  await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
    if (!hasCode(error, 'EEXIST')) throw error;
  });
  await verifyOurs(folder, home);
  await lchown(folder, home.account.uid, home.account.gid);
  await rm(join(folder, `.s.PGSQL.${SOCKET_PORT}.lock`), { force: true }); // left by a crash; its pid may exist again
  return folder;
}

/** Finds the folder of a running PostgreSQL. Creates and removes nothing, and rejects a folder of another owner. */
export async function findSocketFolder(home: Home, tmpDir: string): Promise<string> {
  const folder = join(await chooseParent(home, [tmpDir, '/tmp']), folderName(home));
  await verifyOurs(folder, home);
  return folder;
}

const folderName = (home: Home): string => `assay-${shortHash(home.folder)}`;

async function chooseParent(home: Home, candidates: string[]): Promise<string> {
  for (const parent of candidates) {
    const path = join(parent, folderName(home), `.s.PGSQL.${SOCKET_PORT}.lock`);
    if (Buffer.byteLength(path) <= SOCKET_PATH_BYTES_MAX && (await canAccess(home.account, parent))) return parent;
  }
  throw new Error(
    `PostgreSQL's account can enter none of ${candidates.join(', ')}. Set TMPDIR to a short open folder.`,
  );
}

/** In a world-writable directory, an attacker may have created the name first to capture the socket. */
async function verifyOurs(folder: string, { account }: Home): Promise<void> {
  const entry = await lstat(folder);
  const isOwned = entry.uid === account.uid || entry.uid === process.getuid?.();
  if (entry.isDirectory() && isOwned && (entry.mode & 0o077) === 0) return;
  throw new Error(`${folder} was made by someone else or is open to others. Remove it and start again.`);
}
