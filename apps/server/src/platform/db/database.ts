import type { NodePgDatabase, NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import { drizzle, NodePgTransaction } from './drizzle.ts';
import { beginOf, DATABASE_LIMITS, type DatabaseConnection, openPool } from './pool.ts';

export type DatabaseLog = Pick<Logger, 'info' | 'warn'>;

/** The handle of a store: the pool or an open transaction. */
export type Database = PgDatabase<NodePgQueryResultHKT>;

type OpenDatabaseOptions = {
  connection: DatabaseConnection;
  log: DatabaseLog;
  /** Shown in pg_stat_activity, so that an operator sees which program holds a lock. */
  applicationName?: string;
  connectionsMax?: number;
  /** The connection goes through a pooler in transaction mode. */
  isPooled?: boolean;
};

export type OpenDatabase = {
  pool: Pool;
  db: NodePgDatabase;
  /** Uses its own connections, so that a short read never waits for a transaction to release one. */
  quickDb: NodePgDatabase;
  /** Undefined unless a replica is configured. */
  replica?: { readonly db: NodePgDatabase; readonly lagMs: () => number };
  close(): Promise<void>;
};

type Run<T> = (tx: Parameters<Parameters<NodePgDatabase['transaction']>[0]>[0]) => Promise<T>;

/** The Drizzle handle for transactions on this connection. It is stateless, so it is created once. */
function openHandle(client: PoolClient) {
  const db = drizzle({ client });
  const { dialect, session } = db as unknown as { dialect: never; session: never };
  return { db, tx: new NodePgTransaction(dialect, session, undefined) as never };
}

/** Bypasses Drizzle, which would build the BEGIN and COMMIT texts on every call. */
async function transact<T>(client: PoolClient, tx: Parameters<Run<T>>[0], run: Run<T>, begin: string): Promise<T> {
  await client.query(begin);
  try {
    const result = await run(tx);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/**
 * When BEGIN fails, Drizzle does not return the connection to the pool, so each loss of the server would leak one. This
 * version returns it.
 */
export function openDrizzle(pool: Pool, isPooled = false): NodePgDatabase {
  const begin = beginOf(isPooled);
  const db = drizzle({ client: pool });
  const handles = new WeakMap<PoolClient, ReturnType<typeof openHandle>>();
  db.transaction = async (run, config) => {
    const client = await pool.connect();
    try {
      const handle = handles.get(client) ?? openHandle(client);
      handles.set(client, handle);
      return await (config === undefined
        ? transact(client, handle.tx, run, begin)
        : handle.db.transaction(run, config));
    } finally {
      client.release();
    }
  };
  return db;
}

export function openDatabase({
  connection,
  log,
  applicationName = 'assay',
  connectionsMax = DATABASE_LIMITS.connectionsMax,
  isPooled = false,
}: OpenDatabaseOptions): OpenDatabase {
  let closed: Promise<unknown> | undefined;
  const onIdleLost = (error: Error): void => {
    if (closed === undefined) log.warn({ err: error }, 'idle database connection lost');
  };
  const shared = { connection, isPooled, onIdleLost };
  const pool = openPool({ ...shared, name: applicationName, max: connectionsMax });
  const quick = openPool({ ...shared, name: `${applicationName} quick`, max: DATABASE_LIMITS.quickConnectionsMax });
  return {
    pool,
    db: openDrizzle(pool, isPooled),
    quickDb: openDrizzle(quick, isPooled),
    async close() {
      closed ??= Promise.all([pool.end(), quick.end()]);
      await closed;
    },
  };
}
