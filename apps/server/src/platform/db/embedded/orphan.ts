import { setTimeout as delay } from 'node:timers/promises';
import type { DatabaseLog } from '../database.ts';
import { findPostmasters, isPostmaster } from './processes.ts';
import { hasCode } from './system-error.ts';

const ORPHAN_LIMITS = { fastShutdownMs: 20_000, immediateShutdownMs: 10_000, pollMs: 20 } as const;

/**
 * Ends a PostgreSQL whose server died without it. Only to be called under the data directory's lock, which proves that
 * there is no such server. It is never adopted: it has no watcher, and its settings are those of an earlier start.
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
