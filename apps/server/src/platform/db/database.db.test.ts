import { beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, silentLog, type TestDatabase } from '../../testing/index.ts';
import { openDatabase } from './database.ts';
import { sql } from './drizzle.ts';
import { statement } from './statement.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ migrate: false });
  return () => database.close();
});

describe('openDatabase', () => {
  it('returns int8 as bigint, beyond the range of a number', async () => {
    const { rows } = await database.pool.query('select 9007199254740993::int8 as amount');

    expect(rows).toEqual([{ amount: 9_007_199_254_740_993n }]);
  });

  it('returns timestamps as Date', async () => {
    const { rows } = await database.pool.query("select timestamptz '2025-01-02 03:04:05.678Z' as at");

    expect(rows).toEqual([{ at: new Date('2025-01-02T03:04:05.678Z') }]);
  });

  it('limits the time of every statement and names its program', async () => {
    const { rows } = await database.pool.query(
      "select current_setting('statement_timeout') as timeout, current_setting('application_name') as name",
    );

    expect(rows).toEqual([{ timeout: '30s', name: 'assay' }]);
  });

  it('rolls back a failed transaction', async () => {
    await database.pool.query('create table notes (text text not null)');

    const attempt = database.db.transaction(async (tx) => {
      await tx.execute(sql`insert into notes values ('kept?')`);
      throw new Error('changed my mind');
    });

    await expect(attempt).rejects.toThrow('changed my mind');
    expect((await database.pool.query('select * from notes')).rowCount).toBe(0);
  });

  it('lets pg_trgm find words of any alphabet', async () => {
    await database.pool.query('create extension pg_trgm');

    const { rows } = await database.pool.query("select similarity('привет', 'привет мир') > 0.4 as is_found");

    expect(rows).toEqual([{ is_found: true }]);
  });

  it('replaces a connection that is lost before its transaction began', async () => {
    const own = openDatabase({ connection: database.connection, log: silentLog, connectionsMax: 1 });
    own.pool.once('acquire', (client) => void client.end());

    const attempt = own.db.transaction((tx) => tx.execute(sql`select 1`));

    await expect(attempt).rejects.toThrow();
    expect((await own.db.transaction((tx) => tx.execute(sql`select 1 as one`))).rows).toEqual([{ one: 1 }]);
    await own.close();
  });

  it('survives the loss of a connection inside a transaction, which fails', async () => {
    const attempt = database.db.transaction(async (tx) => {
      const { rows } = await tx.execute(sql`select pg_backend_pid() as pid`);
      await withOtherConnection(`select pg_terminate_backend(${rows[0]?.pid})`);
      await tx.execute(sql`select 1`);
    });

    await expect(attempt).rejects.toThrow();
    expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });

  it('survives the loss of an idle connection', async () => {
    const { rows } = await database.pool.query('select pg_backend_pid() as pid');
    const lost = new Promise((resolve) => database.pool.once('remove', resolve));

    await withOtherConnection(`select pg_terminate_backend(${rows[0].pid})`);
    await lost;

    expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });
});

describe('openDatabase behind a pooler in transaction mode', () => {
  it('prepares no statement in a session, and limits each transaction', async () => {
    const own = openDatabase({ connection: database.connection, log: silentLog, connectionsMax: 1, isPooled: true });
    const read = statement<{ one: number }>('test_one', 'SELECT $1::int AS one');
    const limits = sql`SELECT current_setting('statement_timeout') AS timeout, current_setting('idle_in_transaction_session_timeout') AS idle`;

    expect(await read(own.db, [1])).toEqual([{ one: 1 }]);
    expect(await own.db.transaction((tx) => read(tx, [2]))).toEqual([{ one: 2 }]);

    expect((await own.pool.query('SELECT name FROM pg_prepared_statements')).rows).toEqual([]);
    expect((await own.db.transaction((tx) => tx.execute(limits))).rows).toEqual([{ timeout: '30s', idle: '1min' }]);
    expect((await own.db.execute(limits)).rows).toEqual([{ timeout: '0', idle: '0' }]);
    await own.close();
  });
});

async function withOtherConnection(statement: string): Promise<void> {
  const other = await createTestDatabase({ migrate: false });
  await other.pool.query(statement);
  await other.close();
}
