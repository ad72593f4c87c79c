import { setTimeout as delay } from 'node:timers/promises';
import { type DatabaseLog, type OpenDatabase, openDatabase } from './database.ts';
import { DataDirInUseError } from './embedded/data-dir-lock.ts';
import { findEmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { MIGRATIONS_DIRECTORY, migrate } from './migrate.ts';
import type { DatabaseConnection } from './pool.ts';
import { openReadReplica } from './read-replica.ts';

type DatabaseHomeOptions = {
  /** An external PostgreSQL, without a pooler. Undefined starts an embedded one in `dataDir`. */
  databaseUrl: string | undefined;
  /** The same database behind a pooler in transaction mode, for everything but LISTEN and migrations. */
  pooledUrl?: string | undefined;
  /** A replica for public reads, used while its lag stays within the limit. */
  replica?: { readonly url: string; readonly maxLagMs: number } | undefined;
  dataDir: string;
  tmpDir: string;
  log: DatabaseLog;
  /** The embedded PostgreSQL exited unexpectedly. The process should exit. */
  onCrash(error: Error): void;
  migrations?: string;
  /** Called while the start waits for the embedded PostgreSQL and the process is idle. */
  whileWaiting?: () => void;
  /** When another server already runs on this data directory, connect to its PostgreSQL instead of failing. */
  joins?: boolean;
};

export type DatabaseHome = {
  database: OpenDatabase;
  /** For connections outside the pool: listeners and the job queue. */
  connection: DatabaseConnection;
  stop(): Promise<void>;
};

const CLOSE_LIMIT_MS = 1_000;

/** Opens and migrates a database, embedded or external. */
export async function openDatabaseHome(options: DatabaseHomeOptions): Promise<DatabaseHome> {
  const { log, migrations: directory = MIGRATIONS_DIRECTORY } = options;
  const { connection, isJoined, stop } = await openPostgres(options);
  try {
    if (!isJoined) await migrate({ connection, directory, log }); // otherwise the running server has migrated it
  } catch (error) {
    await stop();
    throw error;
  }
  const database = openAll(connection, options);
  return {
    database,
    connection,
    async stop() {
      // The pool waits for connections in use. Stopping an embedded PostgreSQL ends those.
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

/** Opens PostgreSQL without migrating it. */
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
