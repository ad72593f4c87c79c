import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { migrate } from '../platform/db/index.ts';
import { startQuietPostgres } from './quiet-postgres.ts';
import { silentLog } from './silent-log.ts';

const run = promisify(execFile);

/**
 * Creates a data directory as a first start leaves it: PostgreSQL's files, its password and the schema. Called once per
 * run.
 */
export async function makeDataSeed(dataDir: string, tmpDir: string): Promise<void> {
  const postgres = await startQuietPostgres({ dataDir, tmpDir });
  await migrate({ connection: postgres.connection, log: silentLog }).finally(postgres.stop);
}

export async function copyDataDir(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await run('cp', ['-a', '--', from, to]); // also copies owners: under root, another account owns the files
}
