import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readFile, readlink, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createMemoryFolder, seedDataDir, startQuietPostgres, type TemporaryFolder } from '../../testing/index.ts';
import { type Account, chooseAccount } from './embedded/account.ts';
import { DataDirInUseError } from './embedded/data-dir-lock.ts';
import { findPostmasters } from './embedded/processes.ts';
import type { EmbeddedPostgres } from './embedded-postgres.ts';

vi.setConfig({ testTimeout: 120_000 }); // several starts each, on a machine that can be busy

let folder: TemporaryFolder;
let dataDir: string;
let cluster: string;
beforeEach(async () => {
  folder = await createMemoryFolder();
  dataDir = join(folder.path, 'data');
  cluster = join(dataDir, 'postgres', 'cluster');
});
afterEach(() => folder.remove());

const start = (given: Partial<Parameters<typeof startQuietPostgres>[0]> = {}): Promise<EmbeddedPostgres> =>
  startQuietPostgres({ dataDir, tmpDir: folder.path, ...given });

/** Connects and disconnects. */
async function knock(connection: EmbeddedPostgres['connection']): Promise<void> {
  const client = new Client(connection);
  await client.connect();
  await client.end();
}

async function query(postgres: EmbeddedPostgres, statement: string): Promise<unknown[]> {
  const client = new Client(postgres.connection);
  await client.connect();
  const { rows } = await client.query({ text: statement, rowMode: 'array' }).finally(() => client.end());
  return rows.flat();
}

