import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import type { DatabaseLog } from './database.ts';
import { DATABASE_LIMITS, type DatabaseConnection } from './pool.ts';

export const MIGRATIONS_DIRECTORY = fileURLToPath(new URL('../../../migrations/', import.meta.url));

/** The advisory lock of all migrating processes. An arbitrary constant that nothing else locks. */
const MIGRATION_LOCK = 7_221_450_318;

const CREATE_JOURNAL = `
  create table if not exists applied_migrations (
    name text primary key,
    sha256 text not null,
    applied_at timestamptz not null default now()
  )`;

/**
 * The last of the files that replaced all migrations from before the first release. A database with exactly those old
 * migrations has the same schema, so only its journal is rewritten.
 */
export const BASELINE_END = '0011-world.sql';
/** The output of `sha256sum *.sql | sha256sum` in the folder of those migrations. */
const BEFORE_BASELINE = {
  first: '0001-foundation.sql',
  count: 47,
  sha256: '4f221c3a4a7e7376d1939066a99515ad5f87320f17f074332617ec4240723125',
  commit: 'de7aaac3',
} as const;

/**
 * Exists from the first step of a restore to its last. A service on half of a restore would sign with the restored key
 * what contradicts the certificates that are missing.
 */
export const RESTORE_MARKER = 'unfinished_restore';

export type Migration = { name: string; sql: string; sha256: string };
type AppliedMigration = Pick<Migration, 'name' | 'sha256'>;

export class MigrationError extends Error {
  override name = 'MigrationError';
}

type MigrateOptions = {
  connection: DatabaseConnection;
  directory?: string;
  log: DatabaseLog;
  /** The last migration to apply. Undefined applies all. */
  until?: string;
  /** Whether a restore migrates the database. Nothing else may use the database of an unfinished restore. */
  isRestore?: boolean;
};

/** Migrates the database to the newest schema. Safe to call from several processes at once. */
export async function migrate({
  connection,
  directory = MIGRATIONS_DIRECTORY,
  log,
  until,
  isRestore = false,
}: MigrateOptions): Promise<void> {
  const migrations = (await readMigrations(directory)).filter(({ name }) => until === undefined || name <= until);
  const client = new Client({
    ...connection,
    application_name: 'assay migrate',
    connectionTimeoutMillis: DATABASE_LIMITS.connectMs,
  });
  client.on('error', (error) => log.warn({ err: error }, 'migration connection lost'));
  await client.connect();
  try {
    // A session lock: it ends with the connection, even if this process is killed.
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    if (!isRestore) await refuseUnfinishedRestore(client);
    await client.query(CREATE_JOURNAL);
    if (isBeforeBaseline(await readApplied(client))) {
      await replaceJournal(
        client,
        migrations.filter(({ name }) => name <= BASELINE_END),
      );
      log.info({ baseline: BASELINE_END }, 'database adopted: its schema equals the baseline');
    }
    const version = await readServerVersion(client);
    for (const { sql, ...migration } of findPending(migrations, await readApplied(client))) {
      await apply(client, { ...migration, sql: toServerSql(sql, version) });
      log.info({ migration: migration.name }, 'migration applied');
    }
  } finally {
    await client.end();
  }
}

async function refuseUnfinishedRestore(client: Client): Promise<void> {
  const { rows } = await client.query('select to_regclass($1) as marker', [`public.${RESTORE_MARKER}`]);
  if (rows[0]?.marker !== null)
    throw new MigrationError(
      'A restore into this database has not finished. Restore the backup again, into an empty DATA_DIR or a new database.',
    );
}

export async function readMigrations(directory = MIGRATIONS_DIRECTORY): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(directory, name), 'utf8');
      return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/** True for exactly the migrations that the baseline replaced. Throws if some are missing or different. */
function isBeforeBaseline(applied: readonly AppliedMigration[]): boolean {
  const { first, count, sha256, commit } = BEFORE_BASELINE;
  if (applied[0]?.name !== first) return false;
  const list = applied.map((migration) => `${migration.sha256}  ${migration.name}\n`).join('');
  if (createHash('sha256').update(list).digest('hex') === sha256) return true;
  throw new MigrationError(
    `This database has ${applied.length} migrations from before the baseline schema, ${first} to ${applied.at(-1)?.name}, and they are ` +
      `not exactly the ${count} that the baseline replaced. Start commit ${commit}, the last version before the baseline, on it ` +
      'once: it applies the missing migrations or names the one that differs. Then start this version again.',
  );
}

/** The applied migrations must be an unchanged prefix of the files on disk. Returns the rest. */
export function findPending(migrations: readonly Migration[], applied: readonly AppliedMigration[]): Migration[] {
  for (const [index, { name, sha256 }] of applied.entries()) {
    const onDisk = migrations[index];
    if (onDisk?.name !== name) throw new MigrationError(explainMisfit(migrations, name, onDisk));
    if (onDisk.sha256 !== sha256) {
      throw new MigrationError(
        `Migration ${name} was changed after it was applied to this database. Restore the file and put the change into a new migration.`,
      );
    }
  }
  return migrations.slice(applied.length);
}

function explainMisfit(migrations: readonly Migration[], applied: string, onDisk: Migration | undefined): string {
  if (onDisk && migrations.some(({ name }) => name === applied)) {
    return `Migration ${onDisk.name} sorts before ${applied}, which is already applied. Give it a later name.`;
  }
  return `This database has migration ${applied}, which this program does not know. Start the newer program that applied it.`;
}

const COLUMN_STORAGE_SINCE = 160_000;

/** For servers that cannot set a column's storage in CREATE TABLE, as 0007 does. Migration 0090 sets it in all databases. */
export const toServerSql = (sql: string, version: number): string =>
  version < COLUMN_STORAGE_SINCE ? sql.replaceAll(' bytea STORAGE EXTERNAL', ' bytea') : sql;

async function readServerVersion(client: Client): Promise<number> {
  const { rows } = await client.query<{ server_version_num: string }>('SHOW server_version_num');
  return Number(rows[0]?.server_version_num);
}

async function readApplied(client: Client): Promise<AppliedMigration[]> {
  // Byte order, like `sort()` above, whatever the collation of an external database.
  const { rows } = await client.query<AppliedMigration>(
    'select name, sha256 from applied_migrations order by name collate "C"',
  );
  return rows;
}

/** A single statement, so that a crash leaves one of the two journals complete. The two share no name. */
async function replaceJournal(client: Client, migrations: readonly Migration[]): Promise<void> {
  await client.query(
    `with replaced as (delete from applied_migrations)
     insert into applied_migrations (name, sha256) select * from unnest($1::text[], $2::text[])`,
    [migrations.map(({ name }) => name), migrations.map(({ sha256 }) => sha256)],
  );
}

async function apply(client: Client, { name, sql, sha256 }: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(sql);
    await client.query('insert into applied_migrations (name, sha256) values ($1, $2)', [name, sha256]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined); // the lost connection may be the cause
    throw new MigrationError(`Migration ${name} failed and was rolled back.`, { cause: error });
  }
}
