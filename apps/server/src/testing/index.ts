export { type CrashReport, type CrashRoundsOptions, runCrashRounds, type Victims } from './crash-rounds.ts';
export { type FaultCyclesOptions, type FaultReport, runFaultCycles } from './fault-cycles.ts';
export { startQuietPostgres } from './quiet-postgres.ts';
export { silentLog } from './silent-log.ts';
export { createTemporaryFolder, type TemporaryFolder } from './temporary-folder.ts';
export { createTestDatabase, type TestDatabase, type TestDatabaseOptions } from './test-database.ts';