describe('startEmbeddedPostgres', () => {
  it('keeps committed rows across starts', async () => {
    const first = await start();
    await query(first, "create table notes as select 'kept' as text");
    await first.stop();

    const second = await start();

    expect(await query(second, 'select text from notes')).toEqual(['kept']);
    await Promise.all([second.stop(), second.stop()]); // a repeated stop has no further effect
    expect(await findPostmasters(cluster)).toEqual([]);
  });

  it('closes its folders to all other accounts, even folders that a service left open', async () => {
    await seedDataDir(dataDir);
    await chmod(dataDir, 0o755);
    await chmod(join(dataDir, 'postgres'), 0o755);
    const postgres = await start();
    const account = await chooseAccount(cluster);
    const isRoot = process.getuid?.() === 0;

    for (const path of [dataDir, join(dataDir, 'postgres')]) {
      const { mode, uid, gid } = await stat(path);
      // Under root, the group of the database account may enter the folder.
      expect([mode & 0o777, uid, isRoot ? gid : account.gid]).toEqual([
        isRoot ? 0o710 : 0o700,
        process.getuid?.(),
        account.gid,
      ]);
    }
    expect((await stat(cluster)).mode & 0o777).toBe(0o700);
    await postgres.stop();
  });

  it('runs under root as a dedicated account, even when its folder belonged to a shared one', async ({ skip }) => {
    if (process.getuid?.() !== 0) return skip();
    await seedDataDir(dataDir);
    const listed = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => Number(line.split(':')[2]));
    await promisify(execFile)('chown', ['-R', 'nobody', cluster]);

    const postgres = await start();

    const { uid } = await stat(cluster);
    const [pid = 0] = await findPostmasters(cluster);
    expect([listed.includes(uid), (await stat(`/proc/${pid}`)).uid]).toEqual([false, uid]);
    expect(await query(postgres, 'select 1')).toEqual([1]);
    await postgres.stop();
  });

  it('leaves a data directory unchanged that contains other files', async () => {
    await seedDataDir(dataDir);
    await writeFile(join(dataDir, 'notes.txt'), 'of somebody else');
    await chmod(dataDir, 0o755);

    const postgres = await start();

    expect((await stat(dataDir)).mode & 0o777).toBe(0o755);
    await postgres.stop();
  });

  it('commits to disk, uses UTF-8, and listens on no network address', async () => {
    await seedDataDir(dataDir);
    const postgres = await start();

    const settings = ['fsync', 'synchronous_commit', 'full_page_writes', 'server_encoding', 'listen_addresses'];
    const shown = await query(postgres, `select current_setting(name) from unnest('{${settings}}'::text[]) as name`);

    expect(shown).toEqual(['on', 'on', 'on', 'UTF8', '']);
    await postgres.stop();
  });

  it('refuses connections without the password, which only its owner can read', async () => {
    await seedDataDir(dataDir);
    const postgres = await start();
    const { password, ...others } = postgres.connection;

    const guesses = ['', 'a guess', '0'.repeat(password.length)];

    for (const guess of guesses) await expect(knock({ ...others, password: guess })).rejects.toThrow(/password/);
    expect((await stat(join(dataDir, 'postgres', 'password'))).mode & 0o777).toBe(0o600);
    expect(await query(postgres, 'select type, auth_method from pg_hba_file_rules')).toEqual([
      'local',
      'scram-sha-256',
    ]);
    await postgres.stop();
  });

  it('adds a password to an older database without one, and keeps its rows', async () => {
    await seedDataDir(dataDir);
    const before = await start();
    await query(before, "create table notes as select 'kept' as text");
    await query(before, 'alter role assay password null');
    await before.stop();
    await rm(join(dataDir, 'postgres', 'password'));
    await writeFile(join(cluster, 'pg_hba.conf'), 'local all all trust\n');

    const after = await start();

    expect(await query(after, 'select text from notes')).toEqual(['kept']);
    await expect(knock({ ...after.connection, password: before.connection.password })).rejects.toThrow(/password/);
    await after.stop();
  });

  it('reports a password that belongs to another database', async () => {
    await seedDataDir(dataDir);
    await (await start()).stop();
    await writeFile(join(dataDir, 'postgres', 'password'), 'of another');

    await expect(start()).rejects.toThrow('does not belong to this database');
    expect(await findPostmasters(cluster)).toEqual([]);
  });

  it('works under a path longer than a socket address permits', async () => {
    dataDir = join(folder.path, 'long'.repeat(40), 'data');

    const postgres = await start();

    expect(await query(postgres, 'select 1')).toEqual([1]);
    await postgres.stop();
  });

  it('works when the temporary directory has such a path', async () => {
    const tmpDir = join(folder.path, 'long'.repeat(40));
    await mkdir(tmpDir);
    await seedDataDir(dataDir);

    const postgres = await start({ tmpDir });

    expect(await query(postgres, 'select 1')).toEqual([1]);
    await postgres.stop();
  });

  it('works in a folder that is closed to all other accounts, and finds its database there again', async () => {
    dataDir = join(folder.path, 'closed', 'data');
    await mkdir(dataDir, { recursive: true });
    await chmod(join(folder.path, 'closed'), 0o700);
    const first = await start();
    await query(first, "create table notes as select 'kept' as text");
    await first.stop();
    const elsewhere = await readlink(join(dataDir, 'postgres')).catch(() => undefined); // only under root
    if (elsewhere) onTestFinished(() => rm(elsewhere, { recursive: true }));

    await chmod(join(folder.path, 'closed'), 0o755);
    const second = await start();

    expect(await query(second, 'select text from notes')).toEqual(['kept']);
    await second.stop();
  });

  it('refuses to start empty when the folder of its database is gone', async () => {
    await mkdir(dataDir);
    await symlink(join(folder.path, 'not-mounted'), join(dataDir, 'postgres'));

    await expect(start()).rejects.toThrow('points to a folder that does not exist');
  });

  it('reports why PostgreSQL did not start, and releases the data directory', async () => {
    await seedDataDir(dataDir);
    await expect(start({ settings: { shared_buffers: 'plenty' } })).rejects.toThrow('invalid value for parameter');

    await (await start()).stop();
  });

  it('reports a PostgreSQL that exits by itself', async () => {
    await seedDataDir(dataDir);
    const crash = Promise.withResolvers<Error>();
    const postgres = await start({ onCrash: crash.resolve });
    const [pid = 0] = await findPostmasters(cluster);

    process.kill(pid, 'SIGKILL');

    expect(await crash.promise).toMatchObject({ name: 'PostgresCrashedError' });
    await postgres.stop();
    await (await start()).stop();
  });
});

