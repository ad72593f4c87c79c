import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { silentLog } from '../../testing/silent-log.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createLogger, runInContext } from '../log/index.ts';
import { createJobs } from './index.ts';
import { jobStore } from './jobs.store.ts';
import { createRepeating } from './repeating.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { ASSAY_ROLES: 'api,worker' } });
});
afterAll(() => server.close());

describe('a worker', () => {
  it('schedules its repeating jobs and reports a healthy queue', async () => {
    const { rows } = await server.database.pool.query('SELECT name FROM repeating_jobs WHERE due_at > now()');

    expect(rows).toContainEqual({ name: 'nonces.delete-expired' });
    expect((await server.get('/readyz')).body).toMatchObject({
      checks: { queue: { ok: true, latencyMs: null, detail: null } },
    });
  });

  it('removes expired nonces and no others', async () => {
    const nonces = () => server.database.pool.query('SELECT nonce FROM nonces').then(({ rowCount }) => rowCount);
    await server.get('/api/v1/auth/nonce');
    server.clock.advance(601_000);
    await server.get('/api/v1/auth/nonce');
    expect(await nonces()).toBe(2);

    // Makes the ten-minute job due at once.
    const due = "UPDATE repeating_jobs SET due_at = now() WHERE name = 'nonces.delete-expired'";
    await server.database.pool.query(due);

    await vi.waitFor(async () => expect(await nonces()).toBe(1), { timeout: 60_000 });
  });
});

describe('a queue', () => {
  it('hands out at most the requested number of jobs, whatever plan PostgreSQL chooses', async () => {
    const keys = Array.from({ length: 20 }, (_, n) => `key-${n}`);

    const taken = await server.database.db.transaction(async (tx) => {
      for (const way of ['hashjoin', 'mergejoin', 'hashagg', 'sort', 'material'])
        await tx.execute(`SET LOCAL enable_${way} = off`);
      await jobStore(tx).send('test.room', keys);
      return jobStore(tx).take('test.room', 2);
    });

    expect(taken.map(({ key }) => key).toSorted()).toEqual(['key-0', 'key-1']);
  });

  it('holds the jobs of committed transactions, once per waiting key, and none of a rolled-back one', async () => {
    const { db } = server.database;
    const bus = { on: () => () => true }; // no notice arrives: polling alone has to find the jobs
    const jobs = createJobs({ db, bus, log: silentLog });
    onTestFinished(() => jobs.stop());
    const undone = db.transaction(async (tx) => {
      await jobs.send(tx, 'test.queue', ['never']);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await db.transaction((tx) => jobs.send(tx, 'test.queue', ['one', 'two']));
    await db.transaction((tx) => jobs.send(tx, 'test.queue', ['one', 'fails']));

    const run: string[] = [];
    jobs.work({
      queue: 'test.queue',
      concurrency: 2,
      async run(key) {
        run.push(key);
        if (key === 'fails') throw new Error('this job fails');
      },
    });

    await vi.waitFor(() => expect([...run].sort()).toEqual(['fails', 'one', 'two']), { timeout: 60_000 });
    await db.transaction((tx) => jobs.send(tx, 'test.queue', ['one']));
    await vi.waitFor(() => expect(run).toHaveLength(4), { timeout: 60_000 });
    expect(run.at(-1)).toBe('one');
  });

  it('runs a job, and the jobs that it sends, with the id of the request in every log line', async () => {
    const { db } = server.database;
    const lines: string[] = [];
    const log = createLogger('info', { write: (line) => lines.push(line) });
    const jobs = createJobs({ db, bus: { on: () => () => true }, log });
    onTestFinished(() => jobs.stop());
    const send = (key: string) => db.transaction((tx) => jobs.send(tx, 'caused.queue', [key]));
    await runInContext({ requestId: 'request-1' }, () => send('first'));

    jobs.work({
      queue: 'caused.queue',
      concurrency: 1,
      async run(key) {
        log.info('step');
        if (key === 'first') await send('second');
        else throw new Error('the second job fails');
      },
    });

    await vi.waitFor(() => expect(lines).toHaveLength(3), { timeout: 60_000 });
    const cause = { requestId: 'request-1', queue: 'caused.queue' };
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { ...cause, key: 'first', msg: 'step' },
      { ...cause, key: 'second', msg: 'step' },
      { ...cause, key: 'second', msg: 'a job failed' },
    ]);
  });

  it('does not hand out a waiting key until the transaction that sends it again has ended', async () => {
    const { db, pool } = server.database;
    const store = jobStore(db);
    await db.transaction((tx) => jobStore(tx).send('held.queue', ['key']));
    const { promise: isSent, resolve: tellSent } = Promise.withResolvers<void>();
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
    const sending = db.transaction(async (tx) => {
      await jobStore(tx).send('held.queue', ['key']);
      tellSent();
      await mayEnd;
    });
    await isSent;

    expect(await store.take('held.queue', 1)).toEqual([]);
    end();
    await sending;

    expect(await store.take('held.queue', 2)).toEqual([{ key: 'key', requestId: null }]);
    const { rowCount } = await pool.query("SELECT FROM waiting_jobs WHERE queue = 'held.queue'");
    expect(rowCount).toBe(0);
  });
});

describe('a repeating job', () => {
  it('is due again early after a failure, and on schedule after a success', async () => {
    const { db, pool } = server.database;
    const store = jobStore(db);
    const repeating = createRepeating({ store, log: silentLog });
    onTestFinished(() => repeating.stop());
    const run: string[] = [];
    const fail = async () => {
      run.push('fails');
      throw new Error('this work fails');
    };
    await repeating.add({ name: 'test.fails', everyMinutes: 60, run: fail });
    await repeating.add({ name: 'test.works', everyMinutes: 60, run: async () => void run.push('works') });
    await pool.query("UPDATE repeating_jobs SET due_at = now() WHERE name LIKE 'test.%'");

    repeating.start();

    await vi.waitFor(() => expect([...run].sort()).toEqual(['fails', 'works']), { timeout: 60_000 });
    const again = "SELECT name FROM repeating_jobs WHERE name LIKE 'test.%' AND due_at < now() + interval '6 minutes'";
    await vi.waitFor(async () => expect((await pool.query(again)).rows).toEqual([{ name: 'test.fails' }]), 60_000);
  });
});
