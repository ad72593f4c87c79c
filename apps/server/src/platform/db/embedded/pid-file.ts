import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from './system-error.ts';

/** Reads the pid (line 1) from PostgreSQL's pid file, which also contains the key of its shared memory (line 7). */
export async function findPidInFile(cluster: string): Promise<number | undefined> {
  return withPidFile(cluster, async (file) => Number.parseInt(await file.readFile('utf8'), 10));
}

/**
 * PostgreSQL refuses to start while the pid in this file exists. After a crash that pid may be a zombie or another
 * program. The file must stay, because the memory key protects against backends that still run. So this writes the pid
 * of the current process: PostgreSQL ignores its own parent.
 */
export async function disarmPidFile(cluster: string): Promise<void> {
  await withPidFile(cluster, async (file) => {
    const [, ...rest] = (await file.readFile('utf8')).split('\n');
    await file.truncate();
    await file.write([process.pid, ...rest].join('\n'), 0);
  });
}

/** Follows no symlinks: this process may be root, and another account owns the folder. */
async function withPidFile<T>(cluster: string, work: (file: FileHandle) => Promise<T>): Promise<T | undefined> {
  const path = join(cluster, 'postmaster.pid');
  const file = await open(path, constants.O_RDWR | constants.O_NOFOLLOW).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  });
  if (!file) return undefined;
  try {
    return await work(file);
  } finally {
    await file.close();
  }
}
