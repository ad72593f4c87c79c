import { type DatabaseConnection, type DatabaseLog, type OpenDatabase, openDatabase } from './database.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { MIGRATIONS_DIRECTORY, migrate } from './migrate.ts';

type DatabaseHomeOptions = {
  /** A PostgreSQL of the operator's own; without it one is started in `dataDir`. */
  databaseUrl: string | undefined;
  dataDir: string;
  tmpDir: string;
  log: DatabaseLog;
  /** The embedded PostgreSQL ended by itself: nothing works any more, the process should exit. */
  onCrash(error: Error): void;
  migrations?: string;
};

export type DatabaseHome = {
  database: OpenDatabase;
  /** For connections outside the pool: listeners and the job queue. */
  connection: DatabaseConnection;
  stop(): Promise<void>;
};

/** A migrated database, wherever it lives. */
export async function openDatabaseHome(options: DatabaseHomeOptions): Promise<DatabaseHome> {
  const { log, migrations: directory = MIGRATIONS_DIRECTORY } = options;
  const { connection, stop } = await startPostgres(options);
  try {
    await migrate({ connection, directory, log });
  } catch (error) {
    await stop();
    throw error;
  }
  const database = openDatabase({ connection, log });
  return {
    database,
    connection,
    async stop() {
      await database.close();
      await stop();
    },
  };
}

type Postgres = { connection: DatabaseConnection; stop(): Promise<void> };

async function startPostgres({ databaseUrl, ...options }: DatabaseHomeOptions): Promise<Postgres> {
  if (databaseUrl === undefined) return startEmbeddedPostgres(options);
  return { connection: { connectionString: databaseUrl }, stop: async () => undefined };
}
