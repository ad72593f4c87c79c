import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from './system-error.ts';

/** The file in which PostgreSQL writes its pid (line 1) and the key of its shared memory (line 7), among others. */
export async function findPidInFile(cluster: string): Promise<number | undefined> {
  return withPidFile(cluster, async (file) => Number.parseInt(await file.readFile('utf8'), 10));
}

/**
 * PostgreSQL refuses to start while the number in its pid file answers, and after a crash it may: a zombie, or another
 * program by now. The file must stay, since the memory key guards against backends that still run. So our own number
 * takes the place of the old one: PostgreSQL never takes its parent for a rival.
 */
export async function disarmPidFile(cluster: string): Promise<void> {
  await withPidFile(cluster, async (file) => {
    const [, ...rest] = (await file.readFile('utf8')).split('\n');
    await file.truncate();
    await file.write([process.pid, ...rest].join('\n'), 0);
  });
}

/** No links are followed: we may be root, and the folder belongs to an account that is not. */
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
