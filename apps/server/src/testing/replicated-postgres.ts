/** A primary and a replica that follows it: real servers with the schema of the program. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import type { Account } from '../platform/db/embedded/account.ts';
import { prepareBinaries } from '../platform/db/embedded/binaries.ts';
import { openHome } from '../platform/db/embedded/home.ts';
import type { SocketConnection } from '../platform/db/index.ts';
import { silentLog } from './silent-log.ts';
import { createMemoryFolder } from './temporary-folder.ts';
import { seedDataDir } from './test-database.ts';

const run = promisify(execFile);
const POLL_MS = 20;
const PORT = 5432;

async function openServer(program: string, cluster: string, account: Account) {
  let child: ChildProcess | undefined;
  const connection: SocketConnection = {
    host: cluster,
    port: PORT,
    user: 'assay',
    password: '',
    database: 'postgres',
    ssl: false,
  };
  const answers = async (): Promise<boolean> => {
    const client = new Client(connection);
    return client
      .connect()
      .then(() => client.end())
      .then(
        () => true,
        () => false,
      );
  };
  return {
    connection,
    async start(): Promise<void> {
      const args = ['-D', cluster, '-k', cluster, '-p', String(PORT), '-h', '', '-c', 'hot_standby=on'];
      child = spawn(program, args, { cwd: '/', stdio: 'ignore', ...account });
      while (!(await answers())) {
        if (child.exitCode !== null) throw new Error(`PostgreSQL ended with ${child.exitCode}.`);
        await pause(POLL_MS);
      }
    },
    async stop(): Promise<void> {
      if (child === undefined || child.exitCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGQUIT');
      await ended;
      child = undefined;
    },
  };
}

export async function startReplicatedPostgres() {
  const folder = await createMemoryFolder();
  const dataDir = join(folder.path, 'data');
  await seedDataDir(dataDir);
  const home = await openHome(dataDir, silentLog);
  const { cluster, account } = home;
  const copy = join(home.folder, 'copy');
  const { postgres } = await prepareBinaries(home, silentLog);
  // Both listen on a socket in a folder that only their account may enter.
  await writeFile(join(cluster, 'pg_hba.conf'), 'local all all trust\nlocal replication all trust\n');
  await run('cp', ['-a', '--', cluster, copy]);
  await writeFile(join(copy, 'standby.signal'), '');
  const source = `host=${cluster} port=${PORT} user=assay`;
  await writeFile(join(copy, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`);
  for (const name of ['standby.signal', 'postgresql.auto.conf'])
    await chown(join(copy, name), account.uid, account.gid);

  const primary = await openServer(postgres, cluster, account);
  const replica = await openServer(postgres, copy, account);
  await primary.start();
  await replica.start();
  return {
    primary,
    replica,
    async close(): Promise<void> {
      await replica.stop();
      await primary.stop();
      await folder.remove();
    },
  };
}
export type ReplicatedPostgres = Awaited<ReturnType<typeof startReplicatedPostgres>>;
