import { Client, Pool, TypeOverrides, types } from 'pg';

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

export const DATABASE_LIMITS = {
  connectionsMax: 20,
  quickConnectionsMax: 4,
  connectMs: 10_000,
  statementMs: 30_000,
  idleInTransactionMs: 60_000,
} as const;

type PoolOptions = {
  readonly connection: DatabaseConnection;
  readonly name: string;
  readonly max: number;
  readonly onIdleLost: (error: Error) => void;
  /** The connection goes through a pooler in transaction mode: session settings and prepared statements do not work there. */
  readonly isPooled?: boolean;
  readonly connectMs?: number;
  /** A query without an answer after this time fails, and its connection is closed. */
  readonly answerMs?: number;
};

/**
 * `pool.query` returns int8 as bigint and timestamps as Date. Drizzle ignores these parsers and uses the column instead:
 * `bigint({ mode: 'bigint' })` for money, `mode: 'number'` only for values under 2^53, `timestamp({ mode: 'date' })`.
 * A raw `sql` fragment has no column: there an int8 is a string until `.mapWith(BigInt)`.
 */
function rowParsers(): TypeOverrides {
  const parsers = new TypeOverrides();
  parsers.setTypeParser(types.builtins.INT8, BigInt);
  return parsers;
}

/** Sends named statements without their name: behind a pooler, the next transaction may run on another connection. */
class UnnamedClient extends Client {
  override query(...args: unknown[]): never {
    const [config, ...more] = args;
    const isNamed = typeof config === 'object' && config !== null && 'name' in config;
    const send = super.query as (...all: unknown[]) => never;
    return send.call(this, isNamed ? { ...config, name: undefined } : config, ...more);
  }
}

/**
 * A pooler in transaction mode rejects startup parameters. Each transaction sets those limits instead, and the client
 * times out queries.
 */
const limitsOf = ({ isPooled = false, answerMs }: PoolOptions) =>
  isPooled
    ? { query_timeout: answerMs ?? DATABASE_LIMITS.statementMs, Client: UnnamedClient }
    : {
        statement_timeout: DATABASE_LIMITS.statementMs,
        idle_in_transaction_session_timeout: DATABASE_LIMITS.idleInTransactionMs,
        ...(answerMs === undefined ? {} : { query_timeout: answerMs }),
      };

/** Run at the start of each transaction behind a pooler. */
export const POOLED_TRANSACTION_LIMITS =
  `set local statement_timeout = ${DATABASE_LIMITS.statementMs}; ` +
  `set local idle_in_transaction_session_timeout = ${DATABASE_LIMITS.idleInTransactionMs}`;

export function openPool(options: PoolOptions): Pool {
  const { connection, name, max, onIdleLost, connectMs = DATABASE_LIMITS.connectMs } = options;
  const pool = new Pool({
    ...connection,
    ...limitsOf(options),
    application_name: name,
    max,
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    types: rowParsers(),
  });
  // Without a listener, losing an idle connection would end the process. The pool replaces the connection.
  pool.on('error', onIdleLost);
  // The same for a connection in use, where the current statement fails and reports the error.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
