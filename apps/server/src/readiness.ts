import { setTimeout as delay } from 'node:timers/promises';
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
  /** Whether hours that fail make the process not ready. Only where it does nothing else: a process that serves requests goes on. */
  readonly stopsWithWorld: boolean;
  /** Undefined in a process that does not publish the log. */
  readonly checkLog: (() => Check) | undefined;
  readonly version: string;
};
type Check = NonNullable<Readiness['checks']['database']>;

const PARTS = ['database', 'chain', 'queue', 'log', 'world'] as const;
/** Below the time after which a load balancer gives a probe up. */
const ANSWER_LIMIT_MS = 2_000;
const ASK_DATABASE = `SELECT current_setting('transaction_read_only')::boolean AS "isReadOnly"`;
const failed = (detail: string): Check => ({ ok: false, latencyMs: null, detail });

/** Whether this process can do its work. After `close` it says no, so that a load balancer looks elsewhere first. */
export function createReadiness(deps: Deps) {
  const { database, runsJobs, isQueueRunning, checkChain, checkWorld, checkLog, stopsWithWorld, version } = deps;
  let isClosing = false;

  async function checkDatabase(): Promise<Check> {
    const startedAt = performance.now();
    try {
      const asked = database.pool.query<{ isReadOnly: boolean }>(ASK_DATABASE);
      asked.catch(() => undefined); // an answer after the limit has no reader
      const answer = await Promise.race([asked, delay(ANSWER_LIMIT_MS, undefined, { ref: false })]);
      if (answer === undefined) return failed(`the database did not answer within ${ANSWER_LIMIT_MS} ms`);
      if (answer.rows[0]?.isReadOnly !== false)
        return failed('the database takes no writes: it is a replica or read-only');
      return { ok: true, latencyMs: Math.round(performance.now() - startedAt), detail: null };
    } catch {
      return failed('the database does not answer');
    }
  }

  const checkQueue = (): Check | null => {
    if (!runsJobs) return null;
    return isQueueRunning()
      ? { ok: true, latencyMs: null, detail: null }
      : { ok: false, latencyMs: null, detail: 'the job queue has not started' };
  };

  let asking: Promise<[Check, Check | null]> | undefined;
  /** Probes at the same time share one answer: however many there are, database and chain are asked once. */
  function askOthers(): Promise<[Check, Check | null]> {
    asking ??= Promise.all([checkDatabase(), checkChain?.() ?? null]).finally(() => {
      asking = undefined;
    });
    return asking;
  }

  async function read(): Promise<Readiness> {
    const [database, chain] = await askOthers();
    const checks = { database, chain, queue: checkQueue(), log: checkLog?.() ?? null, world: checkWorld() };
    const failing = PARTS.filter((part) => checks[part]?.ok === false);
    const isStopped = failing.includes('database') || (stopsWithWorld && failing.includes('world'));
    const status = isStopped || isClosing ? 'not_ready' : failing.length === 0 ? 'ready' : 'degraded';
    return { status, failing, checks, version };
  }

  return Object.assign(read, {
    close: (): void => {
      isClosing = true;
    },
  });
}
