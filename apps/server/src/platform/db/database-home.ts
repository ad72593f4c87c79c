import { setTimeout as delay } from 'node:timers/promises';
import { type DatabaseLog, type OpenDatabase, openDatabase } from './database.ts';
import { DataDirInUseError } from './embedded/data-dir-lock.ts';
import { findEmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { MIGRATIONS_DIRECTORY, migrate } from './migrate.ts';
import type { DatabaseConnection } from './pool.ts';
import { openReadReplica } from './read-replica.ts';

type DatabaseHomeOptions = {
  /** A PostgreSQL of the operator's own, without a pooler; without it one is started in `dataDir`. */
  databaseUrl: string | undefined;
  /** The same database behind a pooler in transaction mode, for all but listening and migrations. */
  pooledUrl?: string | undefined;
  /** A replica that public reads may use while it lags by no more than this. */
  replica?: { readonly url: string; readonly maxLagMs: number } | undefined;
  dataDir: string;
  tmpDir: string;
  log: DatabaseLog;
  /** The embedded PostgreSQL ended by itself: nothing works any more, the process should exit. */
  onCrash(error: Error): void;
  migrations?: string;
  /** Called whenever there is nothing to do but wait for a PostgreSQL of our own. */
  whileWaiting?: () => void;
  /** Where a server is running on this data directory, work beside it instead of refusing. */
  joins?: boolean;
};

export type DatabaseHome = {
  database: OpenDatabase;
  /** For connections outside the pool: listeners and the job queue. */
  connection: DatabaseConnection;
  stop(): Promise<void>;
};

const CLOSE_LIMIT_MS = 1_000;

/** A migrated database, wherever it lives. */
export async function openDatabaseHome(options: DatabaseHomeOptions): Promise<DatabaseHome> {
  const { log, migrations: directory = MIGRATIONS_DIRECTORY } = options;
  const { connection, isJoined, stop } = await openPostgres(options);
  try {
    if (!isJoined) await migrate({ connection, directory, log }); // else it is the running server's, which has done so
  } catch (error) {
    await stop();
    throw error;
  }
  const database = openAll(connection, options);
  return {
    database,
    connection,
    async stop() {
      // A connection in use is given back when its work ends; an embedded PostgreSQL ends both.
      await Promise.race([database.close(), delay(CLOSE_LIMIT_MS, undefined, { ref: false })]);
      await stop();
    },
  };
}

function openAll(direct: DatabaseConnection, { pooledUrl, replica, log }: DatabaseHomeOptions): OpenDatabase {
  const isPooled = pooledUrl !== undefined;
  const connection = isPooled ? { connectionString: pooledUrl } : direct;
  const primary = openDatabase({ connection, log, isPooled });
  if (replica === undefined) return primary;
  const { url, maxLagMs } = replica;
  const opened = openReadReplica({ primary, connection: { connectionString: url }, maxLagMs, log, isPooled });
  opened.start();
  return {
    ...primary,
    replica: opened,
    async close() {
      await opened.stop();
      await primary.close();
    },
  };
}

type Postgres = { connection: DatabaseConnection; isJoined?: boolean; stop(): Promise<void> };
const nothingToStop = async () => undefined;

/** The PostgreSQL itself, as it is. */
export async function openPostgres({
  databaseUrl,
  joins,
  ...options
}: Omit<DatabaseHomeOptions, 'migrations' | 'pooledUrl' | 'replica'>): Promise<Postgres> {
  if (databaseUrl !== undefined) return { connection: { connectionString: databaseUrl }, stop: nothingToStop };
  try {
    return await startEmbeddedPostgres(options);
  } catch (error) {
    if (!joins || !(error instanceof DataDirInUseError)) throw error;
    return { connection: await findEmbeddedPostgres(options), isJoined: true, stop: nothingToStop };
  }
}
