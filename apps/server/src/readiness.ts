import { setTimeout as delay } from 'node:timers/promises';
import type { Readiness } from '@assay/protocol';
import type { OpenDatabase } from './platform/db/index.ts';

type Deps = {
  readonly database: Pick<OpenDatabase, 'pool'>;
  readonly runsJobs: boolean;
  readonly isQueueRunning: () => boolean;
  /** Undefined in a process without a chain of its own. */
  readonly checkChain: (() => Promise<Check>) | undefined;
  /** The state of the world's clock. Null when the process has no world. */
  readonly checkWorld: () => Check | null;
  /**
   * Whether failing hours make the process not ready. True only in a process that runs nothing but the world; one that
   * serves requests stays ready.
   */
  readonly stopsWithWorld: boolean;
  /** Undefined in a process that does not publish the log. */
  readonly checkLog: (() => Check) | undefined;
  readonly version: string;
};
type Check = NonNullable<Readiness['checks']['database']>;

const PARTS = ['database', 'chain', 'queue', 'log', 'world'] as const;
/** Shorter than the timeout of a load balancer's probe. */
const ANSWER_LIMIT_MS = 2_000;
const ASK_DATABASE = `SELECT current_setting('transaction_read_only')::boolean AS "isReadOnly"`;
const failed = (detail: string): Check => ({ ok: false, latencyMs: null, detail });

/**
 * Whether this process can do its work. After `close` it is not ready, so that load balancers stop sending requests
 * before the drain.
 */
export function createReadiness(deps: Deps) {
  const { database, runsJobs, isQueueRunning, checkChain, checkWorld, checkLog, stopsWithWorld, version } = deps;
  let isClosing = false;

  async function checkDatabase(): Promise<Check> {
    const startedAt = performance.now();
    try {
      const asked = database.pool.query<{ isReadOnly: boolean }>(ASK_DATABASE);
      asked.catch(() => undefined); // an answer after the limit is ignored
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
  /** Concurrent probes share one answer, so their number adds no load on database and chain. */
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
