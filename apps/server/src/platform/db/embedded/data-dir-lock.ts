import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export class DataDirInUseError extends Error {
  override name = 'DataDirInUseError';
  constructor(dataDir: string, owner: string | undefined) {
    const who = owner ? `process ${owner}` : 'another process';
    super(
      `The data directory ${dataDir} is in use by ${who}. Stop that server first, set another DATA_DIR for this one, ` +
        'or give all of them the same DATABASE_URL.',
    );
  }
}

export type DataDirLock = { release(): Promise<void> };

const SQLITE_BUSY = 5;

/** SQLite acquires the lock in several steps. Without a wait, all of several concurrent starts could fail. */
const LOCK_PATIENCE_MS = 500;

/**
 * Node cannot lock a file, but SQLite can: an exclusive transaction on an empty database holds a kernel lock. Exactly
 * one process gets it, and it ends with that process however the process dies. Containers that share the volume also
 * see it. So the holder knows that a PostgreSQL still running here has no server.
 */
export async function takeDataDirLock(dataDir: string, homeFolder: string): Promise<DataDirLock> {
  const ownerFile = join(homeFolder, 'server.pid');
  const lock = lockFile(join(homeFolder, 'server.lock'));
  if (!lock) throw new DataDirInUseError(dataDir, await readFile(ownerFile, 'utf8').catch(() => undefined));
  await writeFile(ownerFile, String(process.pid));
  return {
    async release() {
      await rm(ownerFile, { force: true });
      lock.close();
    },
  };
}

/** Returns `undefined` when another process holds the lock. */
function lockFile(path: string): DatabaseSync | undefined {
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(path, { timeout: LOCK_PATIENCE_MS });
    lock.exec('pragma journal_mode = memory'); // nothing is ever written, so a kill leaves nothing to clean up
    lock.exec('begin exclusive');
    return lock;
  } catch (cause) {
    lock?.close();
    if (isBusy(cause)) return undefined;
    const reason = 'It belongs to another user, or its file system does not support locks.';
    throw new Error(`${path} cannot be locked. ${reason} Choose another DATA_DIR or set DATABASE_URL.`, { cause });
  }
}

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
