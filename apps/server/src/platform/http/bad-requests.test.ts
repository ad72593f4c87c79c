import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { ProblemDocument } from '@assay/protocol';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueCertificate } from '../../testing/certificate-builder.ts';
import { startTestServer, type TestServer, WIDE_LIMITS } from '../../testing/test-server.ts';

let server: TestServer;
let flagPath: string;
let comparePath: string;
beforeAll(async () => {
  server = await startTestServer({ env: WIDE_LIMITS });
  const id = await issueCertificate(server);
  flagPath = `/certsvc/v1/certificates/${id}/flag`;
  comparePath = `/api/v1/public/certificates/${id}/compare-skill-from-github`;
});
afterAll(() => server.close());

const BATCH = '/api/v1/public/verify/batch';
const JSON_TYPE = { 'content-type': 'application/json' };
const sendBody = (body: string, path = BATCH, headers: Record<string, string> = JSON_TYPE) =>
  server.request('POST', path, headers, body);

/** Writes lines to the socket that no HTTP library would send. */
async function sendRaw(lines: string): Promise<{ head: string; body: string }> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(lines);
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  return { head, body };
}

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

describe('a body', () => {
  it.each([
    ['empty of sense', 'hello'],
    ['cut off', '{"items": ['],
    ['with a duplicate key', '{"items": [], "items": []}'],
    ['with a duplicate key behind an escape', '{"items": [], "\\u0069tems": []}'],
    ['with text behind it', '{} {}'],
    ['with a number past 2^53', '{"items": [9007199254740993]}'],
    ['with a byte order mark', '\ufeff{}'],
    ['nested too deep', `{"items": ${nested(33)}}`],
    ['with NaN', '{"items": NaN}'],
    ['with a comment', '{} // yes'],
  ])('%s is malformed_request', async (_, body) => {
    const answer = await sendBody(body);

    expect([answer.status, answer.body]).toEqual([
      400,
      expect.objectContaining({ code: 'malformed_request', valid: false }),
    ]);
  });

  it.each([
    ['a lone surrogate', '{"items": [{"certificateId": "\\ud800"}]}'],
    ['U+0000', '{"items": [{"certificateId": "a\\u0000b"}]}'],
  ])('with %s in a string is refused with the pointer to that string', async (_, body) => {
    const answer = await sendBody(body);

    expect([answer.status, answer.body]).toEqual([
      422,
      expect.objectContaining({
        code: 'validation_failed',
        valid: false,
        errors: [expect.objectContaining({ pointer: '/items/0/certificateId' })],
      }),
    ]);
  });

  it('that is not UTF-8 is malformed_request', async () => {
    const response = await fetch(`${server.url}${BATCH}`, {
      method: 'POST',
      headers: JSON_TYPE,
      body: Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d),
    });

    expect(await response.json()).toMatchObject({ code: 'malformed_request' });
  });

  it.each([
    ['application/json', 422],
    ['text/plain', 415],
  ])('of %s that is announced but not sent is answered at once', async (type, status) => {
    const head = `POST ${BATCH} HTTP/1.1\r\nHost: assay\r\nContent-Type: ${type}\r\nConnection: close\r\n\r\n`;
    expect((await sendRaw(head)).head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  });

  it('of ordinary depth is accepted', async () => {
    expect((await sendBody(`{"items": ${nested(30)}}`)).status).toBe(422);
  });

  it.each([
    ['an array', '[]'],
    ['null', 'null'],
    ['a number', '7'],
    ['nothing', ''],
    ['wrong types', '{"items": "all"}'],
    ['wrong types inside', '{"items": [{"certificateId": 7}]}'],
  ])('that is %s fails validation with a pointer', async (_, body) => {
    const answer = await sendBody(body);

    expect(answer.status).toBe(422);
    const { code, errors } = ProblemDocument.parse(answer.body);
    expect(code).toBe('validation_failed');
    expect(errors?.every(({ pointer }) => pointer === '' || pointer.startsWith('/items'))).toBe(true);
  });

  it('larger than its route allows is body_too_large, one byte past the limit', async () => {
    const padded = (size: number) => `{"p":"${'x'.repeat(size - 8)}"}`;

    expect((await sendBody(padded(64 * 1024), flagPath)).status).toBe(422);
    expect((await sendBody(padded(64 * 1024 + 1), flagPath)).body).toMatchObject({
      status: 413,
      code: 'body_too_large',
    });
    expect((await sendBody(padded(1024 * 1024), comparePath)).status).toBe(422);
    expect((await sendBody(padded(1024 * 1024 + 1), comparePath)).body).toMatchObject({
      status: 413,
      code: 'body_too_large',
    });
  });

  it.each([
    ['text/plain'],
    ['application/x-www-form-urlencoded'],
    ['multipart/form-data; boundary=x'],
    ['application/merge-patch+json'],
    ['nonsense'],
  ])('of type %s is unsupported_media_type', async (type) => {
    const answer = await sendBody('{"items": []}', BATCH, { 'content-type': type });

    expect([answer.status, answer.body]).toEqual([415, expect.objectContaining({ code: 'unsupported_media_type' })]);
  });

  it('with unknown members is accepted where nothing is moved or changed', async () => {
    expect((await sendBody('{"items": [{"certificateId": "x", "colour": "red"}], "more": 1}')).status).toBe(200);
  });

  it('never causes an internal error, whatever JSON it is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), fc.constantFrom(BATCH, flagPath), async (value, path) => {
        expect([200, 400, 422]).toContain((await sendBody(JSON.stringify(value), path)).status);
      }),
      { numRuns: 60 },
    );
  });
});

