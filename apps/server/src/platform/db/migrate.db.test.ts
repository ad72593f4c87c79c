import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
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
beforeEach(async () => {
  [folder, database] = await Promise.all([createTemporaryFolder(), createTestDatabase({ migrate: false })]);
});
afterEach(() => Promise.all([folder.remove(), database.close()]));

const put = (name: string, sql: string): Promise<void> => writeFile(join(folder.path, name), sql);
const run = (): Promise<void> => migrate({ connection: database.connection, directory: folder.path, log: silentLog });
const names = async (): Promise<unknown[]> =>
  (await database.pool.query('select name from applied_migrations order by name')).rows.map(({ name }) => name);

describe('migrate', () => {
  it('applies each file once, in the order of their names', async () => {
    await put('0002-fill.sql', 'insert into steps values (2);');
    await put(
      '0001-make.sql',
      'create table steps (number int);\n--> statement-breakpoint\ninsert into steps values (1);',
    );
    await put('readme.txt', 'not sql');

    await run();
    await put('0003-more.sql', 'insert into steps values (3);');
    await run();

    expect((await database.pool.query('select number from steps')).rows).toEqual(
      [1, 2, 3].map((number) => ({ number })),
    );
    expect(await names()).toEqual(['0001-make.sql', '0002-fill.sql', '0003-more.sql']);
  });

  it('applies each file once when several processes start together', async () => {
    await put('0001-make.sql', 'create table steps (number int); insert into steps values (1);');

    await Promise.all([run(), run(), run(), run()]);

    expect((await database.pool.query('select number from steps')).rows).toEqual([{ number: 1 }]);
  });

  it('leaves no trace of a file that fails, and continues there after a repair', async () => {
    await put('0001-make.sql', 'create table steps (number int);');
    await put('0002-bad.sql', "insert into steps values (1); insert into steps values ('one');");

    await expect(run()).rejects.toMatchObject({ name: 'MigrationError', cause: { code: '22P02' } });
    expect((await database.pool.query('select number from steps')).rows).toEqual([]);
    await put('0002-bad.sql', 'insert into steps values (1);');
    await run();

    expect((await database.pool.query('select number from steps')).rows).toEqual([{ number: 1 }]);
  });

  it('refuses a database with an applied file that has changed since', async () => {
    await put('0001-make.sql', 'create table steps (number int);');
    await run();

    await put('0001-make.sql', 'create table steps (number bigint);');

    await expect(run()).rejects.toThrow('0001-make.sql was changed after it was applied');
  });

  it('refuses to start without its migrations', async () => {
    await rm(folder.path, { recursive: true });

    await expect(run()).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
