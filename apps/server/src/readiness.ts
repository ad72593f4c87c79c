import type { Readiness } from '@assay/protocol';
import type { OpenDatabase } from './platform/db/index.ts';

type Deps = {
  readonly database: Pick<OpenDatabase, 'pool'>;
  readonly runsJobs: boolean;
  readonly isQueueRunning: () => boolean;
  /** Undefined in a process that has no chain of its own. */
  readonly checkChain: (() => Promise<Check>) | undefined;
  /** How the world stands; null where there is none. */
  readonly checkWorld: () => Check | null;
  /** Whether this process lives the hours of the world: it is not ready while they fail. */
  readonly movesWorld: boolean;
  /** Undefined in a process that does not publish the log. */
  readonly checkLog: (() => Check) | undefined;
  readonly version: string;
};
type Check = NonNullable<Readiness['checks']['database']>;

const PARTS = ['database', 'chain', 'queue', 'log', 'world'] as const;

/** Whether this process can do its work. After `close` it says no, so that a load balancer looks elsewhere first. */
export function createReadiness(deps: Deps) {
  const { database, runsJobs, isQueueRunning, checkChain, checkWorld, checkLog, movesWorld, version } = deps;
  let isClosing = false;

  async function checkDatabase(): Promise<Check> {
    const startedAt = performance.now();
    try {
      await database.pool.query('SELECT 1');
      return { ok: true, latencyMs: Math.round(performance.now() - startedAt), detail: null };
    } catch {
      return { ok: false, latencyMs: null, detail: 'the database does not answer' };
    }
  }

  const checkQueue = (): Check | null => {
    if (!runsJobs) return null;
    return isQueueRunning()
      ? { ok: true, latencyMs: null, detail: null }
      : { ok: false, latencyMs: null, detail: 'the job queue has not started' };
  };

  async function read(): Promise<Readiness> {
    const [database, chain] = await Promise.all([checkDatabase(), checkChain?.() ?? null]);
    const checks = { database, chain, queue: checkQueue(), log: checkLog?.() ?? null, world: checkWorld() };
    const failing = PARTS.filter((part) => checks[part]?.ok === false);
    const isStopped = failing.includes('database') || (movesWorld && failing.includes('world'));
    const status = isStopped || isClosing ? 'not_ready' : failing.length === 0 ? 'ready' : 'degraded';
    return { status, failing, checks, version };
  }

  return Object.assign(read, {
    close: (): void => {
      isClosing = true;
    },
  });
}
