import { setTimeout as delay } from 'node:timers/promises';
import type { DatabaseLog } from '../database.ts';
import { findPostmasters, isPostmaster } from './processes.ts';
import { hasCode } from './system-error.ts';

const ORPHAN_LIMITS = { fastShutdownMs: 20_000, immediateShutdownMs: 10_000, pollMs: 20 } as const;

/**
 * Stops a PostgreSQL whose server died. Call it only under the lock of the data directory, which proves that no server
 * exists. An orphan is never adopted: it has no watcher and uses the settings of an earlier start.
 */
export async function stopOrphans(cluster: string, log: DatabaseLog): Promise<void> {
  for (const pid of await findPostmasters(cluster)) {
    log.warn({ pid }, 'stopping an orphaned PostgreSQL');
    if (await endsAfter('SIGINT', pid, cluster, ORPHAN_LIMITS.fastShutdownMs)) continue;
    if (await endsAfter('SIGQUIT', pid, cluster, ORPHAN_LIMITS.immediateShutdownMs)) continue;
    throw new Error(`PostgreSQL (process ${pid}) on ${cluster} does not stop. Stop it manually and start again.`);
  }
}

async function endsAfter(signal: 'SIGINT' | 'SIGQUIT', pid: number, cluster: string, waitMs: number): Promise<boolean> {
  const deadline = performance.now() + waitMs;
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!hasCode(error, 'ESRCH')) throw error;
  }
  while (await isPostmaster(pid, cluster)) {
    if (performance.now() > deadline) return false;
    await delay(ORPHAN_LIMITS.pollMs);
  }
  return true;
}
