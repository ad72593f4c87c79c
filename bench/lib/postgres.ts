/** PostgreSQL servers of the system's package: a primary, and a standby that can be promoted. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { freePort } from './process.ts';

const run = promisify(execFile);

const PACKAGE_FOLDER = '/usr/lib/postgresql';
const POLL_MS = 50;
const START_MS = 60_000;
const SETTINGS = [
  'wal_level=replica',
  'max_wal_size=128MB',
  'min_wal_size=32MB',
  'wal_keep_size=64MB',
  'hot_standby=on',
  'listen_addresses=127.0.0.1',
  'shared_buffers=64MB',
  'max_connections=200',
];

/** The newest version installed; its folder holds the programs. */
function findPrograms(): string | undefined {
  if (!existsSync(PACKAGE_FOLDER)) return undefined;
  const versions = readdirSync(PACKAGE_FOLDER).sort((a, b) => Number(b) - Number(a));
  return versions.map((version) => join(PACKAGE_FOLDER, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb')));
}

/** PostgreSQL refuses to run as root. */
export async function findAccount(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((one) => one.startsWith('postgres:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  if (uid === undefined || gid === undefined) throw new Error('There is no account named postgres.');
  return { uid: Number(uid), gid: Number(gid) };
}

const childrenOf = (parent: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ');
        return Number(fields?.[1]) === parent ? [Number(name)] : [];
      } catch {
        return []; // it has ended
      }
    });

export async function createPostgres(folder: string) {
  const bin = findPrograms();
  if (bin === undefined) throw new Error(`No PostgreSQL in ${PACKAGE_FOLDER}. Install it: apt-get install postgresql`);
  const account = await findAccount();
  const program = (name: string) => join(bin, name);
  const execute = (name: string, args: readonly string[]) => run(program(name), [...args], { cwd: '/', ...account });

  /** A folder that the account of PostgreSQL owns. */
  function makeFolder(name: string): string {
    const path = join(folder, name);
    mkdirSync(path, { recursive: true });
    if (account !== undefined) chownSync(path, account.uid, account.gid);
    chmodSync(path, 0o700);
    return path;
  }

  async function openServer(dataDir: string, name: string) {
    const port = await freePort();
    let child: ChildProcess | undefined;

    async function query<Row>(text: string): Promise<Row[]> {
      const client = new Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres', ssl: false });
      client.on('error', () => undefined);
      await client.connect();
      return client
        .query(text)
        .then(
          ({ rows }) => rows as Row[],
          (error) => Promise.reject(error),
        )
        .finally(() => client.end().catch(() => undefined));
    }

    const server = {
      name,
      port,
      dataDir,
      query,
      isRunning: (): boolean => child !== undefined && child.exitCode === null && child.signalCode === null,
      async start(): Promise<void> {
        const log = openSync(join(folder, `${name}.log`), 'a');
        const args = SETTINGS.flatMap((setting) => ['-c', setting]);
        child = spawn(program('postgres'), ['-D', dataDir, '-p', String(port), '-k', dataDir, ...args], {
          cwd: '/',
          stdio: ['ignore', log, log],
          ...account,
        });
        for (const endsAt = performance.now() + START_MS; performance.now() < endsAt; await pause(POLL_MS)) {
          if (!server.isRunning()) throw new Error(`${name} did not start; see ${folder}/${name}.log`);
          if (
            await query('SELECT 1').then(
              () => true,
              () => false,
            )
          )
            return;
        }
        throw new Error(`${name} was not ready in time.`);
      },
      /** Server and all its processes at once, as when the machine loses power. */
      async kill(): Promise<void> {
        if (child?.pid === undefined || !server.isRunning()) return;
        const ended = once(child, 'exit');
        const all = [child.pid, ...childrenOf(child.pid)];
        for (const pid of all) {
          try {
            process.kill(pid, 'SIGKILL');
          } catch {
            // it has ended
          }
        }
        await ended;
      },
      signal(name: 'SIGSTOP' | 'SIGCONT'): void {
        if (child?.pid === undefined) return;
        for (const pid of [child.pid, ...childrenOf(child.pid)]) {
          try {
            process.kill(pid, name);
          } catch {
            // it has ended
          }
        }
      },
      /** Ends the recovery of a standby; from here on it takes writes. */
      async promote(): Promise<void> {
        await execute('pg_ctl', ['promote', '-D', dataDir, '-w']);
      },
      /** A commit is acknowledged after the standby has it on disk; without one, commits wait. */
      async requireStandby(isRequired: boolean): Promise<void> {
        await query(`ALTER SYSTEM SET synchronous_standby_names = '${isRequired ? '*' : ''}'`);
        await query('SELECT pg_reload_conf()');
      },
    };
    return server;
  }

  return {
    async createPrimary(name: string, dataFolder = name) {
      const dataDir = makeFolder(dataFolder);
      await execute('initdb', ['-D', dataDir, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--no-sync']);
      const server = await openServer(dataDir, name);
      await server.start();
      return server;
    },
    /** Copies the primary and follows it. */
    async createStandby(primary: { readonly port: number; query(text: string): Promise<unknown> }, name: string) {
      rmSync(join(folder, name), { recursive: true, force: true });
      const dataDir = makeFolder(name);
      const source = `host=127.0.0.1 port=${primary.port} user=postgres application_name=${name}`;
      await execute('pg_basebackup', ['-d', source, '-D', dataDir, '-R', '-X', 'stream', '-c', 'fast', '--no-sync']);
      const server = await openServer(dataDir, name);
      await server.start();
      return server;
    },
  };
}
export type Postgres = Awaited<ReturnType<typeof createPostgres>>;
export type PostgresServer = Awaited<ReturnType<Postgres['createPrimary']>>;
