import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

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
