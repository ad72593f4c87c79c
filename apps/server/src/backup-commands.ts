/** The commands `backup`, `verify-backup` and `restore`. */
import { readFileSync } from 'node:fs';
import { readdir, rm, stat, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BackupError, restoreBackup, verifyBackup, writeBackup } from './backup/index.ts';
import type { Config } from './config.ts';
import { openPostgres } from './platform/db/index.ts';
import { createLogger } from './platform/log/index.ts';
import { readSigningKey, restoreSigningKey } from './signing-key.ts';

const NAME = /^assay-\d{8}T\d{6}Z\.backup$/;

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

type Command = 'backup' | 'restore' | 'verify-backup';

export async function runBackupCommand(
  command: Command,
  path: string,
  option: string | undefined,
  config: Config,
): Promise<void> {
  const { backupPassphrase: passphrase } = config;
  if (passphrase === undefined) throw new BackupError('Set BACKUP_PASSPHRASE: backups are encrypted with it.');
  const report = await perform(command, path, { option, passphrase, config }).catch((error) => {
    throw isAbout(path, error) ? new BackupError(`${error.message}.`) : error;
  });
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
}

/** An error of the system at the path of the backup, as opposed to one in DATA_DIR. */
const isAbout = (path: string, error: { path?: unknown }): boolean =>
  typeof error.path === 'string' && error.path.startsWith(path);

type Needs = { readonly option: string | undefined; readonly passphrase: string; readonly config: Config };

async function perform(command: Command, path: string, { option, passphrase, config }: Needs): Promise<object> {
  switch (command) {
    case 'verify-backup':
      return verifyBackup(path, passphrase);
    case 'backup':
      return backUp(path, option, passphrase, config);
    case 'restore':
      return withPostgres(config, false, ({ connection, log }) => {
        const placeKey = (seed: string) => restoreSigningKey(seed, config.signingKey, config.dataDir);
        return restoreBackup(path, passphrase, { connection, log, placeKey });
      });
  }
}

async function backUp(path: string, option: string | undefined, passphrase: string, config: Config): Promise<object> {
  const keep = readKeep(option);
  const isFolder = (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
  const now = new Date();
  const name = `assay-${now.toISOString().replace(/[-:]|\.\d+/g, '')}.backup`;
  const file = isFolder ? join(path, name) : path;
  if (isFolder) await requireSpace(path);
  const signingKey = await readSigningKey(config.signingKey, config.dataDir);
  await withPostgres(config, true, ({ connection }) =>
    writeBackup(file, connection, passphrase, { createdAt: now.toISOString(), version, signingKey }),
  );
  const summary = await verifyBackup(file, passphrase); // a backup that cannot be read back is useless
  if (isFolder && keep !== undefined) await removeOlder(path, keep);
  return { file, ...summary };
}

function readKeep(option: string | undefined): number | undefined {
  if (option === undefined) return undefined;
  const [, count] = /^--keep=([1-9]\d{0,3})$/.exec(option) ?? [];
  if (count === undefined) throw new BackupError(`${option} is no option of backup. Write --keep=NUMBER.`);
  return Number(count);
}

/**
 * A backup is often on the disk of the database, which must not fill up. The next backup is taken to be at most twice as large as the
 * newest one.
 */
async function requireSpace(folder: string): Promise<void> {
  const newest = (await listBackups(folder)).at(-1);
  if (newest === undefined) return;
  const [{ size }, { bavail, bsize }] = await Promise.all([stat(join(folder, newest)), statfs(folder)]);
  if (bavail * bsize < 2 * size)
    throw new BackupError(
      `${folder} has ${toMb(bavail * bsize)} MB free, and the newest backup has ${toMb(size)} MB. Free twice as much.`,
    );
}

const toMb = (bytes: number): number => Math.floor(bytes / 1_000_000);
const listBackups = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => NAME.test(name)).sort();

/** Removes only files that match the names of this command. */
async function removeOlder(folder: string, keep: number): Promise<void> {
  for (const name of (await listBackups(folder)).slice(0, -keep)) await rm(join(folder, name));
}

type Postgres = Awaited<ReturnType<typeof openPostgres>>;
type Use<T> = (postgres: Pick<Postgres, 'connection'> & { log: ReturnType<typeof createLogger> }) => Promise<T>;

async function withPostgres<T>({ databaseUrl, dataDir }: Config, joins: boolean, use: Use<T>): Promise<T> {
  const log = createLogger('warn', process.stderr); // standard output carries only the report
  const onCrash = () => process.exit(1);
  const { connection, stop } = await openPostgres({ databaseUrl, dataDir, tmpDir: tmpdir(), log, joins, onCrash });
  try {
    return await use({ connection, log });
  } finally {
    await stop();
  }
}
