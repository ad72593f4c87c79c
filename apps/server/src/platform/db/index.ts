export { type Database, type OpenDatabase, openDatabase } from './database.ts';
export { type DatabaseHome, openDatabaseHome, openPostgres } from './database-home.ts';
export { DataDirInUseError } from './embedded/data-dir-lock.ts';
export { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from './embedded-postgres.ts';
export { insertRows } from './insert-rows.ts';
export { type Listener, type ListenerOptions, openListener } from './listener.ts';
export {
  BASELINE_END,
  MIGRATIONS_DIRECTORY,
  MigrationError,
  migrate,
  RESTORE_MARKER,
  readMigrations,
} from './migrate.ts';
export type { DatabaseConnection, SocketConnection } from './pool.ts';
export { prepared } from './prepared.ts';
export { statement } from './statement.ts';
export { COMPARED_ROWS, containsWord, resemblesWord } from './words.ts';
export { preparedInsert, preparedInsertOnce, preparedUpdate } from './written-rows.ts';
