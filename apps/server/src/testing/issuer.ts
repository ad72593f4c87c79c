import { join } from 'node:path';
import { composeApp } from '../app.ts';
import { fileCheckpointMemory } from '../checkpoint-memory.ts';
import { readConfig } from '../config.ts';
import { openDatabaseHome } from '../platform/db/index.ts';
import { systemNetwork } from '../platform/fetch/index.ts';
import { openSigningKey } from '../signing-key.ts';
import { silentLog } from './silent-log.ts';

/**
 * The services of the program on an embedded PostgreSQL in `folder`, without an HTTP server. It issues certificates for
 * other processes.
 */
export async function openIssuer(folder: string, env: Record<string, string> = {}) {
  const dataDir = join(folder, 'data');
  const home = await openDatabaseHome({
    databaseUrl: undefined,
    dataDir,
    tmpDir: folder,
    log: silentLog,
    onCrash(error) {
      throw error;
    },
  });
  const app = composeApp(readConfig({ ...env, DATA_DIR: dataDir }), {
    database: home.database,
    connection: home.connection,
    network: systemNetwork,
    log: silentLog,
    clock: { now: () => new Date() },
    version: '0',
    checkpointMemory: fileCheckpointMemory(dataDir),
    checksAnswers: true,
    signer: await openSigningKey(undefined, dataDir),
  });
  await app.trustRoots.open();
  return {
    app,
    database: { ...home.database, connection: home.connection },
    async close(): Promise<void> {
      await app.stop();
      await home.stop();
    },
  };
}
