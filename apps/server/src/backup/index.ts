/** Backups of everything that the service keeps: the rows of its database and its signing key, encrypted with a passphrase. */
import { createReadStream } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { Client } from 'pg';
import { z } from 'zod';
import { type DatabaseConnection, migrate, RESTORE_MARKER, readMigrations } from '../platform/db/index.ts';
import { type Head, readLines, type Tables } from './backup-lines.ts';
import { exportDatabase, rawTypes } from './export-database.ts';
import { createImport, requireEmpty } from './import-database.ts';
import { BackupError, seal, unseal } from './sealed-stream.ts';

export { BackupError } from './sealed-stream.ts';

type Facts = Pick<Head, 'createdAt' | 'version' | 'signingKey'>;
export type BackupSummary = Pick<Head, 'createdAt' | 'version'> & {
  readonly lastMigration: string | undefined;
  readonly rows: number;
  readonly tables: Tables;
};
type MigrationLog = Parameters<typeof migrate>[0]['log'];

async function withClient<T>(connection: DatabaseConnection, use: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ ...connection, application_name: 'assay backup', types: rawTypes });
  client.on('error', () => undefined); // the query under way says so
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

/** The file gets its name when it is whole and on the disk, and is never written over another. */
export async function writeBackup(
  path: string,
  connection: DatabaseConnection,
  passphrase: string,
  facts: Facts,
): Promise<void> {
  const draft = `${path}.part`;
  const file = await openNew(draft, 'Another backup writes it, or was interrupted: then delete it.');
  try {
    await withClient(connection, async (client) => {
      const gzip = createGzip({ chunkSize: 1 << 18 });
      const reading = pipeline(Readable.from(exportDatabase(client, facts)), gzip);
      reading.catch(() => undefined); // its error comes out of `gzip`
      for await (const part of seal(gzip, passphrase)) await file.writeFile(part); // unlike `write`, never a part of it
      await reading;
    });
    await file.sync();
    await (await openNew(path, 'Name a new file.')).close();
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

async function openNew(path: string, remedy: string): Promise<FileHandle> {
  try {
    return await open(path, 'wx', 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new BackupError(`${path} exists already. ${remedy}`);
  }
}

type Reader = Parameters<typeof readLines>[1];

async function readBackup(path: string, passphrase: string, reader: Reader): Promise<Tables> {
  const gunzip = createGunzip({ chunkSize: 1 << 18 });
  const reading = pipeline(unseal(createReadStream(path), passphrase), gunzip);
  reading.catch(() => undefined); // its error comes out of `gunzip`
  try {
    return await readLines(gunzip, reader);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError)
      throw new BackupError('The backup is intact, but this version does not support all of its contents.', {
        cause: error,
      });
    throw error;
  }
}

function toSummary({ createdAt, version, migrations }: Head, tables: Tables): BackupSummary {
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
  return { createdAt, version, lastMigration: migrations.at(-1)?.name, rows, tables };
}

/** Reads a backup from its first byte to its last: every chunk is authentic, every row is counted and hashed. */
export async function verifyBackup(path: string, passphrase: string): Promise<BackupSummary> {
  let head: Head | undefined;
  const ignore = async () => undefined;
  const onHead = async (found: Head) => {
    head = found;
  };
  const tables = await readBackup(path, passphrase, { onHead, onTable: ignore, onRow: ignore });
  if (head === undefined) throw new BackupError('The backup is empty.');
  return toSummary(head, tables);
}

type Target = {
  readonly connection: DatabaseConnection;
  readonly log: MigrationLog;
  /** Puts the key in its place; false when another one is there. */
  readonly placeKey: (seed: string) => Promise<boolean>;
};

/** Everything or nothing: the schema is made as it was, then all rows in one transaction. */
export async function restoreBackup(
  path: string,
  passphrase: string,
  { connection, log, placeKey }: Target,
): Promise<BackupSummary> {
  return withClient(connection, async (client) => {
    await requireEmpty(client);
    await verifyBackup(path, passphrase); // damage near the end must not leave a schema behind
    const target = createImport(client);
    let head: Head | undefined;
    const onHead = async (found: Head) => {
      await requireKnown(found);
      await client.query(`create table public.${RESTORE_MARKER} ()`);
      // Before any row: a database without its key would be given a new one at the next start.
      if (!(await placeKey(found.signingKey))) {
        await client.query(`drop table public.${RESTORE_MARKER}`);
        throw new BackupError(
          'The signing key of the backup differs from the configured one (SIGNING_KEY or DATA_DIR).',
        );
      }
      const until = found.migrations.at(-1)?.name;
      await migrate({ connection, log, isRestore: true, ...(until === undefined ? {} : { until }) });
      await target.begin();
      head = found;
    };
    const tables = await readBackup(path, passphrase, { onHead, onTable: target.openTable, onRow: target.addRow });
    if (head === undefined) throw new BackupError('The backup is empty.');
    await target.commit(head);
    return toSummary(head, tables);
  });
}

/** An older schema is brought forward by the next start; a newer or another one is not ours to guess. */
async function requireKnown({ migrations, version }: Head): Promise<void> {
  const known = new Map((await readMigrations()).map(({ name, sha256 }) => [name, sha256]));
  const strange = migrations.find(({ name, sha256 }) => known.get(name) !== sha256);
  if (strange !== undefined)
    throw new BackupError(
      `The backup was made by version ${version} with the migration ${strange.name}, which this version does not have. Restore it with that version.`,
    );
}
