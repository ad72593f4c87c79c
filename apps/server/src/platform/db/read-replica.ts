import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Problem } from '@assay/protocol';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { DatabaseError, type Pool } from 'pg';
import { type DatabaseLog, type OpenDatabase, openDrizzle } from './database.ts';
import { sql } from './drizzle.ts';
import { type DatabaseConnection, openPool } from './pool.ts';
import { replicaBeats } from './replica.tables.ts';

type ReadReplicaOptions = {
  readonly primary: OpenDatabase;
  readonly connection: DatabaseConnection;
  /** Rows of the replica that may be older than this are not used. */
  readonly maxLagMs: number;
  readonly log: DatabaseLog;
  readonly isPooled?: boolean;
};

export type ReadReplica = {
  /** Reads from the replica while it is proven fresh, otherwise from the primary. */
  readonly db: NodePgDatabase;
  /** The age of the newest proof. */
  lagMs(): number;
  start(): void;
  stop(): Promise<void>;
};

const REPLICA_LIMITS = { connectionsMax: 20, connectMs: 1_000, answerMs: 5_000, pollMs: 20 } as const;
/** Proofs per `maxLagMs`. */
const PROOFS_PER_LAG = 4;

/** Also removes rows of processes that ended. */
const writeBeat = (process: string, token: string) => sql`
  WITH ended AS (DELETE FROM ${replicaBeats} WHERE at < now() - interval '1 day')
  INSERT INTO ${replicaBeats} (process, token, at) VALUES (${process}, ${token}, now())
  ON CONFLICT (process) DO UPDATE SET token = excluded.token, at = excluded.at`;
const readBeat = (process: string, token: string) =>
  sql`SELECT FROM ${replicaBeats} WHERE process = ${process} AND token = ${token}`;

/**
 * SQLSTATE classes after which the primary may still answer: the replica ended, lacks resources or cancelled a read for
 * its replay.
 */
const REPLICA_FAILED = /^(08|40|53|57P|58|25006)/;

/** Also true without an answer of the server: a refused or lost connection, or a client-side timeout. */
function isFailureOfReplica(error: unknown): boolean {
  if (error instanceof Problem) return false;
  if (error instanceof DatabaseError) return REPLICA_FAILED.test(error.code ?? '');
  return !(error instanceof Error) || error.cause === undefined || isFailureOfReplica(error.cause);
}

/**
 * A replica for public reads. Its freshness is proven: a random token is written to the primary, and when the replica
 * returns it, the replica has every earlier commit. A replica that stalls, follows another server or does not answer
 * returns no token, and after `maxLagMs` all reads go to the primary. Times come from the monotonic clock of this
 * process.
 */
export function openReadReplica({
  primary,
  connection,
  maxLagMs,
  log,
  isPooled = false,
}: ReadReplicaOptions): ReadReplica {
  const processId = randomUUID();
  const stopping = new AbortController();
  let provenAt = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | undefined;
  const pool = openPool({
    connection,
    name: 'assay replica',
    max: REPLICA_LIMITS.connectionsMax,
    connectMs: REPLICA_LIMITS.connectMs,
    answerMs: REPLICA_LIMITS.answerMs,
    isPooled,
    onIdleLost: () => undefined, // its reads and proofs fail instead
  });
  const replicaDb = openDrizzle(pool, isPooled);
  const lagMs = (): number => performance.now() - provenAt;
  const isFresh = (): boolean => lagMs() <= maxLagMs;

  async function attempt<T>(onReplica: () => Promise<T>, onPrimary: () => Promise<T>): Promise<T> {
    if (!isFresh()) return onPrimary();
    try {
      return await onReplica();
    } catch (error) {
      if (!isFailureOfReplica(error)) throw error;
      if (isFresh())
        log.warn({ err: error }, 'a read on the replica failed; the primary answers until it is proven again');
      provenAt = Number.NEGATIVE_INFINITY;
      return onPrimary();
    }
  }

  /** Writes one token and polls until the replica returns it or the time is up. */
  async function prove(): Promise<void> {
    const since = performance.now();
    const token = randomUUID();
    await primary.db.execute(writeBeat(processId, token));
    while (performance.now() - since <= maxLagMs && !stopping.signal.aborted) {
      const { rowCount } = await replicaDb.execute(readBeat(processId, token));
      if (rowCount === 1) {
        provenAt = since;
        return;
      }
      await pause(REPLICA_LIMITS.pollMs);
    }
  }

  const pause = (ms: number): Promise<unknown> =>
    delay(ms, undefined, { signal: stopping.signal }).catch(() => undefined);

  async function keepProving(): Promise<void> {
    let wasFresh: boolean | undefined;
    while (!stopping.signal.aborted) {
      const error = await prove().catch((failure: unknown) => failure);
      if (isFresh() !== wasFresh) {
        wasFresh = isFresh();
        if (wasFresh) log.info({ maxLagMs }, 'public reads use the replica');
        else log.warn({ err: error, maxLagMs }, 'public reads use the primary: the replica is not proven to be fresh');
      }
      await pause(maxLagMs / PROOFS_PER_LAG);
    }
  }

  const query = (...args: unknown[]) => {
    const send = (to: Pool) => (to.query as (...all: unknown[]) => Promise<unknown>).apply(to, args);
    return attempt(
      () => send(pool),
      () => send(primary.pool),
    );
  };
  const db = openDrizzle({ query } as unknown as Pool, isPooled);
  db.transaction = (run, config) =>
    attempt(
      () => replicaDb.transaction(run, config),
      () => primary.db.transaction(run, config),
    );

  return {
    db,
    lagMs,
    start() {
      running ??= keepProving();
    },
    async stop() {
      stopping.abort();
      await running;
      await pool.end();
    },
  };
}
