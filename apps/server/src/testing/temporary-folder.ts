import { chmod, mkdtemp, readFile, rm, statfs } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

export type TemporaryFolder = { path: string; remove(): Promise<void> };

/** A folder for one test. Everyone may pass through it, since PostgreSQL runs as another account when we are root. */
export async function createTemporaryFolder(parent = tmpdir()): Promise<TemporaryFolder> {
  const path = await mkdtemp(join(parent, 'assay-test-'));
  await chmod(path, 0o755);
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

const MEMORY = '/dev/shm';
/** A few databases at once, and as much again for everything else that runs. */
const MEMORY_BYTES_MIN = 4 * 2 ** 30;

/**
 * A folder in memory where there is plenty, otherwise an ordinary one. A database in it starts and stops without waiting for a disk, and
 * survives the death of any process as on one; only a power cut would tell them apart. Not for benchmarks.
 */
export async function createMemoryFolder(): Promise<TemporaryFolder> {
  return createTemporaryFolder((await isMemoryPlenty()) ? MEMORY : tmpdir());
}

async function isMemoryPlenty(): Promise<boolean> {
  try {
    const mounts = (await readFile('/proc/self/mounts', 'utf8')).split('\n').map((line) => line.split(' '));
    const [, , type, options = ''] = mounts.findLast(([, place]) => place === MEMORY) ?? [];
    const { bavail, bsize } = await statfs(MEMORY);
    // Programs are copied into some of these folders and run there.
    const isUsable = type === 'tmpfs' && options.startsWith('rw') && !options.split(',').includes('noexec');
    return isUsable && Math.min(bavail * bsize, freemem()) >= MEMORY_BYTES_MIN;
  } catch {
    return false; // no such place on this system
  }
}