describe('a second server on the same data directory', () => {
  it('is refused with a remedy, while the first keeps answering', async () => {
    await seedDataDir(dataDir);
    const first = await start();

    const refusal = await start().catch((error: unknown) => error);

    expect(refusal).toBeInstanceOf(DataDirInUseError);
    expect(refusal).toMatchObject({ message: expect.stringMatching(`process ${process.pid}.*DATA_DIR.*DATABASE_URL`) });
    expect(await query(first, 'select 1')).toEqual([1]);
    await first.stop();
  });

  it('is refused even when the first has no free connection', async () => {
    await seedDataDir(dataDir);
    const first = await start({ settings: { max_connections: 4, superuser_reserved_connections: 0 } });
    const clients = await Promise.all(Array.from({ length: 4 }, () => new Client(first.connection).connect()));
    await expect(query(first, 'select 1')).rejects.toThrow('too many clients');

    await expect(start()).rejects.toBeInstanceOf(DataDirInUseError);

    expect(await findPostmasters(cluster)).toHaveLength(1);
    await Promise.all(clients.map((client) => client.end()));
    await first.stop();
  });
});

describe('a pid file left by a crash', () => {
  beforeEach(() => seedDataDir(dataDir));

  it('does not prevent the start when its pid belongs to another program', async () => {
    await crash();
    const thirdParty = await spawnAs(await chooseAccount(cluster), 'echo $$; exec sleep 1000');

    await claimPidFile(thirdParty.said);

    await (await start()).stop();
    expect(thirdParty.process.exitCode).toBeNull(); // left running
  });

  it('does not prevent the start when its pid is a zombie', async () => {
    await crash();
    const { said } = await spawnAs(await chooseAccount(cluster), 'true & echo $!; exec sleep 1000');

    await claimPidFile(said);

    await (await start()).stop();
  });

  it('still waits for backends of the previous PostgreSQL', async () => {
    const backend = await crashWithFrozenBackend();
    const retried = Promise.withResolvers<string>();
    const log = pino({ level: 'warn' }, { write: retried.resolve });

    const starting = start({ log });
    expect(await retried.promise).toContain('waiting for the previous PostgreSQL to stop');
    expect(await findPostmasters(cluster)).toEqual([]);
    process.kill(backend, 'SIGCONT');

    const postgres = await starting;
    expect(await query(postgres, 'select 1')).toEqual([1]);
    await postgres.stop();
  });
});

/** Kills PostgreSQL and leaves its files as they are. */
async function crash(beforehand: (postgres: EmbeddedPostgres) => Promise<void> = async () => undefined): Promise<void> {
  const gone = Promise.withResolvers<Error>();
  const postgres = await start({ onCrash: gone.resolve });
  await beforehand(postgres);
  const [pid = 0] = await findPostmasters(cluster);
  process.kill(pid, 'SIGKILL');
  await gone.promise;
  await postgres.stop();
}

async function crashWithFrozenBackend(): Promise<number> {
  let backend = 0;
  await crash(async ({ connection }) => {
    const client = new Client(connection);
    client.on('error', () => undefined); // the connection will be lost
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    backend = rows[0]?.pid ?? 0;
    process.kill(backend, 'SIGSTOP');
    onTestFinished(() => void client.end().catch(() => undefined));
  });
  return backend;
}

async function claimPidFile(pid: string): Promise<void> {
  const path = join(cluster, 'postmaster.pid');
  const [, ...rest] = (await readFile(path, 'utf8')).split('\n');
  await writeFile(path, [pid, ...rest].join('\n'));
}

/** Runs a shell line as this account until the test ends, and returns its first output line. */
async function spawnAs(account: Account, line: string): Promise<{ process: ChildProcess; said: string }> {
  const child = spawn('/bin/sh', ['-c', line], { ...account, cwd: '/', stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const [said] = await once(createInterface({ input: child.stdout }), 'line');
  return { process: child, said: String(said) };
}
