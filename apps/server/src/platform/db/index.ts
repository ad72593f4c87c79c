export {
  type Database,
  type DatabaseConnection,
  type DatabaseLog,
  type OpenDatabase,
  openDatabase,
  type SocketConnection,
} from './database.ts';
export { type DatabaseHome, type DatabaseHomeOptions, openDatabaseHome } from './database-home.ts';
export { DataDirInUseError } from './embedded/data-dir-lock.ts';
export {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  PostgresCrashedError,
  startEmbeddedPostgres,
} from './embedded-postgres.ts';
export { type Listener, type ListenerOptions, openListener } from './listener.ts';
export { MIGRATIONS_DIRECTORY, MigrationError, migrate, readMigrations } from './migrate.ts';
