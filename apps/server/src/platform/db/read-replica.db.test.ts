import { Problem } from '@assay/protocol';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { silentLog } from '../../testing/index.ts';
import { type ReplicatedPostgres, startReplicatedPostgres } from '../../testing/replicated-postgres.ts';
import { type OpenDatabase, openDatabase } from './database.ts';
import { sql } from './drizzle.ts';
import { openReadReplica, type ReadReplica } from './read-replica.ts';
import { statement } from './statement.ts';

const MAX_LAG_MS = 2_000;
const PATIENCE = { timeout: 60_000, interval: 20 };

let servers: ReplicatedPostgres;
let primary: OpenDatabase;
let admin: OpenDatabase;
let opened: ReadReplica[] = [];
beforeAll(async () => {
  servers = await startReplicatedPostgres();
  primary = openDatabase({ connection: servers.primary.connection, log: silentLog });
  admin = openDatabase({ connection: servers.replica.connection, log: silentLog });
  await primary.pool.query('CREATE TABLE notes (text text PRIMARY KEY)');
});
afterEach(async () => {
  await admin.pool.query('SELECT pg_wal_replay_resume()').catch(() => undefined);
  await Promise.all(opened.splice(0).map((replica) => replica.stop()));
});
afterAll(async () => {
  await Promise.all([primary.close(), admin.close()]);
  await servers.close();
});

function open(connection = servers.replica.connection): ReadReplica {
  const replica = openReadReplica({ primary, connection, maxLagMs: MAX_LAG_MS, log: silentLog });
  opened = [...opened, replica];
  replica.start();
  return replica;
}
const isReplica = statement<{ is_replica: boolean }>('test_is_replica', 'SELECT pg_is_in_recovery() AS is_replica');
const readsReplica = async ({ db }: ReadReplica): Promise<boolean> => (await isReplica(db, []))[0]?.is_replica ?? false;
const write = (text: string) => primary.pool.query('INSERT INTO notes VALUES ($1)', [text]);
const count = async ({ db }: ReadReplica, text: string): Promise<number> =>
  (await db.execute(sql`SELECT FROM notes WHERE text = ${text}`)).rowCount ?? 0;

describe('openReadReplica', () => {
  it('reads from the primary until the replica is proven, then from the replica', async () => {
    const replica = openReadReplica({
      primary,
      connection: servers.replica.connection,
      maxLagMs: MAX_LAG_MS,
      log: silentLog,
    });
    opened = [replica];
    expect([replica.lagMs(), await readsReplica(replica)]).toEqual([Number.POSITIVE_INFINITY, false]);

    replica.start();

    await expect.poll(() => readsReplica(replica), PATIENCE).toBe(true);
    const inTransaction = await replica.db.transaction((tx) => isReplica(tx, []));
    expect(inTransaction).toEqual([{ is_replica: true }]);
  });

  it('reads from the primary as soon as the lag exceeds the bound, and from the replica after it has caught up', async () => {
    const replica = open();
    await expect.poll(() => readsReplica(replica), PATIENCE).toBe(true);
    await admin.pool.query('SELECT pg_wal_replay_pause()');
    await expect
      .poll(
        async () => (await admin.pool.query('SELECT pg_get_wal_replay_pause_state() AS state')).rows[0].state,
        PATIENCE,
      )
      .toBe('paused');
    await write('during the pause');

    await expect.poll(() => replica.lagMs(), PATIENCE).toBeGreaterThan(MAX_LAG_MS);

    expect([await readsReplica(replica), await count(replica, 'during the pause')]).toEqual([false, 1]);
    await admin.pool.query('SELECT pg_wal_replay_resume()');
    await expect.poll(() => readsReplica(replica), PATIENCE).toBe(true);
    expect(await count(replica, 'during the pause')).toBe(1);
  });

  it('answers from the primary when the replica fails during use', async () => {
    const replica = open();
    await expect.poll(() => readsReplica(replica), PATIENCE).toBe(true);

    await servers.replica.stop();

    expect(await readsReplica(replica)).toBe(false);
    expect((await replica.db.transaction((tx) => isReplica(tx, [])))[0]?.is_replica).toBe(false);
    await servers.replica.start();
    await expect.poll(() => readsReplica(replica), PATIENCE).toBe(true);
  });

  it('never uses a server that follows another primary', async () => {
    const other = await startReplicatedPostgres();
    const replica = open(other.replica.connection);

    const since = performance.now();
    while (performance.now() - since < 2 * MAX_LAG_MS) expect(await readsReplica(replica)).toBe(false);

    await Promise.all(opened.splice(0).map((one) => one.stop()));
    await other.close();
  });

  it('reports an error of the statement itself without a second attempt', async () => {
    const replica = open();
    await expect.poll(() => readsReplica(replica), PATIENCE).toBe(true);

    const reject = async (): Promise<never> => {
      throw new Problem('actor_not_found');
    };
    await expect(replica.db.execute(sql`SELECT 1 / 0`)).rejects.toThrow();
    await expect(replica.db.transaction((tx) => tx.execute(sql`SELECT 1 / 0`))).rejects.toThrow();
    await expect(replica.db.transaction(reject)).rejects.toThrow(Problem);

    expect(replica.lagMs()).toBeLessThan(Number.POSITIVE_INFINITY);
  });

  it('answers from the primary when the connection breaks before the statement is sent', async () => {
    const replica = open();
    await expect.poll(() => readsReplica(replica), PATIENCE).toBe(true);
    let runs = 0;
    const brokenAtFirst = async (): Promise<number> => {
      runs += 1;
      if (runs === 1) throw Object.assign(new Error('write EPIPE'), { code: 'EPIPE', syscall: 'write' });
      return runs;
    };

    expect(await replica.db.transaction(brokenAtFirst)).toBe(2);
  });
});
