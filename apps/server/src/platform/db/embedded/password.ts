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

/** The only rule for connections. It does not lie in the cluster, because PostgreSQL's account owns the files there. */
const HBA = 'local all all scram-sha-256\n';

const passwordFile = (home: Home): string => join(home.folder, 'password');

/** Undefined for a cluster of an earlier version, and after a start that was killed before it set a password. */
export const findPassword = (home: Home): Promise<string | undefined> =>
  readFile(passwordFile(home), 'utf8').catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  });

/**
 * The superuser's password, so that access to the socket's folder does not give control of the database. The file is
 * renamed into place after the cluster has the password, so the two never differ.
 */
export async function ensurePassword(home: Home, postgres: string, log: DatabaseLog): Promise<string> {
  const known = await findPassword(home);
  if (known !== undefined) return known;
  const password = randomBytes(PASSWORD_BYTES).toString('hex');
  const draft = `${passwordFile(home)}.draft`;
  await rm(draft, { force: true }); // left by a killed start; its mode and owner are not trusted
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

/**
 * Runs PostgreSQL in single-user mode, so that no client can connect before the password is set. Key stretching adds
 * nothing to 256 random bits.
 */
async function setClusterPassword(home: Home, postgres: string, password: string): Promise<void> {
  const settings = ['-c', 'exit_on_error=on', '-c', 'log_min_error_statement=panic', '-c', 'scram_iterations=1'];
  const child = spawn(postgres, ['--single', '-D', home.cluster, ...settings, 'postgres'], {
    ...home.setUpAccount,
    cwd: '/',
    env: { TZ: 'UTC' },
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  child.stdin.on('error', () => undefined); // the program ended before it read its input; its last output says why
  child.stdin.end(`ALTER ROLE ${SUPERUSER} PASSWORD '${password}'\n`);
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  if (code !== 0) throw new PostgresStartError(`Setting the PostgreSQL password failed. Its last output:\n${said}`);
}

/** Writes the file at every start and returns its path. */
export async function writeHba(home: Home): Promise<string> {
  const path = join(home.folder, 'pg_hba.conf');
  await writeFile(`${path}.draft`, HBA);
  await chmod(`${path}.draft`, READABLE);
  await rename(`${path}.draft`, path);
  return path;
}
