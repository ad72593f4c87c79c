import type { NodePgDatabase, NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import { Pool, type PoolClient, TypeOverrides, types } from 'pg';
import type { Logger } from 'pino';
import { drizzle, NodePgTransaction } from './drizzle.ts';

export type DatabaseLog = Pick<Logger, 'info' | 'warn'>;

/** What a store works on: the pool or an open transaction. */
export type Database = PgDatabase<NodePgQueryResultHKT>;

/** A server on a unix socket; `ssl: false` keeps PGSSLMODE of the surroundings out. */
export type SocketConnection = {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
  ssl: false;
};
export type DatabaseConnection = SocketConnection | { connectionString: string };

type OpenDatabaseOptions = {
  connection: DatabaseConnection;
  log: DatabaseLog;
  /** Shown in pg_stat_activity, so that an operator sees which program holds a lock. */
  applicationName?: string;
  connectionsMax?: number;
};

export type OpenDatabase = {
  pool: Pool;
  db: NodePgDatabase;
  /** Over connections of their own: a short read never waits until a transaction gives one back. */
  quickDb: NodePgDatabase;
  close(): Promise<void>;
};

export const DATABASE_LIMITS = {
  connectionsMax: 20,
  quickConnectionsMax: 4,
  connectMs: 10_000,
  statementMs: 30_000,
  idleInTransactionMs: 60_000,
} as const;

/**
 * `pool.query` gives int8 as bigint and timestamps as Date. Drizzle ignores these parsers and goes by the column instead:
 * `bigint({ mode: 'bigint' })` for money, `mode: 'number'` only for what stays under 2^53, `timestamp({ mode: 'date' })`.
 * A raw `sql` fragment has no column: there an int8 is a string until `.mapWith(BigInt)`.
 */
function rowParsers(): TypeOverrides {
  const parsers = new TypeOverrides();
  parsers.setTypeParser(types.builtins.INT8, BigInt);
  return parsers;
}

type Run<T> = (tx: Parameters<Parameters<NodePgDatabase['transaction']>[0]>[0]) => Promise<T>;

/** What a transaction on this connection works with: stateless, so it is made once. */
function openHandle(client: PoolClient) {
  const db = drizzle({ client });
  const { dialect, session } = db as unknown as { dialect: never; session: never };
  return { db, tx: new NodePgTransaction(dialect, session, undefined) as never };
}

/** Without Drizzle, which would put the texts of both ends together anew each time. */
async function transact<T>(client: PoolClient, tx: Parameters<Run<T>>[0], run: Run<T>): Promise<T> {
  await client.query('begin');
  try {
    const result = await run(tx);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/** Drizzle on the pool leaves the connection checked out when BEGIN fails: each loss of the server would cost the pool one. */
function openDrizzle(pool: Pool): NodePgDatabase {
  const db = drizzle({ client: pool });
  const handles = new WeakMap<PoolClient, ReturnType<typeof openHandle>>();
  db.transaction = async (run, config) => {
    const client = await pool.connect();
    try {
      const handle = handles.get(client) ?? openHandle(client);
      handles.set(client, handle);
      return await (config === undefined ? transact(client, handle.tx, run) : handle.db.transaction(run, config));
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
}: OpenDatabaseOptions): OpenDatabase {
  let closed: Promise<unknown> | undefined;
  function openPool(name: string, max: number): Pool {
    const pool = new Pool({
      ...connection,
      application_name: name,
      max,
      connectionTimeoutMillis: DATABASE_LIMITS.connectMs,
      statement_timeout: DATABASE_LIMITS.statementMs,
      idle_in_transaction_session_timeout: DATABASE_LIMITS.idleInTransactionMs,
      keepAlive: true,
      types: rowParsers(),
    });
    // Without a listener the loss of an idle connection would end the process; the pool replaces it by itself.
    pool.on('error', (error) => {
      if (closed === undefined) log.warn({ err: error }, 'idle database connection lost');
    });
    // The same for a connection in use; there the statement under way fails and tells its caller.
    pool.on('connect', (client) => client.on('error', () => undefined));
    return pool;
  }
  const pool = openPool(applicationName, connectionsMax);
  const quick = openPool(`${applicationName} quick`, DATABASE_LIMITS.quickConnectionsMax);
  return {
    pool,
    db: openDrizzle(pool),
    quickDb: openDrizzle(quick),
    async close() {
      closed ??= Promise.all([pool.end(), quick.end()]);
      await closed;
    },
  };
}
