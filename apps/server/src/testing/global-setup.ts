import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import type { SocketConnection } from '../platform/db/index.ts';
import { copyDataDir, makeDataSeed } from './data-seed.ts';
import { startQuietPostgres } from './quiet-postgres.ts';
import { createMemoryFolder } from './temporary-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: SocketConnection;
    /** A data directory to copy, see `data-seed.ts`. */
    dataSeed: string;
  }
}

/** Trades durability for speed, because these databases last only for the run. For tests only. */
const THROWAWAY_SETTINGS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' };
/** Enough for several services and many concurrent writers. */
const CONNECTIONS_MAX = 400;

/** Starts one PostgreSQL for the whole run, in which `createTestDatabase` creates databases. Called by vitest. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await createMemoryFolder();
  const seed = join(folder.path, 'seed');
  const dataDir = join(folder.path, 'data');
  try {
    await makeDataSeed(seed, folder.path);
    await copyDataDir(seed, dataDir);
    const postgres = await startQuietPostgres({
      dataDir,
      tmpDir: folder.path,
      settings: { ...THROWAWAY_SETTINGS, max_connections: CONNECTIONS_MAX },
    });
    project.provide('postgres', postgres.connection);
    project.provide('dataSeed', seed);
    return async () => {
      await postgres.stop().finally(folder.remove);
    };
  } catch (error) {
    await folder.remove();
    throw error;
  }
}
