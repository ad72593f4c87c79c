import { rmdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { DatabaseLog } from './database.ts';
import { transferOwnership } from './embedded/account.ts';
import { prepareBinaries } from './embedded/binaries.ts';
import { ensureCluster } from './embedded/cluster.ts';
import { type DataDirLock, takeDataDirLock } from './embedded/data-dir-lock.ts';
import { openHome } from './embedded/home.ts';
import { type LaunchOptions, launchPostgres, type RunningPostgres, toConnection } from './embedded/launch.ts';
import { stopOrphans } from './embedded/orphan.ts';
import { ensurePassword, findPassword, writeHba } from './embedded/password.ts';
import { disarmPidFile } from './embedded/pid-file.ts';
import { DEFAULT_SETTINGS, type Settings } from './embedded/settings.ts';
import { findSocketFolder, openSocketFolder } from './embedded/socket-folder.ts';
import { PostgresStartError } from './embedded/start-error.ts';
import type { SocketConnection } from './pool.ts';

class PostgresCrashedError extends Error {
  override name = 'PostgresCrashedError';
}

export type EmbeddedPostgresOptions = {
  dataDir: string;
  tmpDir: string;
  log: DatabaseLog;
  /** PostgreSQL exited unexpectedly. The server cannot continue and should be restarted. */
  onCrash(error: PostgresCrashedError): void;
  /** Override or extend the default settings. */
  settings?: Settings;
  /** Called while the process waits for a PostgreSQL program and is idle. */
  whileWaiting?: () => void;
};

export type EmbeddedPostgres = { connection: SocketConnection; stop(): Promise<void> };

const LAUNCH_RETRY = { attemptsMax: 50, pauseMs: 200 } as const;

/**
 * Messages that point to backends of the previous PostgreSQL, or to a PostgreSQL that was starting when its server was
 * killed.
 */
const PREDECESSOR = /pre-existing shared memory block|lock file ".*" already exists/;

/** Starts PostgreSQL on this data directory, whatever state the previous run left behind. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { tmpDir, log, whileWaiting } = options;
  const dataDir = resolve(options.dataDir);
  const home = await openHome(dataDir, log);
  const lock = await takeDataDirLock(dataDir, home.folder);
  try {
    const { initdb, postgres } = await prepareBinaries(home, log);
    await ensureCluster(home, initdb, { log, whileWaiting });
    const settings = { ...DEFAULT_SETTINGS, ...options.settings };
    const running = await launchAfterPredecessor({ home, postgres, tmpDir, settings, log, whileWaiting });
    return { connection: running.connection, stop: superviseUntilStopped(running, lock, options.onCrash) };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** Returns the connection to the PostgreSQL of a server that runs on this data directory. */
export async function findEmbeddedPostgres({
  dataDir,
  tmpDir,
  log,
}: Pick<EmbeddedPostgresOptions, 'dataDir' | 'tmpDir' | 'log'>) {
  const home = await openHome(resolve(dataDir), log);
  const password = await findPassword(home);
  if (password === undefined) throw new Error(`There is no password in ${home.folder}: its server is still starting.`);
  return toConnection(await findSocketFolder(home, tmpDir), password);
}

async function launchAfterPredecessor(
  options: Omit<LaunchOptions, 'socketFolder' | 'password' | 'hbaFile'> & { tmpDir: string },
): Promise<RunningPostgres> {
  for (let attempt = 1; ; attempt++) {
    const { home, postgres, tmpDir, log } = options;
    await stopOrphans(home.cluster, log);
    await disarmPidFile(home.cluster);
    await transferOwnership(home.cluster, home.account); // an earlier version or a killed set-up leaves another owner
    const socketFolder = await openSocketFolder(home, tmpDir);
    try {
      const password = await ensurePassword(home, postgres, log);
      return await launchPostgres({ ...options, socketFolder, password, hbaFile: await writeHba(home) });
    } catch (error) {
      if (
        attempt === LAUNCH_RETRY.attemptsMax ||
        !(error instanceof PostgresStartError) ||
        !PREDECESSOR.test(error.message)
      )
        throw error;
      options.log.warn({ attempt }, 'waiting for the previous PostgreSQL to stop');
      await delay(LAUNCH_RETRY.pauseMs);
    }
  }
}

function superviseUntilStopped(
  running: RunningPostgres,
  lock: DataDirLock,
  onCrash: EmbeddedPostgresOptions['onCrash'],
) {
  let stopped: Promise<void> | undefined;
  void running.gone.then((lastWords) => {
    if (!stopped) onCrash(new PostgresCrashedError(`PostgreSQL ended unexpectedly. Its last output:\n${lastWords}`));
  });
  async function stop(): Promise<void> {
    await running.stop();
    await rmdir(running.connection.host).catch(() => undefined); // not empty after a crash
    await lock.release();
  }
  return () => {
    stopped ??= stop();
    return stopped;
  };
}
