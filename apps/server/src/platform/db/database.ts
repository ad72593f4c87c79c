import type { NodePgDatabase, NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import { drizzle } from './drizzle.ts';
import { DATABASE_LIMITS, type DatabaseConnection, openPool, POOLED_TRANSACTION_LIMITS } from './pool.ts';

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

/**
 * When BEGIN fails, Drizzle does not return the connection to the pool, so each loss of the server would leak one. Here
 * the transaction gets a connection of its own, which is returned in any case.
 */
export function openDrizzle(pool: Pool, isPooled = false): NodePgDatabase {
  const db = drizzle({ client: pool });
  const handles = new WeakMap<PoolClient, NodePgDatabase>();
  db.transaction = async (run, config) => {
    const client = await pool.connect();
    try {
      const handle = handles.get(client) ?? drizzle({ client });
      handles.set(client, handle);
      return await handle.transaction(async (tx) => {
        if (isPooled) await client.query(POOLED_TRANSACTION_LIMITS);
        return run(tx);
      }, config);
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
