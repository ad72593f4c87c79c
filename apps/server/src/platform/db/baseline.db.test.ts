import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readCatalog, readRowVersions } from '../../testing/catalog.ts';
import { insertEarlierRows, writeBaseline, writeMigrationsBeforeBaseline } from '../../testing/earlier-data.ts';
import {
  createTemporaryFolder,
  createTestDatabase,
  silentLog,
  type TemporaryFolder,
  type TestDatabase,
} from '../../testing/index.ts';
import { migrate } from './migrate.ts';

let folder: TemporaryFolder;
let database: TestDatabase;
let other: TestDatabase;
beforeEach(async () => {
  [folder, database, other] = await Promise.all([
    createTemporaryFolder(),
    createTestDatabase({ migrate: false }),
    createTestDatabase({ migrate: false }),
  ]);
});
afterEach(() => Promise.all([folder.remove(), database.close(), other.close()]));

type Write = (folder: string) => Promise<void>;
async function migrateWith({ connection }: TestDatabase, write: Write): Promise<void> {
  const directory = await mkdtemp(join(folder.path, 'migrations-'));
  await write(directory);
  await migrate({ connection, directory, log: silentLog });
}
const start = ({ connection }: TestDatabase): Promise<void> => migrate({ connection, log: silentLog });
const journal = async ({ pool }: TestDatabase): Promise<unknown[]> =>
  (await pool.query('SELECT name, sha256 FROM applied_migrations ORDER BY name COLLATE "C"')).rows;
/** Changes with every change of a table's definition and with every rewrite of its rows. */
const tableVersions = async ({ pool }: TestDatabase): Promise<unknown[]> =>
  (await pool.query(`SELECT oid, xmin::text, relfilenode FROM pg_class WHERE relname !~ '^applied_' ORDER BY oid`))
    .rows;

describe('the baseline', () => {
  it('creates the same schema as the migrations that it replaced, without rows', async () => {
    await migrateWith(database, writeMigrationsBeforeBaseline);
    await migrateWith(other, writeBaseline);

    expect(await readCatalog(other.pool)).toEqual(await readCatalog(database.pool));
    expect([await readRowVersions(other.pool), await readRowVersions(database.pool)]).toEqual([{}, {}]);
  });
});

describe('a database from before the baseline', () => {
  it('is adopted by a change of its journal only', async () => {
    await migrateWith(database, writeMigrationsBeforeBaseline);
    await insertEarlierRows(database.pool);
    const [rows, tables] = [await readRowVersions(database.pool), await tableVersions(database)];
    await migrateWith(other, writeBaseline);

    await migrateWith(database, writeBaseline);

    expect(await journal(database)).toEqual(await journal(other));
    expect(Object.keys(rows)).toContain('certificates');
    expect(await readRowVersions(database.pool)).toEqual(rows);
    expect(await tableVersions(database)).toEqual(tables);
  });

  it('behaves like a new one from then on', async () => {
    await migrateWith(database, writeMigrationsBeforeBaseline);

    await Promise.all([start(database), start(other)]);

    expect(await journal(database)).toEqual(await journal(other));
    expect(await readCatalog(database.pool)).toEqual(await readCatalog(other.pool));
  });

  it('is adopted once when several processes start together, and opens again', async () => {
    await migrateWith(database, writeMigrationsBeforeBaseline);

    await Promise.all([start(database), start(database), start(database), start(database)]);
    await start(database);

    await start(other);
    expect(await journal(database)).toEqual(await journal(other));
  });

  it('is refused unchanged while it lacks migrations, with the remedy', async () => {
    await migrateWith(database, (path) => writeMigrationsBeforeBaseline(path, 18));
    const before = await journal(database);

    await expect(start(database)).rejects.toThrow(
      /18 migrations .* 0001-foundation\.sql to 0018-canary-tasks\.sql, .* not exactly the 47 .* Start commit \w+, .* on it once/,
    );
    expect(await journal(database)).toEqual(before);
  });

  it.each([
    [
      'a migration was another file',
      `UPDATE applied_migrations SET sha256 = repeat('0', 64) WHERE name = '0070-world.sql'`,
    ],
    [
      'a migration has another name',
      `UPDATE applied_migrations SET name = '0070-worlds.sql' WHERE name = '0070-world.sql'`,
    ],
    ['a migration is missing in the middle', `DELETE FROM applied_migrations WHERE name = '0070-world.sql'`],
    ['it has one more', `INSERT INTO applied_migrations VALUES ('0152-more.sql', repeat('0', 64))`],
  ])('is refused unchanged when %s', async (_, change) => {
    await migrateWith(database, writeMigrationsBeforeBaseline);
    await database.pool.query(change);
    const before = await journal(database);

    await expect(start(database)).rejects.toThrow('not exactly the 47 that the baseline replaced');
    expect(await journal(database)).toEqual(before);
  });
});
