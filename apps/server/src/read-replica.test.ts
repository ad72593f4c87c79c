import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openDatabase } from './platform/db/index.ts';
import { openReadReplica, type ReadReplica } from './platform/db/read-replica.ts';
import { issueCertificate } from './testing/certificate-builder.ts';
import { silentLog } from './testing/index.ts';
import { type ReplicatedPostgres, startReplicatedPostgres } from './testing/replicated-postgres.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

/** Far longer than the test, so that the service keeps reading from the stale replica. */
const MAX_LAG_MS = 600_000;
const PATIENCE = { timeout: 60_000, interval: 50 };

let servers: ReplicatedPostgres;
let replica: ReadReplica;
let server: TestServer;
beforeAll(async () => {
  servers = await startReplicatedPostgres();
  const { connection } = servers.primary;
  const primary = openDatabase({ connection, log: silentLog });
  replica = openReadReplica({
    primary,
    connection: servers.replica.connection,
    maxLagMs: MAX_LAG_MS,
    log: silentLog,
  });
  server = await startTestServer({ database: { ...primary, replica, connection } });
  replica.start();
  await vi.waitFor(() => expect(replica.lagMs()).toBeLessThan(MAX_LAG_MS), PATIENCE);
});
afterAll(async () => {
  await server.close();
  await replica.stop();
  await server.database.close();
  await servers.close();
});

const replay = async (what: 'pause' | 'resume'): Promise<void> => {
  const admin = openDatabase({ connection: servers.replica.connection, log: silentLog });
  await admin.pool.query(`SELECT pg_wal_replay_${what}()`);
  const state = what === 'pause' ? 'paused' : 'not paused';
  await expect
    .poll(
      async () => (await admin.pool.query('SELECT pg_get_wal_replay_pause_state() AS state')).rows[0].state,
      PATIENCE,
    )
    .toBe(state);
  await admin.close();
};
const listed = async (): Promise<string[]> => {
  const { body } = await server.get('/api/v1/public/certificates?limit=100');
  return (body as { items: { id: string }[] }).items.map(({ id }) => id);
};

describe('a service with a stalled replica', () => {
  it('lists certificates from the replica, and verifies from the primary', async () => {
    const before = await issueCertificate(server);
    await expect.poll(listed, PATIENCE).toContain(before);
    await replay('pause');

    const id = await issueCertificate(server);
    await server.operate(`/api/v1/operator/certificates/${before}/suspend`, { reason: 'It leaks what it reads.' });

    expect(await listed()).not.toContain(id);
    const verify = async (one: string) => (await server.get(`/api/v1/public/certificates/${one}/verify`)).body;
    expect(await verify(id)).toMatchObject({ valid: true });
    expect(await verify(before)).toMatchObject({ valid: false, status: 'SUSPENDED' });
    expect((await server.get(`/api/v1/public/certificates/${before}/live-status`)).body).toMatchObject({
      valid: false,
    });
    await replay('resume');
    await expect.poll(listed, PATIENCE).toContain(id);
  });
});
