import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import type { DatabaseLog } from '../database.ts';
import type { SocketConnection } from '../pool.ts';
import { SUPERUSER } from './cluster.ts';
import type { Home } from './home.ts';
import { findPidInFile } from './pid-file.ts';
import { type Settings, toArguments } from './settings.ts';
import { SOCKET_PORT } from './socket-folder.ts';
import { PostgresStartError } from './start-error.ts';
import { hasCode } from './system-error.ts';

/**
 * The shell becomes PostgreSQL and leaves a watcher behind, which reads from descriptor 3. Only this process holds the
 * other end: a line means that PostgreSQL has ended, and end-of-file means that this process died, so the watcher shuts
 * PostgreSQL down. The watcher is forked twice, because PostgreSQL would treat the exit of an unknown child as a crash.
 */
const BECOME_POSTGRES = '( ( read -r _ <&3 && exit 0; kill -INT $$ ) >/dev/null 2>&1 & ); exec "$0" "$@" 3<&-';

const LAUNCH_LIMITS = { readyMs: 120_000, pollMs: 20, fastShutdownMs: 20_000, lastWordsLines: 20 } as const;

/** The password file belongs to another cluster, perhaps from a backup. */
class WrongPasswordError extends Error {
  override name = 'WrongPasswordError';
  override message = 'The file `password` does not belong to this database. Remove it and start again.';
}

export type RunningPostgres = {
  connection: SocketConnection;
  /** Resolves with PostgreSQL's last log lines when it has exited, requested or not. */
  gone: Promise<string>;
  stop(): Promise<void>;
};

export type LaunchOptions = {
  home: Home;
  postgres: string;
  socketFolder: string;
  /** The superuser's password. */
  password: string;
  /** The rules for which clients may connect. */
  hbaFile: string;
  settings: Settings;
  log: DatabaseLog;
  whileWaiting?: (() => void) | undefined;
};

export async function launchPostgres(options: LaunchOptions): Promise<RunningPostgres> {
  const child = spawnPostgres(options);
  const lastWords = followOutput(child, options.log);
  const gone = waitForExit(child).then(() => {
    dismissWatcher(child);
    return lastWords.join('\n');
  });
  const running = {
    connection: toConnection(options.socketFolder, options.password),
    gone,
    stop: () => shutDown(child, gone),
  };
  options.whileWaiting?.();
  await waitUntilReady(child, running, options.home.cluster);
  return running;
}

function spawnPostgres({ home, postgres, socketFolder, hbaFile, settings }: LaunchOptions): ChildProcess {
  const place = [
    '-D',
    home.cluster,
    '-k',
    socketFolder,
    '-p',
    String(SOCKET_PORT),
    '-h',
    '',
    '-c',
    `hba_file=${hbaFile}`,
  ];
  return spawn('/bin/sh', ['-c', BECOME_POSTGRES, postgres, ...place, ...toArguments(settings)], {
    ...home.account,
    cwd: '/',
    env: { TZ: 'UTC' }, // passes no secrets and no PG variables
    detached: true, // Ctrl-C in a terminal reaches only this process, which decides the shutdown order
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
}

export const toConnection = (socketFolder: string, password: string): SocketConnection => ({
  host: socketFolder,
  port: SOCKET_PORT,
  user: SUPERUSER,
  password,
  database: 'postgres',
  ssl: false,
});

function followOutput(child: ChildProcess, log: DatabaseLog): string[] {
  const lastWords: string[] = [];
  if (!child.stderr) return lastWords;
  createInterface({ input: child.stderr }).on('line', (line) => {
    log.info({ line }, 'postgres');
    lastWords.push(line);
    if (lastWords.length > LAUNCH_LIMITS.lastWordsLines) lastWords.shift();
  });
  return lastWords;
}

/** Without this, the watcher would later signal a process id that the system may have reused. */
function dismissWatcher(child: ChildProcess): void {
  const line = child.stdio[3];
  if (!(line instanceof Writable)) return;
  line.on('error', () => undefined); // the watcher was killed too
  line.end('\n');
}

async function waitUntilReady(child: ChildProcess, running: RunningPostgres, cluster: string): Promise<void> {
  const deadline = performance.now() + LAUNCH_LIMITS.readyMs;
  while (isRunning(child)) {
    // The pid first: the socket alone could belong to a predecessor.
    if ((await findPidInFile(cluster)) === child.pid && (await answersOrStop(running))) return;
    if (performance.now() > deadline) await running.stop();
    else await delay(LAUNCH_LIMITS.pollMs);
  }
  if (child.stderr && !child.stderr.closed) await once(child.stderr, 'close');
  throw new PostgresStartError(`PostgreSQL did not start. Its last output:\n${await running.gone}`);
}

async function answersOrStop({ connection, stop }: RunningPostgres): Promise<boolean> {
  try {
    return await answers(connection);
  } catch (error) {
    await stop();
    throw error;
  }
}

const isRunning = (child: ChildProcess): boolean =>
  child.pid !== undefined && child.exitCode === null && child.signalCode === null;

const WRONG_PASSWORD = '28P01';

/** Also false during crash recovery, when PostgreSQL refuses connections. */
async function answers(connection: SocketConnection): Promise<boolean> {
  const client = new Client(connection);
  client.on('error', () => undefined); // `connect` reports the same error
  try {
    await client.connect();
    await client.end();
    return true;
  } catch (error) {
    if (hasCode(error, WRONG_PASSWORD)) throw new WrongPasswordError();
    return false;
  }
}

/** Handles `error` as well, which replaces `exit` when the system cannot start the program. */
const waitForExit = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });

async function shutDown(child: ChildProcess, gone: Promise<string>): Promise<void> {
  child.kill('SIGINT');
  const impatient = setTimeout(() => child.kill('SIGQUIT'), LAUNCH_LIMITS.fastShutdownMs);
  await gone;
  clearTimeout(impatient);
}