describe('a refused request', () => {
  it('leaves no row behind, and its answer contains no internal text', async () => {
    const flag = { walletAddress: '0x00000000000000000000000000000000000000c1', category: 'OTHER' };
    const suspend = flagPath.replace('/certsvc/v1', '/api/v1/operator').replace('/flag', '/suspend');
    const refused = [
      () => sendBody(JSON.stringify({ ...flag, description: 7 }), flagPath),
      () => sendBody(JSON.stringify({ ...flag, description: 'x'.repeat(5_000) }), flagPath),
      () => sendBody('{"category":"OTHER","category":"SPAM"}', flagPath),
      () => sendBody('x'.repeat(65 * 1024), flagPath),
      () => sendBody(JSON.stringify(flag), flagPath, { 'content-type': 'text/plain' }),
      () => sendBody(JSON.stringify(flag), flagPath.replace(/certificates\/\w+/, `certificates/${'f'.repeat(4_000)}`)),
      () => sendBody(JSON.stringify({ reason: 'Too many keys, none of them right.' }), suspend),
      () => server.operate(suspend, { reason: 'short' }),
      () =>
        server.operate(suspend.replace(/certificates\/\w+/, `certificates/${'0'.repeat(24)}`), {
          reason: 'There is no such certificate.',
        }),
      () => server.get('/api/v1/public/certificates?status=MAYBE'),
    ];
    const before = await rowCounts();

    for (const send of refused) {
      const { status, text } = await send();
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
      expect(text).not.toMatch(/node_modules|\.ts:| {4}at |select |insert |relation |ECONN/i);
    }

    expect(await rowCounts()).toEqual(before);
  });

  async function rowCounts(): Promise<Record<string, number>> {
    const { pool } = server.database;
    const { rows } = await pool.query<{ name: string }>(
      "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1",
    );
    const counts: Record<string, number> = {};
    for (const { name } of rows) {
      const counted = await pool.query<{ count: number }>(`SELECT count(*)::int AS count FROM "${name}"`);
      counts[name] = counted.rows[0]?.count ?? 0;
    }
    return counts;
  }
});

describe('a path', () => {
  it.each(['/nowhere', '/api/v2', '/api/v1/public', '/api/v2/public/overview', '//', '/api/v1/public/overview/'])(
    'that is not declared is route_not_found: %s',
    async (path) => {
      const answer = await server.get(path);

      expect([answer.status, answer.body]).toEqual([404, expect.objectContaining({ code: 'route_not_found' })]);
      expect(answer.headers.get('cache-control')).toBe('no-cache');
    },
  );

  it('with a trailing slash is unknown', async () => {
    for (const path of ['/healthz/', `${flagPath}/`, '/.well-known/skill-store/'])
      expect((await server.get(path)).body).toMatchObject({ code: 'route_not_found' });
  });

  it.each([
    ['DELETE', '/api/v1/public/overview', 'OPTIONS, GET, HEAD'],
    ['POST', '/healthz', 'OPTIONS, GET, HEAD'],
    ['GET', BATCH, 'OPTIONS, POST'],
    ['PUT', '/api/v1/public/certificates/abc/verify', 'OPTIONS, GET, HEAD'],
    ['PATCH', '/certsvc/v1/certificates/abc/flag', 'OPTIONS, POST'],
  ])('answers other methods with 405 and the allowed ones: %s %s', async (method, path, allow) => {
    const answer = await server.request(method, path);

    expect([answer.status, answer.body]).toEqual([405, expect.objectContaining({ code: 'method_not_allowed' })]);
    expect(answer.headers.get('allow')).toBe(allow);
  });

  it('longer than eight KiB is malformed_request', async () => {
    const answer = await server.get(`/api/v1/public/certificates?q=${'x'.repeat(8_192)}`);

    expect([answer.status, answer.body]).toEqual([400, expect.objectContaining({ code: 'malformed_request' })]);
  });

  it('is shown in the problem as the caller sent it, without its query', async () => {
    const { body } = await server.get('/no%zzwhere?secret=1');

    expect(body).toMatchObject({ instance: '/no%zzwhere' });
  });
});

