import { createHash } from 'node:crypto';
import { chmod, lstat, mkdir, realpath, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseLog } from '../database.ts';
import { type Account, chooseAccount, mayEnter } from './account.ts';
import { hasCode } from './system-error.ts';

/** Where everything of one embedded PostgreSQL lies: `cluster`, the lock, a copy of the binaries when one is needed. */
export type Home = { folder: string; cluster: string; account: Account };

const SYSTEM_FOLDER = '/var/lib/assay';

/** Passable for PostgreSQL's account whatever the umask, writable for us alone: nobody else swaps what we run. */
const HOME_MODE = 0o755;

export const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

/**
 * The home is always found as `postgres` in the data directory. When PostgreSQL's account cannot enter that directory
 * (root's home, say), `postgres` is a link to a folder of the system: the way back survives a move of the data directory.
 */
export async function openHome(dataDir: string, log: DatabaseLog): Promise<Home> {
  await mkdir(dataDir, { recursive: true });
  const address = join(dataDir, 'postgres');
  const account = await chooseAccount(join(address, 'cluster'));
  const folder = (await findHome(address)) ?? (await buildHome(dataDir, address, account));
  if (!(await mayEnter(account, folder))) {
    throw new Error(
      `PostgreSQL runs as user ${account.uid}, who cannot enter ${folder}. Make its parent folders passable (chmod o+x), ` +
        'run the server as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own.',
    );
  }
  if (folder !== join(await realpath(dataDir), 'postgres')) {
    log.warn({ dataDir, folder }, 'the database lies outside the data directory, which PostgreSQL cannot enter');
  }
  return { folder, cluster: join(folder, 'cluster'), account };
}

async function findHome(address: string): Promise<string | undefined> {
  const entry = await lstat(address).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  });
  if (!entry) return undefined;
  return realpath(address).catch((cause: unknown) => {
    // Starting over with an empty database here would look like the loss of everything.
    const message = `${address} points to a folder that does not exist; the database was kept there. `;
    throw new Error(`${message}Bring the folder back, or remove the link to begin with an empty database.`, { cause });
  });
}

async function buildHome(dataDir: string, address: string, account: Account): Promise<string> {
  if (await mayEnter(account, dataDir)) {
    await makeFolder(address);
    return realpath(address);
  }
  const folder = join(SYSTEM_FOLDER, shortHash(await realpath(dataDir)));
  await makeFolder(SYSTEM_FOLDER);
  await makeFolder(folder);
  await symlink(folder, address).catch((error: unknown) => {
    if (!hasCode(error, 'EEXIST')) throw error; // another server, started at the same moment, made the same link
  });
  return realpath(address);
}

async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true });
  await chmod(path, HOME_MODE);
}
