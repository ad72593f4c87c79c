import { createHash, randomUUID } from 'node:crypto';
import { Client, escapeIdentifier } from 'pg';
import { inject } from 'vitest';
import {
  MIGRATIONS_DIRECTORY,
  migrate,
  type OpenDatabase,
  openDatabase,
  readMigrations,
  type SocketConnection,
} from '../platform/db/index.ts';
import { copyDataDir } from './data-seed.ts';
import { silentLog } from './silent-log.ts';

export type TestDatabase = OpenDatabase & { connection: SocketConnection };

type TestDatabaseOptions = {
  /** Whether to create the schema of the program (the default). */
  migrate?: boolean;
};

/** A separate database for one test file; `close` drops it. */
export async function createTestDatabase({
  migrate: isMigrated = true,
}: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const name = `test_${randomUUID()}`;
  await administrate(async (admin) => {
    const template = isMigrated ? await ensureTemplate(admin) : 'template0';
    // Copying files takes a third of the time of writing every page to the WAL.
    const how = `template ${escapeIdentifier(template)} strategy file_copy`;
    await admin.query(`create database ${escapeIdentifier(name)} ${how}`);
  });
  const connection = { ...inject('postgres'), database: name };
  const database = openDatabase({ connection, log: silentLog });
  return {
    ...database,
    connection,
    async close() {
      await database.close();
      await administrate((admin) => admin.query(`drop database ${escapeIdentifier(name)} with (force)`));
    },
  };
}

async function administrate(work: (admin: Client) => Promise<unknown>): Promise<void> {
  const admin = new Client(inject('postgres'));
  await admin.connect();
  try {
    await work(admin);
  } finally {
    await admin.end();
  }
}

/** An arbitrary constant. Prevents two test files from building the template concurrently. */
const TEMPLATE_LOCK = 4_418_020_771;

/**
 * Migrating is slow, copying is fast. The template is named after the migrations, so that a change in watch mode builds
 * a new one.
 */
async function ensureTemplate(admin: Client): Promise<string> {
  const migrations = await readMigrations(MIGRATIONS_DIRECTORY);
  const content = createHash('sha256').update(migrations.map(({ sha256 }) => sha256).join());
  const name = `migrated_${content.digest('hex').slice(0, 16)}`;

  await admin.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
  const { rowCount } = await admin.query('select 1 from pg_database where datname = $1', [name]);
  if (rowCount === 0) await buildTemplate(admin, name);
  await admin.query('select pg_advisory_unlock($1)', [TEMPLATE_LOCK]);
  return name;
}

/** The template is renamed when it is complete, so that a failed migration leaves none. */
async function buildTemplate(admin: Client, name: string): Promise<void> {
  const draft = `draft_${randomUUID()}`;
  await admin.query(`create database ${escapeIdentifier(draft)} template template0`);
  await migrate({ connection: { ...inject('postgres'), database: draft }, log: silentLog });
  await admin.query(`alter database ${escapeIdentifier(draft)} rename to ${escapeIdentifier(name)}`);
}

/**
 * Copies a data directory as a first start leaves it, for tests of later starts. Creating PostgreSQL's files takes a
 * second.
 */
export const seedDataDir = (dataDir: string): Promise<void> => copyDataDir(inject('dataSeed'), dataDir);
