/** A primary and a replica that follows it: real servers with the schema of the program. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { locateInstalled } from '../platform/db/embedded/binaries.ts';
import type { SocketConnection } from '../platform/db/index.ts';
import { createMemoryFolder } from './temporary-folder.ts';
import { seedDataDir } from './test-database.ts';

const run = promisify(execFile);
const POLL_MS = 20;
const PORT = 5432;

type Account = { readonly uid: number; readonly gid: number };

async function openServer(cluster: string, account: Account) {
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
      child = spawn(join(locateInstalled(), 'bin', 'postgres'), args, { cwd: '/', stdio: 'ignore', ...account });
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
  const [cluster, copy] = [join(dataDir, 'postgres', 'cluster'), join(dataDir, 'postgres', 'copy')];
  await seedDataDir(dataDir);
  const { uid, gid } = await stat(cluster);
  const account = { uid, gid };
  // Both listen on a socket in a folder that only their account may enter.
  await writeFile(join(cluster, 'pg_hba.conf'), 'local all all trust\nlocal replication all trust\n');
  await run('cp', ['-a', '--', cluster, copy]);
  await writeFile(join(copy, 'standby.signal'), '');
  const source = `host=${cluster} port=${PORT} user=assay`;
  await writeFile(join(copy, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`);
  for (const name of ['standby.signal', 'postgresql.auto.conf']) await chown(join(copy, name), uid, gid);

  const primary = await openServer(cluster, account);
  const replica = await openServer(copy, account);
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
