import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { createMemoryFolder, createTestDatabase, silentLog, type TemporaryFolder } from '../../testing/index.ts';
import { type DatabaseHome, openDatabaseHome } from './database-home.ts';

let folder: TemporaryFolder;
beforeEach(async () => {
  folder = await createMemoryFolder();
  await writeFile(join(folder.path, '0001-notes.sql'), 'create table notes (text text);');
});
afterEach(() => folder.remove());

const open = (databaseUrl?: string): Promise<DatabaseHome> =>
  openDatabaseHome({
    databaseUrl,
    dataDir: join(folder.path, 'data'),
    tmpDir: folder.path,
    log: silentLog,
    migrations: folder.path,
    onCrash(error) {
      throw error;
    },
  });

describe('openDatabaseHome', () => {
  it('starts its own migrated PostgreSQL when no URL is set', async () => {
    const home = await open();

    expect((await home.database.pool.query('select * from notes')).rows).toEqual([]);
    await home.stop();
  });

  it('uses the configured PostgreSQL and starts none', async () => {
    const given = await createTestDatabase({ migrate: false });
    const { user, password, host } = inject('postgres');
    const url = `postgresql://${user}:${password}@localhost/${given.connection.database}?host=${encodeURIComponent(host)}`;

    const home = await open(url);
    await home.database.pool.query("insert into notes values ('here')");
    await home.stop();

    expect((await given.pool.query('select text from notes')).rows).toEqual([{ text: 'here' }]);
    await given.close();
  });

  it('leaves no process running when a migration fails', async () => {
    await writeFile(join(folder.path, '0001-notes.sql'), 'create table;');
    await expect(open()).rejects.toThrow('Migration 0001-notes.sql failed');

    await writeFile(join(folder.path, '0001-notes.sql'), 'create table notes (text text);');

    await (await open()).stop();
  });
});
