import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { silentLog } from '../../testing/silent-log.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createJobs } from './index.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { ASSAY_ROLES: 'api,worker' } });
});
afterAll(() => server.close());

describe('a worker', () => {
  it('keeps its queue in a schema of its own, and says that it runs', async () => {
    const { rows } = await server.database.pool.query("SELECT name FROM jobs.queue WHERE name NOT LIKE '\\_\\_%'");

    expect(rows).toContainEqual({ name: 'nonces.delete-expired' });
    expect((await server.get('/readyz')).body).toMatchObject({
      checks: { queue: { ok: true, latencyMs: null, detail: null } },
    });
  });

  it('removes nonces whose time is over, and no others', async () => {
    const nonces = () => server.database.pool.query('SELECT nonce FROM nonces').then(({ rowCount }) => rowCount);
    await server.get('/api/v1/auth/nonce');
    server.clock.advance(601_000);
    await server.get('/api/v1/auth/nonce');
    expect(await nonces()).toBe(2);

    // What the schedule does every ten minutes, by hand.
    await server.database.pool.query("INSERT INTO jobs.job (name) VALUES ('nonces.delete-expired')");

    await vi.waitFor(async () => expect(await nonces()).toBe(1), { timeout: 10_000 });
  });
});

describe('a queue', () => {
  it('holds what a committed transaction put in, once for each waiting key, and nothing of one that was undone', async () => {
    const { db, connection } = server.database;
    const bus = { on: () => () => true }; // no notice arrives: the polling alone has to find them
    const jobs = createJobs({ connection, bus, isWorker: true, log: silentLog });
    onTestFinished(() => jobs.stop());
    const undone = db.transaction(async (tx) => {
      await jobs.send(tx, 'test.queue', ['never']);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await db.transaction((tx) => jobs.send(tx, 'test.queue', ['one', 'two']));
    await db.transaction((tx) => jobs.send(tx, 'test.queue', ['one', 'fails']));

    const run: string[] = [];
    await jobs.work({
      queue: 'test.queue',
      concurrency: 2,
      async run(key) {
        run.push(key);
        if (key === 'fails') throw new Error('this job fails');
      },
    });

    await vi.waitFor(() => expect([...run].sort()).toEqual(['fails', 'one', 'two']), { timeout: 10_000 });
    await db.transaction((tx) => jobs.send(tx, 'test.queue', ['one']));
    await vi.waitFor(() => expect(run).toHaveLength(4), { timeout: 10_000 });
    expect(run.at(-1)).toBe('one');
  });
});
