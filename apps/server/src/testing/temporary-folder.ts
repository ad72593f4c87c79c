import { chmod, mkdtemp, readFile, rm, statfs } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

export type TemporaryFolder = { path: string; remove(): Promise<void> };

/** A folder for one test. All accounts may traverse it, because PostgreSQL runs as another account when the test is root. */
export async function createTemporaryFolder(parent = tmpdir()): Promise<TemporaryFolder> {
  const path = await mkdtemp(join(parent, 'assay-test-'));
  await chmod(path, 0o755);
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

const MEMORY = '/dev/shm';
/** Enough for a few databases, and the same amount for everything else on the machine. */
const MEMORY_BYTES_MIN = 4 * 2 ** 30;

/**
 * A folder in memory if there is enough, otherwise on disk. A database in it starts and stops without disk latency and
 * survives the death of any process; only a power cut would make a difference. Not for benchmarks.
 */
export async function createMemoryFolder(): Promise<TemporaryFolder> {
  return createTemporaryFolder((await isMemoryPlenty()) ? MEMORY : tmpdir());
}

async function isMemoryPlenty(): Promise<boolean> {
  try {
    const mounts = (await readFile('/proc/self/mounts', 'utf8')).split('\n').map((line) => line.split(' '));
    const [, , type, options = ''] = mounts.findLast(([, place]) => place === MEMORY) ?? [];
    const { bavail, bsize } = await statfs(MEMORY);
    // Some tests copy programs into such a folder and run them there.
    const isUsable = type === 'tmpfs' && options.startsWith('rw') && !options.split(',').includes('noexec');
    return isUsable && Math.min(bavail * bsize, freemem()) >= MEMORY_BYTES_MIN;
  } catch {
    return false; // this system has no such folder
  }
}
