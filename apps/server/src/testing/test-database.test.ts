import { expect, it } from 'vitest';
import { createTestDatabase } from './index.ts';

it('gives every caller a migrated database of its own', async () => {
  const [one, two] = await Promise.all([createTestDatabase(), createTestDatabase()]);

  await one.pool.query('create table mine ()');

  expect((await one.pool.query("select to_regclass('applied_migrations') is not null as ok")).rows).toEqual([
    { ok: true },
  ]);
  expect((await two.pool.query("select to_regclass('mine') is null as ok")).rows).toEqual([{ ok: true }]);
  await Promise.all([one.close(), two.close()]);
});

it('drops the database when it is closed', async () => {
  const [gone, witness] = [await createTestDatabase(), await createTestDatabase({ migrate: false })];

  await gone.close();

  const left = await witness.pool.query('select 1 from pg_database where datname = $1', [gone.connection.database]);
  expect(left.rowCount).toBe(0);
  await witness.close();
});
