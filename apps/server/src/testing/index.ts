export { runCrashRounds } from './crash-rounds.ts';
export { startQuietPostgres } from './quiet-postgres.ts';
export { silentLog } from './silent-log.ts';
export { createMemoryFolder, createTemporaryFolder, type TemporaryFolder } from './temporary-folder.ts';
export { createTestDatabase, seedDataDir, type TestDatabase } from './test-database.ts';
