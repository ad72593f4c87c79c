import { InboxMail, listOf } from '@assay/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEV } from '../../testing/developer.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const register = (email: string) => server.post(`${DEV}/register`, { email, acceptTerms: true });
const fetchWithHost = (host: string) => server.app.http.inject({ url: '/dev/inbox.json', headers: { host } });

describe('the development inbox', () => {
  it('shows mails newest first, page by page', async () => {
    for (const name of ['one', 'two', 'three']) await register(`${name}@example.org`);

    const first = listOf(InboxMail).parse((await server.get('/dev/inbox.json?limit=2')).body);
    const second = listOf(InboxMail).parse(
      (await server.get(`/dev/inbox.json?limit=2&cursor=${first.nextCursor}`)).body,
    );

    expect(first.items.map(({ to }) => to)).toEqual(['three@example.org', 'two@example.org']);
    expect(second.items.map(({ to }) => to)).toEqual(['one@example.org']);
    expect(second.nextCursor).toBeNull();
  });

  it('escapes the text of third parties', async () => {
    await register(`"<img/src=x>"@example.org`);
    const { headers, text } = await server.get('/dev/inbox', { accept: 'text/html' });

    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(text).toContain('<nav aria-label="Main"');
    expect(text).toContain('one@example.org');
    expect(text).not.toContain('<img');

    const named = { email: 'named@example.org', displayName: '<script>alert(1)</script>', acceptTerms: true };
    await server.post(`${DEV}/register`, named);
    expect((await server.get('/dev/inbox')).text).not.toContain('<script>alert');
  });

  it('is closed to pages of another origin, and to requests with a foreign host name', async () => {
    const { headers } = await server.get('/dev/inbox.json', { origin: 'https://evil.example' });

    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect((await fetchWithHost('127.0.0.1:8080')).statusCode).toBe(200);
    expect((await fetchWithHost('rebound.evil.example')).statusCode).toBe(404);
    expect((await fetchWithHost('127.0.0.1.evil.example')).statusCode).toBe(404);
    const page = (headers: Record<string, string>) => server.app.http.inject({ url: '/dev/inbox', headers });
    await register('secret@example.org');
    for (const headers of [
      { host: 'rebound.evil.example' },
      { host: '127.0.0.1:8080', 'x-forwarded-for': '203.0.113.7' },
    ]) {
      const { statusCode, body } = await page({ ...headers, accept: 'text/html' });
      expect([headers, statusCode, body.includes('secret@example.org')]).toEqual([headers, 404, false]);
    }
    expect((await page({ host: '127.0.0.1:8080' })).body).toContain('secret@example.org');
  });

  it.each([
    ['a mail server', { SMTP_URL: 'smtp://127.0.0.1:1' }],
    ['an address that others reach', { HOST: '0.0.0.0', RATE_LIMITS: undefined }],
  ])('does not exist with %s', async (_, env) => {
    const elsewhere = await startTestServer({ env });

    const answer = await elsewhere.get('/dev/inbox.json');
    await elsewhere.close();

    expect(answer).toMatchObject({ status: 404, body: { code: 'route_not_found' } });
  });
});
