export {
  type Database,
  type DatabaseConnection,
  type OpenDatabase,
  openDatabase,
  type SocketConnection,
} from './database.ts';
export { type DatabaseHome, openDatabaseHome, openPostgres } from './database-home.ts';
export { DataDirInUseError } from './embedded/data-dir-lock.ts';
export { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from './embedded-postgres.ts';
export { insertRows } from './insert-rows.ts';
export { type Listener, type ListenerOptions, openListener } from './listener.ts';
export { BASELINE_END, MIGRATIONS_DIRECTORY, migrate, readMigrations } from './migrate.ts';
export { prepared } from './prepared.ts';
export { statement } from './statement.ts';
export { COMPARED_ROWS, containsWord, resemblesWord } from './words.ts';
export { preparedInsert, preparedInsertOnce, preparedUpdate } from './written-rows.ts';
