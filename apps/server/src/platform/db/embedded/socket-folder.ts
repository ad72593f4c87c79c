import { lchown, lstat, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { canAccess } from './account.ts';
import { type Home, shortHash } from './home.ts';
import { hasCode } from './system-error.ts';

export const SOCKET_PORT = 5432;

/** The system refuses longer addresses (108 bytes on Linux, 104 on others, the closing zero included). */
const SOCKET_PATH_BYTES_MAX = 100;

/**
 * The folder of the socket. It is closed to all but PostgreSQL's account, though
 * a client still needs the password; and it has a short name in the temporary directory, since a data directory may have a long one.
 */
export async function openSocketFolder(home: Home, tmpDir: string): Promise<string> {
  const parent = await chooseParent(home, [tmpDir, '/tmp']);
  const folder = join(parent, folderName(home));
  await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
    if (!hasCode(error, 'EEXIST')) throw error;
  });
  await verifyOurs(folder, home);
  await lchown(folder, home.account.uid, home.account.gid);
  await rm(join(folder, `.s.PGSQL.${SOCKET_PORT}.lock`), { force: true }); // left by a crash, its number may answer
  return folder;
}

/** Of a PostgreSQL that runs: nothing is made and nothing removed, and a folder of another owner is rejected. */
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

/** In a directory open to all, the name may have been taken by someone who waits for us to put a socket there. */
async function verifyOurs(folder: string, { account }: Home): Promise<void> {
  const entry = await lstat(folder);
  const isOwned = entry.uid === account.uid || entry.uid === process.getuid?.();
  if (entry.isDirectory() && isOwned && (entry.mode & 0o077) === 0) return;
  throw new Error(`${folder} was made by someone else or is open to others. Remove it and start again.`);
}
