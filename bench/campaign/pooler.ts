/** PgBouncer of the system's package in transaction mode, in front of the primary. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findAccount } from '../lib/postgres.ts';
import { freePort } from '../lib/process.ts';

const PROGRAM = '/usr/sbin/pgbouncer';
const POLL_MS = 50;
const START_MS = 20_000;

export const hasPooler = (): boolean => existsSync(PROGRAM);

const settings = (folder: string, port: number, upstreamPort: number): string => `[databases]
* = host=127.0.0.1 port=${upstreamPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${join(folder, 'users.txt')}
pool_mode = transaction
max_client_conn = 500
default_pool_size = 20
server_login_retry = 1
`;

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.on('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });

export async function startPooler(parent: string, upstreamPort: number) {
  const folder = join(parent, 'pooler');
  mkdirSync(folder);
  const port = await freePort();
  const account = await findAccount();
  writeFileSync(join(folder, 'users.txt'), '"postgres" ""\n');
  writeFileSync(join(folder, 'pgbouncer.ini'), settings(folder, port, upstreamPort));
  if (account !== undefined) chownSync(folder, account.uid, account.gid);
  const log = openSync(join(folder, 'pgbouncer.log'), 'a');
  const child = spawn(PROGRAM, [join(folder, 'pgbouncer.ini')], { cwd: '/', stdio: ['ignore', log, log], ...account });
  const ended = once(child, 'exit');
  for (const endsAt = performance.now() + START_MS; !(await accepts(port)); await pause(POLL_MS))
    if (child.exitCode !== null || performance.now() > endsAt)
      throw new Error(`PgBouncer did not start; see ${folder}/pgbouncer.log`);
  return {
    port,
    async close(): Promise<void> {
      child.kill('SIGINT');
      await ended;
    },
  };
}
