import { VerifyRecord } from '@assay/protocol';
import { buildManifest } from '@assay/protocol/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { issueCertificate } from '../../testing/certificate-builder.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { OPERATOR, soon, startTestServer, type TestServer } from '../../testing/test-server.ts';

/** Two servers on one database. They behave like two processes. */
let database: TestDatabase;
let one: TestServer;
let other: TestServer;
beforeAll(async () => {
  database = await createTestDatabase();
  [one, other] = await Promise.all([
    startTestServer({ database }),
    startTestServer({ database, env: { API_DISCLAIMER: 'The policy of tomorrow, on another process.' } }),
  ]);
});
afterAll(async () => {
  await Promise.all([one.close(), other.close()]);
  await database.close();
});

const REASON = { reason: 'It was found to leak what it reads.' };
const LISTENERS = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE datname = current_database() AND application_name = 'assay listener'`;
const verifyPath = (id: string) => `/api/v1/public/certificates/${id}/verify`;
const read = async (server: TestServer, id: string): Promise<VerifyRecord> =>
  VerifyRecord.parse((await server.get(verifyPath(id))).body);

async function inMemory(server: TestServer): Promise<number> {
  const { text } = await server.get('/metrics', OPERATOR);
  return Number(/^assay_verify_answers_ready (\d+)$/m.exec(text)?.[1]);
}

/** Waits until this process answers from memory. */
const keepInMemory = (server: TestServer, id: string) =>
  vi.waitFor(
    async () => {
      const before = await fastAnswers(server);
      await read(server, id);
      await read(server, id);
      expect((await fastAnswers(server)) - before).toBeGreaterThan(0);
    },
    { timeout: 60_000 },
  );

async function fastAnswers(server: TestServer): Promise<number> {
  const { text } = await server.get('/metrics', OPERATOR);
  return Number(/^assay_verify_fast_total\{status="200"\} (\d+)$/m.exec(text)?.[1]);
}

describe('a change by one process', () => {
  it('reaches verify on another process within a second: suspension', async () => {
    const id = await issueCertificate(one);
    await keepInMemory(other, id);

    await one.operate(`/api/v1/operator/certificates/${id}/suspend`, REASON);

    await soon(async () => expect(await read(other, id)).toMatchObject({ valid: false, status: 'SUSPENDED' }));
  });

  it('reaches verify on another process within a second: an opened and a dismissed flag', async () => {
    const id = await issueCertificate(one);
    await keepInMemory(other, id);
    const flag = {
      walletAddress: '0x00000000000000000000000000000000000000a1',
      category: 'DATA_EXFILTRATION',
      description: 'It sends the clipboard to an address of its author.',
    };
    expect((await one.post(`/certsvc/v1/certificates/${id}/flag`, flag)).status).toBe(202);
    expect(await read(other, id)).toMatchObject({ valid: true, activeFlagCount: 0 });

    await decideNewest('OPEN');
    await soon(async () => expect(await read(other, id)).toMatchObject({ valid: false, activeFlagCount: 1 }));
    await keepInMemory(other, id);

    await decideNewest('DISMISS');
    await soon(async () => expect(await read(other, id)).toMatchObject({ valid: true, activeFlagCount: 0 }));
  });

  it('never leaves the processes in disagreement for long: many changes, each read on both', async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, () => issueCertificate(one)));
    await Promise.all(ids.map((id) => Promise.all([read(one, id), read(other, id)])));

    await Promise.all(
      ids.map(async (id, index) => {
        const server = index % 2 === 0 ? one : other;
        await server.operate(`/api/v1/operator/certificates/${id}/revoke`, REASON);
        await Promise.all([read(one, id), read(other, id)]);
      }),
    );

    for (const id of ids)
      for (const server of [one, other])
        await soon(async () => expect(await read(server, id)).toMatchObject({ valid: false, revoked: true }));
  });

  async function decideNewest(decision: string): Promise<void> {
    const { body } = await one.get('/api/v1/operator/queue?kind=FLAG', OPERATOR);
    const [item] = (body as { items: { id: string }[] }).items;
    const answer = await one.operate(`/api/v1/operator/queue/${item?.id}/decide`, { decision, ...REASON });
    expect(answer.status).toBe(200);
  }
});

describe('the disclaimer', () => {
  it('follows the policy of the answering process, without a new certificate', async () => {
    const id = await issueCertificate(one, { manifest: buildManifest({ externalCalls: ['https://api.example/'] }) });

    const [today, tomorrow] = [await read(one, id), await read(other, id)];

    expect(tomorrow.apiDisclaimer).toBe('The policy of tomorrow, on another process.');
    expect(today.apiDisclaimer).not.toBe(tomorrow.apiDisclaimer);
    expect(today.payloadHash).toBe(tomorrow.payloadHash);
  });
});

describe('the answer memory', () => {
  it('is cleared when the listening connection is cut, and misses no change meanwhile', async () => {
    const id = await issueCertificate(one);
    await keepInMemory(one, id);

    await database.pool.query(LISTENERS);
    // This write sends no notification: only an answer from the database shows it.
    await database.pool.query(
      `UPDATE certificate_states SET status = 'SUSPENDED', status_reason = 'PLATFORM_DETERMINATION' WHERE certificate_id = $1`,
      [id],
    );

    await soon(async () => expect(await read(one, id)).toMatchObject({ valid: false, status: 'SUSPENDED' }));
    // Reads again from memory once the connection is back: answers from before the cut must be gone.
    await keepInMemory(one, id);
    expect(await read(one, id)).toMatchObject({ valid: false, status: 'SUSPENDED' });
  });

  it('is not used after five seconds without a heartbeat', async () => {
    const id = await issueCertificate(one);
    await keepInMemory(one, id);
    const before = await fastAnswers(one);

    one.clock.advance(5_001);
    await read(one, id);

    expect(await fastAnswers(one)).toBe(before);
    await keepInMemory(one, id);
  });
});

describe('without a database', () => {
  it('verify answers 503 with valid false on every verify route, and recovers', async () => {
    const lonely = await startTestServer();
    const id = await issueCertificate(lonely);
    await keepInMemory(lonely, id);
    const { database: name } = lonely.database.connection;

    await setReachable(name, false);
    await vi.waitFor(async () => expect(await inMemory(lonely)).toBe(0), { timeout: 60_000 });
    const answers = [
      await lonely.get(verifyPath(id)),
      await lonely.get(`/certsvc/v1/certificates/${id}/verify`),
      await lonely.get(`/api/v1/public/verify/by-digest/sha256:${'0'.repeat(64)}`),
      await lonely.post('/api/v1/public/verify/batch', { items: [{ certificateId: id }] }),
      await lonely.post('/api/v1/public/verify/batch', { items: [{ digest: `sha256:${'0'.repeat(64)}` }] }),
    ];
    const live = await lonely.get(`/api/v1/public/certificates/${id}/live-status`);
    const ready = await lonely.get('/readyz');
    const health = await lonely.get('/healthz');
    await setReachable(name, true);

    for (const { status, body } of answers)
      expect([status, body]).toEqual([503, expect.objectContaining({ code: 'status_stale', valid: false })]);
    expect(live.status).toBeGreaterThanOrEqual(500);
    expect(live.body).toMatchObject({ valid: false });
    expect([ready.status, ready.body]).toEqual([503, expect.objectContaining({ status: 'not_ready' })]);
    expect(health.status).toBe(200);
    await vi.waitFor(async () => expect((await lonely.get(verifyPath(id))).body).toMatchObject({ valid: true }), {
      timeout: 60_000,
    });
    await lonely.close();
  });

  /** Runs in another database of the cluster, because a database cannot close itself. */
  async function setReachable(name: string, isReachable: boolean): Promise<void> {
    await database.pool.query(`ALTER DATABASE "${name}" ALLOW_CONNECTIONS ${isReachable}`);
    if (!isReachable)
      await database.pool.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name]);
  }
});
