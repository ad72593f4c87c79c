import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { DatabaseLog } from '../database.ts';
import { transferOwnership } from './account.ts';
import { SUPERUSER, syncFolder } from './cluster.ts';
import type { Home } from './home.ts';
import { PostgresStartError } from './start-error.ts';
import { hasCode } from './system-error.ts';

const PASSWORD_BYTES = 32;
const OURS_ALONE = 0o600;
const READABLE = 0o644;

/** The only rule for who may connect. Not the cluster's own file, which belongs to the account that PostgreSQL runs as. */
const HBA = 'local all all scram-sha-256\n';

const passwordFile = (home: Home): string => join(home.folder, 'password');

/** Undefined for a cluster of former days, and for one whose start was killed before it had one. */
export const findPassword = (home: Home): Promise<string | undefined> =>
  readFile(passwordFile(home), 'utf8').catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  });

/**
 * The superuser's password: who gets into the socket's folder is not the database's master for it. The file gets its name when the cluster knows the password, so they never differ.
 */
export async function ensurePassword(home: Home, postgres: string, log: DatabaseLog): Promise<string> {
  const known = await findPassword(home);
  if (known !== undefined) return known;
  const password = randomBytes(PASSWORD_BYTES).toString('hex');
  const draft = `${passwordFile(home)}.draft`;
  await rm(draft, { force: true }); // of a start that was killed; its mode and owner are not relied on
  const file = await open(draft, 'wx', OURS_ALONE);
  try {
    await file.writeFile(password);
    await file.sync();
  } finally {
    await file.close();
  }
  await transferOwnership(home.cluster, home.setUpAccount);
  await setClusterPassword(home, postgres, password).finally(() => transferOwnership(home.cluster, home.account));
  await rename(draft, passwordFile(home));
  await syncFolder(home.folder);
  log.info({ file: passwordFile(home) }, 'database password created');
  return password;
}

/** Without a server, so that there is no moment at which anybody may connect. Stretching adds nothing to 256 random bits. */
async function setClusterPassword(home: Home, postgres: string, password: string): Promise<void> {
  const settings = ['-c', 'exit_on_error=on', '-c', 'log_min_error_statement=panic', '-c', 'scram_iterations=1'];
  const child = spawn(postgres, ['--single', '-D', home.cluster, ...settings, 'postgres'], {
    ...home.setUpAccount,
    cwd: '/',
    env: { TZ: 'UTC' },
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  child.stdin.on('error', () => undefined); // it ended before it read; its last words say why
  child.stdin.end(`ALTER ROLE ${SUPERUSER} PASSWORD '${password}'\n`);
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  if (code !== 0) throw new PostgresStartError(`Setting the PostgreSQL password failed. Its last output:\n${said}`);
}

/** Written at every start; says where it lies. */
export async function writeHba(home: Home): Promise<string> {
  const path = join(home.folder, 'pg_hba.conf');
  await writeFile(`${path}.draft`, HBA);
  await chmod(`${path}.draft`, READABLE);
  await rename(`${path}.draft`, path);
  return path;
}
