import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { SERVER_PROCESS_KEY, type ServerProcess, spawnServer } from './testing/server-process.ts';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';

const LIMIT_MS = 180_000;
const STATUS = /"port":(\d+),"msg":"health checks ready"/;

let database: TestDatabase;
let env: Record<string, string>;
let first: ServerProcess;
let url: string;
const statusUrlOf = (server: ServerProcess) => `http://127.0.0.1:${STATUS.exec(server.lastWords())?.[1]}`;
beforeAll(async () => {
  database = await createTestDatabase();
  const { host, port, user, password, database: name } = database.connection;
  const DATABASE_URL = `postgres://${user}:${password}@localhost:${port}/${name}?host=${encodeURIComponent(host)}&sslmode=disable`;
  env = { DATABASE_URL, SIGNING_KEY: '07'.repeat(32), ASSAY_ROLES: 'worker', STATUS_PORT: '0' };
  first = spawnServer({ env });
  await first.ready();
  url = statusUrlOf(first);
}, LIMIT_MS);
afterAll(async () => {
  first.kill('SIGTERM');
  await first.ended();
  await database.close();
});

describe('a process without an API', () => {
  it('answers health checks on STATUS_PORT, and nothing else', async () => {
    const statusOf = async (path: string, headers = {}) => (await fetch(url + path, { headers })).status;

    expect(await statusOf('/healthz')).toBe(200);
    expect(await statusOf('/readyz')).toBe(200);
    expect(await statusOf('/metrics')).toBe(401);
    expect(await statusOf('/metrics', { authorization: `Bearer ${SERVER_PROCESS_KEY}` })).toBe(200);
    expect(await statusOf('/api/v1/public/certificates')).toBe(404);
  });

  it(
    'is not ready while its database accepts no writes',
    async () => {
      const { pool } = database;
      await pool.query(`ALTER DATABASE "${database.connection.database}" SET default_transaction_read_only = on`);
      await pool.query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
      );
      await vi.waitFor(
        async () => {
          const answer = await fetch(`${url}/readyz`);
          expect([answer.status, await answer.text()]).toEqual([503, expect.stringContaining('takes no writes')]);
        },
        { timeout: LIMIT_MS },
      );
      await pool.query('SET default_transaction_read_only = off');
      await pool.query(`ALTER DATABASE "${database.connection.database}" RESET default_transaction_read_only`);
      await pool.query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
      );
      await vi.waitFor(async () => expect((await fetch(`${url}/readyz`)).status).toBe(200), { timeout: LIMIT_MS });
    },
    LIMIT_MS,
  );
});

describe('a second process on the database of another', () => {
  it(
    'refuses to start without a chain that both can reach, and says so in one line',
    async () => {
      const { code, stderr } = await spawnServer({ env }).ended();

      expect(code).toBe(1);
      expect(stderr).toMatch(/^Another process runs the embedded chain of this database\. Set CHAIN_RPC_URL .*\n$/);
    },
    LIMIT_MS,
  );
});

describe('a process that runs the world without an API', () => {
  it(
    'is not ready while the world is faulted',
    async () => {
      const world = spawnServer({ env: { ...env, ASSAY_ROLES: 'world', WORLD_TICK_MS: '0' } });
      await world.ready();
      const read = async () => {
        const answer = await fetch(`${statusUrlOf(world)}/readyz`);
        return { status: answer.status, body: await answer.json() };
      };
      await vi.waitFor(async () => expect(await read()).toMatchObject({ status: 200 }), { timeout: LIMIT_MS });

      const fault = { code: 'invariant', detail: 'I2: a mark from nowhere', tick: 0, at: new Date().toISOString() };
      await database.pool.query("UPDATE world SET state = 'FAULTED', fault = $1", [fault]);

      const body = { status: 'not_ready', failing: ['world'] };
      await vi.waitFor(async () => expect(await read()).toMatchObject({ status: 503, body }), { timeout: LIMIT_MS });
      world.kill('SIGTERM');
      await world.ended();
    },
    2 * LIMIT_MS,
  );
});
