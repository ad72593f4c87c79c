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
  /** The connection leads to a pooler in transaction mode: nothing may be set for a session or prepared in it. */
  readonly isPooled?: boolean;
  readonly connectMs?: number;
  /** After this time an answer is not waited for any longer; the connection is closed. */
  readonly answerMs?: number;
};

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

/** Sends named statements without their name: behind a pooler, the next transaction may run on another connection. */
class UnnamedClient extends Client {
  override query(...args: unknown[]): never {
    const [config, ...more] = args;
    const isNamed = typeof config === 'object' && config !== null && 'name' in config;
    const send = super.query as (...all: unknown[]) => never;
    return send.call(this, isNamed ? { ...config, name: undefined } : config, ...more);
  }
}

/** What a pooler in transaction mode refuses at the start of a connection is set by each transaction, and timed here. */
const limitsOf = ({ isPooled = false, answerMs }: PoolOptions) =>
  isPooled
    ? { query_timeout: answerMs ?? DATABASE_LIMITS.statementMs, Client: UnnamedClient }
    : {
        statement_timeout: DATABASE_LIMITS.statementMs,
        idle_in_transaction_session_timeout: DATABASE_LIMITS.idleInTransactionMs,
        ...(answerMs === undefined ? {} : { query_timeout: answerMs }),
      };

/** How a transaction begins. */
export const beginOf = (isPooled: boolean): string =>
  isPooled
    ? `begin; set local statement_timeout = ${DATABASE_LIMITS.statementMs}; ` +
      `set local idle_in_transaction_session_timeout = ${DATABASE_LIMITS.idleInTransactionMs}`
    : 'begin';

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
  // Without a listener the loss of an idle connection would end the process; the pool replaces it by itself.
  pool.on('error', onIdleLost);
  // The same for a connection in use; there the statement under way fails and tells its caller.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