describe('a header', () => {
  it('longer than sixteen KiB is malformed_request, also on the fast path of verify', async () => {
    const verify = flagPath.replace('/flag', '/verify');
    expect((await server.get(verify)).status).toBe(200);
    for (const path of ['/api/v1/public/overview', verify]) {
      const longest = await server.get(path, { 'x-long': 'x'.repeat(16 * 1024) });
      const longer = await server.get(path, { 'x-long': 'x'.repeat(16 * 1024 + 1) });

      expect(longest.status).toBe(200);
      expect([longer.status, longer.body]).toEqual([400, expect.objectContaining({ code: 'malformed_request' })]);
    }
  });

  it('that a route reads and cannot parse is malformed_request', async () => {
    const answer = await server.get('/api/v1/stream?topics=flags', { 'last-event-id': 'the last one' });

    expect([answer.status, answer.body]).toEqual([400, expect.objectContaining({ code: 'malformed_request' })]);
  });

  it.each([
    [
      'all together longer than 32 KiB',
      `GET /healthz HTTP/1.1\r\nHost: a\r\n${'X: 123456789012\r\n'.repeat(2_200)}\r\n`,
    ],
    ['no HTTP at all', 'hello there\r\n\r\n'],
    ['a method nobody knows', 'BREW /healthz HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['a header without name', 'GET /healthz HTTP/1.1\r\nHost: a\r\n: x\r\n\r\n'],
    ['two lengths', `POST ${BATCH} HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}`],
    [
      'a length and chunks',
      `POST ${BATCH} HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}`,
    ],
  ])('block that is unreadable is malformed_request: %s', async (_, lines) => {
    const { head, body } = await sendRaw(lines);

    expect(head).toMatch(/^HTTP\/1\.1 400 /);
    expect(head).toMatch(/^x-content-type-options: nosniff/im);
    expect(head).toMatch(/^ratelimit-policy: "public"/im);
    expect(head).toMatch(/^content-type: application\/problem\+json/im);
    expect(ProblemDocument.parse(JSON.parse(body))).toMatchObject({ code: 'malformed_request' });
  });
});

describe('a page of another origin', () => {
  it('may send a preflight before it reads or flags', async () => {
    for (const path of ['/api/v1/public/overview', flagPath, BATCH]) {
      const answer = await server.request('OPTIONS', path, {
        origin: 'https://elsewhere.example',
        'access-control-request-method': 'POST',
      });
      expect(answer.status).toBe(204);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-allow-headers': expect.stringContaining('Content-Type'),
        'ratelimit-policy': expect.any(String),
        'x-request-id': expect.any(String),
      });
    }
  });

  it('gets no access to operator routes', async () => {
    const answer = await server.request('OPTIONS', '/api/v1/operator/queue', { origin: 'https://elsewhere.example' });

    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('an internal error', () => {
  it('is answered without its message, and marks a verify answer as not valid', async () => {
    await server.database.pool.query('ALTER TABLE certificate_reads RENAME TO certificate_reads_away');
    const answer = await server.get(
      `${flagPath.replace('/certsvc/v1', '/api/v1/public').replace('/flag', '/live-status')}`,
    );
    await server.database.pool.query('ALTER TABLE certificate_reads_away RENAME TO certificate_reads');

    expect(ProblemDocument.parse(answer.body)).toMatchObject({ status: 500, code: 'internal_error', valid: false });
    expect(answer.text).not.toMatch(/certificate_reads|relation|select|query|\.ts/i);
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(answer.headers.get('etag')).toBeNull();
  });
});
