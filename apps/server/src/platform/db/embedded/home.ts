import { createHash } from 'node:crypto';
import { chmod, chown, lstat, mkdir, readdir, realpath, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseLog } from '../database.ts';
import { type Account, canAccess, chooseAccount, chooseSetUpAccount } from './account.ts';
import { hasCode } from './system-error.ts';

/** The files of one embedded PostgreSQL: `cluster`, the lock and, if needed, a copy of the binaries. */
export type Home = {
  folder: string;
  cluster: string;
  account: Account;
  /** The account of initdb and the other set-up programs. */
  setUpAccount: Account;
};

const SYSTEM_FOLDER = '/var/lib/assay';

/**
 * Accessible to this account only. When PostgreSQL runs as another account, its group may traverse the folder but not
 * list it.
 */
const OWN_MODE = 0o700;
const PASSABLE_MODE = 0o710;
const SYSTEM_FOLDER_MODE = 0o711;
/** Every name that the service creates in its data directory. */
const OWN_NAMES: ReadonlySet<string> = new Set(['postgres', 'signing-key']);

export const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

/**
 * The home is always reachable as `postgres` in the data directory. When PostgreSQL's account cannot enter that
 * directory (root's home, for example), `postgres` is a symlink to a system folder, so that moving the data directory
 * keeps the reference.
 */
export async function openHome(dataDir: string, log: DatabaseLog): Promise<Home> {
  const isNew = (await mkdir(dataDir, { recursive: true })) !== undefined;
  const address = join(dataDir, 'postgres');
  const account = await chooseAccount(join(address, 'cluster'));
  if (isNew || (await isOursAlone(dataDir))) await closeFolder(dataDir, account);
  const folder = (await findHome(address)) ?? (await buildHome(dataDir, address, account));
  await closeFolder(folder, account);
  if (!(await canAccess(account, folder))) {
    throw new Error(
      `PostgreSQL runs as user ${account.uid}, which cannot access ${folder}. Make its parent folders accessible (chmod o+x), ` +
        'run the server as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own.',
    );
  }
  if (folder !== join(await realpath(dataDir), 'postgres')) {
    log.warn({ dataDir, folder }, 'database is outside the data directory, which PostgreSQL cannot access');
  }
  const setUpAccount = await chooseSetUpAccount(account);
  return { folder, cluster: join(folder, 'cluster'), account, setUpAccount };
}

async function findHome(address: string): Promise<string | undefined> {
  const entry = await lstat(address).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  });
  if (!entry) return undefined;
  return realpath(address).catch((cause: unknown) => {
    // An empty database here would look like a loss of all data.
    const message = `${address} points to a folder that does not exist; the database was kept there. `;
    throw new Error(`${message}Bring the folder back, or remove the link to begin with an empty database.`, { cause });
  });
}

async function buildHome(dataDir: string, address: string, account: Account): Promise<string> {
  if (await canAccess(account, dataDir)) {
    await mkdir(address, { recursive: true });
    return realpath(address);
  }
  const folder = join(SYSTEM_FOLDER, shortHash(await realpath(dataDir)));
  await mkdir(folder, { recursive: true });
  await chmod(SYSTEM_FOLDER, SYSTEM_FOLDER_MODE);
  await symlink(folder, address).catch((error: unknown) => {
    if (!hasCode(error, 'EEXIST')) throw error; // another server that started at the same time created the same symlink
  });
  return realpath(address);
}

/** Permissions are not tightened on a folder that also holds other files. */
async function isOursAlone(dataDir: string): Promise<boolean> {
  const isOwned = (await stat(dataDir)).uid === process.getuid?.();
  return isOwned && (await readdir(dataDir)).every((name) => OWN_NAMES.has(name));
}

/** Leaves a cluster of another owner unchanged, because that owner may start the server next time. */
async function closeFolder(path: string, { uid, gid }: Account): Promise<void> {
  const self = process.getuid?.() ?? uid;
  if ((await stat(path)).uid !== self) return;
  if (uid !== self) await chown(path, self, gid);
  await chmod(path, uid === self ? OWN_MODE : PASSABLE_MODE);
}
