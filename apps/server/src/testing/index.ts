export { runCrashRounds } from './crash-rounds.ts';
export { startQuietPostgres } from './quiet-postgres.ts';
export { silentLog } from './silent-log.ts';
export { createTemporaryFolder, type TemporaryFolder } from './temporary-folder.ts';
export { createTestDatabase, type TestDatabase } from './test-database.ts';
