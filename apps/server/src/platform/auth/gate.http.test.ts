import { randomUUID } from 'node:crypto';
import { createTestWallet } from '@assay/protocol/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GOD_API_KEY, OPERATOR, startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createLogger } from '../log/index.ts';

const DAY_MS = 86_400_000;
const QUEUE = '/api/v1/operator/queue';
const STREAM = '/api/v1/stream?topics=unheard-of';
const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });

const logged: string[] = [];
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ log: createLogger('trace', { write: (line) => logged.push(line) }) });
});
afterAll(() => server.close());

const mintToken = () => server.app.credentials.mintDeveloperToken(randomUUID());
const mintKey = () =>
  server.app.credentials.mintApiKey({ actorId: randomUUID(), walletAddress: createTestWallet(randomUUID()).address });

describe('the administrative key', () => {
  it('opens the operator routes', async () => {
    expect((await server.get(QUEUE, OPERATOR)).status).toBe(200);
    expect((await server.get(QUEUE, { authorization: `bearer ${GOD_API_KEY}` })).status).toBe(200);
  });

  it.each([
    ['none', {}],
    ['an empty one', bearer('')],
    ['a wrong one', bearer(`${GOD_API_KEY}x`)],
    ['another scheme', { authorization: `Basic ${GOD_API_KEY}` }],
    ['words behind it', bearer(`${GOD_API_KEY} ${GOD_API_KEY}`)],
    ['an over-long one', bearer('x'.repeat(513))],
  ])('is required: %s gets 401', async (_, headers) => {
    const answer = await server.get(QUEUE, headers);

    expect([answer.status, answer.body]).toEqual([401, expect.objectContaining({ code: 'unauthenticated' })]);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('is ignored in the URL', async () => {
    expect((await server.get(`${QUEUE}?access_token=${GOD_API_KEY}`)).status).toBe(401);
  });

  it('is checked before the body is read', async () => {
    const answer = await server.request('POST', `${QUEUE}/x/decide`, { 'content-type': 'application/json' }, '{{{{');

    expect(answer.status).toBe(401);
  });

  it('makes every operator route unavailable when it is not configured', async () => {
    const closed = await startTestServer({ env: { GOD_API_KEY: undefined } });

    for (const path of [QUEUE, '/api/v1/operator/audit-log', '/metrics']) {
      const answer = await closed.get(path, OPERATOR);
      expect([answer.status, answer.body]).toEqual([503, expect.objectContaining({ code: 'admin_disabled' })]);
    }
    await closed.close();
  });
});

describe('a developer token and an API key', () => {
  it('are refused on operator routes', async () => {
    const secrets = [(await mintToken()).token, (await mintKey()).apiKey];

    for (const secret of secrets) {
      const answer = await server.get(QUEUE, bearer(secret));
      expect([answer.status, answer.body]).toEqual([403, expect.objectContaining({ code: 'wrong_plane' })]);
    }
  });

  it('are accepted where a credential is optional; the administrative key is not', async () => {
    const secrets = [(await mintToken()).token, (await mintKey()).apiKey];

    for (const secret of secrets) expect((await server.get(STREAM, bearer(secret))).status).toBe(422);
    expect((await server.get(STREAM, OPERATOR)).status).toBe(403);
    expect((await server.get(STREAM)).status).toBe(422);
  });

  it('are refused when invalid where they are optional', async () => {
    const { token } = await mintToken();
    const last = token.endsWith('a') ? 'b' : 'a';

    for (const secret of [token.slice(0, -1) + last, token.toUpperCase(), 'dev_unknown', 'ak_unknown'])
      expect((await server.get(STREAM, bearer(secret))).status).toBe(401);
  });

  it('are ignored on routes that need none: an expired one does not prevent verification', async () => {
    const answer = await server.get('/api/v1/public/overview', bearer('dev_long_gone'));

    expect(answer.status).toBe(200);
  });

  it('expire: a token after its lifetime, and both on revocation', async () => {
    const { token } = await mintToken();
    const { apiKey, keyId } = await mintKey();
    const other = await mintToken();
    const row = await server.database.pool.query('SELECT principal_id FROM credentials WHERE id = $1', [keyId]);
    expect(await server.app.credentials.revoke(keyId, randomUUID())).toBe(false);
    expect(await server.app.credentials.revoke(keyId, row.rows[0].principal_id)).toBe(true);

    const revoked = await server.get(STREAM, bearer(apiKey));
    server.clock.advance(30 * DAY_MS + 1_000);
    const expired = [await server.get(STREAM, bearer(token)), await server.get(STREAM, bearer(other.token))];

    for (const { status, body } of [revoked, ...expired])
      expect([status, body]).toEqual([401, expect.objectContaining({ code: 'token_expired' })]);
  });

  it('are stored as digests only', async () => {
    const { token } = await mintToken();
    const { apiKey } = await mintKey();

    const { rows } = await server.database.pool.query('SELECT * FROM credentials');

    const stored = JSON.stringify(rows);
    for (const secret of [token, apiKey]) expect(stored).not.toContain(secret.split('_')[2]);
  });
});

describe('the log', () => {
  it('never shows a secret, even when its request fails with an internal error', async () => {
    const { token } = await mintToken();
    const { apiKey } = await mintKey();
    const signature = `0x${'5e'.repeat(65)}`;
    await server.database.pool.query('ALTER TABLE credentials RENAME TO credentials_away');
    await server.database.pool.query('ALTER TABLE operator_queue RENAME TO operator_queue_away');
    const body = { walletAddress: createTestWallet('w').address, nonce: 'a'.repeat(24), signature };
    const answers = [
      await server.get(STREAM, bearer(token)),
      await server.get(STREAM, bearer(apiKey)),
      await server.get(QUEUE, OPERATOR),
      await server.post(`/certsvc/v1/certificates/${'a'.repeat(24)}/flag`, body, bearer(apiKey)),
    ];
    await server.database.pool.query('ALTER TABLE credentials_away RENAME TO credentials');
    await server.database.pool.query('ALTER TABLE operator_queue_away RENAME TO operator_queue');

    for (const { status, body } of answers)
      expect([status, body]).toEqual([500, expect.objectContaining({ code: 'internal_error' })]);
    const lines = logged.join('');
    expect(lines).toContain('request failed');
    for (const secret of [token, apiKey, GOD_API_KEY, signature]) {
      expect(lines).not.toContain(secret);
      expect(lines).not.toContain(secret.split('_')[2] ?? secret);
    }
  });

  it('keeps the cause of an internal error out of the answer', async () => {
    await server.database.pool.query('ALTER TABLE operator_queue RENAME TO operator_queue_away');
    const { text, headers } = await server.get(QUEUE, OPERATOR);
    await server.database.pool.query('ALTER TABLE operator_queue_away RENAME TO operator_queue');

    expect(text).not.toMatch(/operator_queue|select|relation|drizzle|pg|\.ts|\.js/i);
    expect(JSON.parse(text)).toMatchObject({ requestId: headers.get('x-request-id'), status: 500 });
    expect(logged.join('')).toContain(String(headers.get('x-request-id')));
  });
});
