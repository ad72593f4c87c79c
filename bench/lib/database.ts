import { tmpdir } from 'node:os';
import { openDatabaseHome } from '../../apps/server/src/platform/db/index.ts';
import type { Logger } from '../../apps/server/src/platform/log/index.ts';

/** An embedded database for one bench. If the database ends, the bench ends. */
export const openBenchDatabase = (dataDir: string, log: Logger) =>
  openDatabaseHome({
    databaseUrl: undefined,
    dataDir,
    tmpDir: tmpdir(),
    log,
    onCrash(error) {
      throw error;
    },
  });
