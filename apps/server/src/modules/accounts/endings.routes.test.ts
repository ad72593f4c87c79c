import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueCertificate } from '../../testing/certificate-builder.ts';
import { DEV, registerDeveloper } from '../../testing/developer.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

describe('the inbox of a development server', () => {
  it('is reachable only from this machine, not through a proxy', async () => {
    expect((await server.get('/dev/inbox.json')).status).toBe(200);
    const headers = ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip', 'x-forwarded-host', 'x-forwarded-server'];
    for (const header of [...headers, 'cf-connecting-ip', 'true-client-ip', 'x-original-forwarded-for', 'cdn-loop']) {
      expect([header, (await server.get('/dev/inbox.json', { [header]: '203.0.113.7' })).status]).toEqual([
        header,
        404,
      ]);
    }
  });
});

describe('a stream', () => {
  it('ends when its credential is revoked, and sends nothing more', async () => {
    const developer = await registerDeveloper(server, 'streaming@example.org');
    const stream = await fetch(`${server.url}/api/v1/stream?topics=certificates`, { headers: developer.headers });
    expect(stream.status).toBe(200);
    await developer.post(`${DEV}/logout`, {});

    await issueCertificate(server);

    expect(await stream.text()).not.toContain('certificate.issued');
  });
});

describe('a deleted account', () => {
  it('deletes its webhooks', async () => {
    const developer = await registerDeveloper(server, 'leaving@example.org');
    await server.database.pool.query(
      `INSERT INTO webhooks (id, owner, url, kinds, description, sealed_secret, state, created_at)
       SELECT gen_random_uuid(), 'account:' || id, 'https://hooks.example/in', ARRAY['certificate.*'], '', 'x', 'ACTIVE', now()
       FROM accounts WHERE email = 'leaving@example.org'`,
    );
    const deleted = await server.request('DELETE', `${DEV}/me`, developer.headers);
    const { rows } = await server.database.pool.query("SELECT FROM webhooks WHERE url = 'https://hooks.example/in'");

    expect([deleted.status, rows.length]).toEqual([204, 0]);
  });
});
