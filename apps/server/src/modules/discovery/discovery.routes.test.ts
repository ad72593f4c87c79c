import { type IncomingHttpHeaders, request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { validate } from '@scalar/openapi-parser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BASE_URL, startTestServer, TEST_VERSION, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { DOCS_URL: 'https://docs.example/' } });
});
afterAll(() => server.close());

describe('the agent guide', () => {
  it.each([
    {},
    { accept: '*/*' },
    { accept: 'text/markdown, application/json' },
    { accept: 'text/*, application/json' },
  ])('is Markdown for %o', async (headers) => {
    const answer = await server.get('/api/v1/public/agent-guide', headers);

    expect(answer.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(answer.headers.get('vary')).toBe('Accept, Accept-Encoding');
    expect(answer.text).toContain(`GET ${BASE_URL}/api/v1/public/certificates/<certificateId>/verify`);
    expect(answer.text).not.toMatch(/\{(api|player|base_url)\}/);
  });

  it('is JSON for a client that accepts JSON, with the same text and every open route', async () => {
    const markdown = await server.get('/api/v1/public/agent-guide');

    const { body, headers } = await server.get('/api/v1/public/agent-guide', { accept: 'application/json' });

    expect(headers.get('vary')).toBe('Accept, Accept-Encoding');
    expect(body).toMatchObject({ service: 'Assay', version: TEST_VERSION, baseUrl: BASE_URL, markdown: markdown.text });
    const { routes } = body as { routes: { name: string; url: string }[] };
    expect(routes.find(({ name }) => name === 'verifyCertificate')?.url).toBe(
      `${BASE_URL}/api/v1/public/certificates/:id/verify`,
    );
  });

  it('names only existing routes', async () => {
    const { text } = await server.get('/api/v1/public/agent-guide');
    const named = [...text.matchAll(/^(GET|POST) (http:\/\/assay\.localhost\S+)$/gm)];

    expect(named.length).toBeGreaterThanOrEqual(5);
    for (const [, method = '', url = ''] of named) {
      const path = url.replace(BASE_URL, '').replaceAll(/<\w+>/g, 'x');
      const answer = method === 'GET' ? await server.get(path) : await server.post(path, {});
      expect([url, answer.body]).not.toEqual([url, expect.objectContaining({ code: 'route_not_found' })]);
      expect(answer.status).not.toBe(405);
    }
  });

  it('is the same under the player prefix', async () => {
    const [one, other] = [await server.get('/api/v1/public/agent-guide'), await server.get('/certsvc/v1/agent-guide')];

    expect(other.text).toBe(one.text);
    expect(other.headers.get('etag')).toBe(one.headers.get('etag'));
  });
});

describe('llms.txt', () => {
  it('links the guide, OpenAPI and the feed, and each link works', async () => {
    const { text, headers } = await server.get('/llms.txt');
    const links = [...text.matchAll(/\]\((http:\/\/assay\.localhost[^)]+)\)/g)].map(([, url = '']) => url);

    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(links).toHaveLength(6);
    for (const link of links) expect((await server.get(link.replace(BASE_URL, ''))).status).toBe(200);
  });
});

describe('discovery', () => {
  it('links the API description in every answer, errors included', async () => {
    for (const path of ['/api/v1/public/overview', '/nowhere', '/healthz', '/api/v1/auth/keys'])
      expect([path, (await server.get(path)).headers.get('link')]).toEqual([
        path,
        '</.well-known/openapi.json>; rel="service-desc"; type="application/json"',
      ]);
  });

  it.each(['/api/v1', '/certsvc/v1'])('has an index at %s with working links', async (mount) => {
    const { body } = await server.get(mount);
    const { routes, links } = body as { routes: { href: string }[]; links: { rel: string; href: string }[] };

    expect(routes.length).toBeGreaterThan(20);
    expect(routes.every(({ href }) => href.startsWith(`${mount}/`))).toBe(true);
    for (const { rel, href } of links.filter(({ rel }) => rel !== 'mcp'))
      expect([rel, (await server.get(href.replace(BASE_URL, ''))).status]).toEqual([rel, 200]);
  });

  it('has a compact API description with every operation and one example each', async () => {
    const compact = JSON.parse((await server.get('/.well-known/openapi.compact.json')).text);
    const full = JSON.parse((await server.get('/.well-known/openapi.json')).text);
    const ids = Object.values(full.paths as object).flatMap((item) =>
      Object.values(item as Record<string, { operationId: string }>).map(({ operationId }) => operationId),
    );

    expect(compact.operations.map(({ id }: { id: string }) => id).sort()).toEqual(ids.sort());
    for (const { call, request, answer } of compact.operations)
      if (call.startsWith('POST')) expect([call, request ?? answer ?? null]).not.toEqual([call, undefined]);
    expect(compact.operations.find(({ id }: { id: string }) => id === 'submitPaid').request).toMatchObject({
      productType: 'SKILL',
    });
  });

  it('has a security.txt that has not expired', async () => {
    const { text, headers } = await server.get('/.well-known/security.txt');

    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(text).toMatch(/^Contact: https?:/m);
    const [, expires = ''] = /^Expires: (.+)$/m.exec(text) ?? [];
    expect(new Date(expires) > server.clock.now()).toBe(true);
  });

  it.each(['Contact', 'Policy', 'Canonical'])('has a %s in security.txt that exists', async (field) => {
    const { text } = await server.get('/.well-known/security.txt');
    const [, url = ''] = new RegExp(`^${field}: (.+)$`, 'm').exec(text) ?? [];

    expect((await server.get(url.replace('https://docs.example', '/docs').replace(BASE_URL, ''))).status).toBe(200);
  });
});

describe('an agent that follows error responses', () => {
  const nonce = { method: 'GET', href: '/api/v1/auth/nonce?purpose=link', why: expect.any(String) };

  it('is directed from RPC to wallet linking, and from there to the message to sign', async () => {
    const called = await server.post('/rpc/agent', { method: 'getAgentState', params: {} });
    const linked = await server.post('/api/v1/auth/link', {});

    expect([called.status, called.body]).toMatchObject([401, { ok: false, error: { details: { next: nonce } } }]);
    expect([linked.status, linked.body]).toMatchObject([
      422,
      {
        next: nonce,
        errors: [
          { pointer: '/message', detail: '`message` is required' },
          { pointer: '/signature', detail: '`signature` is required' },
        ],
      },
    ]);
    expect((await server.get(nonce.href)).status).toBe(200);
  });

  it('may call the agent RPC from a page with its own key, and never the operator RPC', async () => {
    const origin = 'https://agent.example';
    const preflight = (path: string) =>
      server.request('OPTIONS', path, { origin, 'access-control-request-method': 'POST' });

    expect((await preflight('/rpc/agent')).headers.get('access-control-allow-origin')).toBe('*');
    expect((await preflight('/rpc/agent')).headers.get('access-control-allow-credentials')).toBeNull();
    expect((await preflight('/rpc/admin')).headers.get('access-control-allow-origin')).toBeNull();
  });
});

/** Reads the raw response, because `fetch` decompresses it. */
const raw = (path: string, headers: Record<string, string>) =>
  new Promise<{ status: number | undefined; headers: IncomingHttpHeaders; body: Buffer }>((resolve, reject) => {
    const sent = request(server.url + path, { headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () =>
        resolve({ status: answer.statusCode, headers: answer.headers, body: Buffer.concat(parts) }),
      );
    });
    sent.on('error', reject).end();
  });

describe('compression', () => {
  const ask = async (path: string, encoding: string) => {
    const { status, headers } = await raw(path, { 'accept-encoding': encoding });
    return { status, headers };
  };

  it.each(['br', 'gzip'])(
    'by %s reduces the OpenAPI document to less than an eighth, with its own tag',
    async (encoding) => {
      const plain = await raw('/.well-known/openapi.json', { 'accept-encoding': 'identity' });
      const packed = await raw('/.well-known/openapi.json', { 'accept-encoding': encoding });
      const unpack = encoding === 'br' ? brotliDecompressSync : gunzipSync;

      expect(packed.headers['content-encoding']).toBe(encoding);
      expect(packed.headers.vary).toContain('Accept-Encoding');
      expect(packed.body.length * 8).toBeLessThan(plain.body.length);
      expect(unpack(packed.body).equals(plain.body)).toBe(true);
      expect(packed.headers.etag).toBe(plain.headers.etag?.replace(/"$/, `-${encoding}"`));
      const again = await raw('/.well-known/openapi.json', { 'if-none-match': packed.headers.etag ?? '' });
      expect(again.status).toBe(304);
    },
  );

  it.each([
    ['a client that accepts none', '/.well-known/openapi.json', 'identity'],
    ['a client that refuses it', '/.well-known/openapi.json', 'br;q=0, gzip;q=0'],
    ['a short answer', '/healthz', 'br'],
  ])('is not used for %s', async (_, path, encoding) => {
    expect((await ask(path, encoding)).headers['content-encoding']).toBeUndefined();
  });
});

describe('the MCP endpoint', () => {
  const HEADERS = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18' };
  const rpc = (method: string, params: object) => ({ jsonrpc: '2.0', id: 1, method, params });
  const call = (body: object, headers = {}) => server.post('/mcp', body, { ...HEADERS, ...headers });
  const resultOf = ({ text }: { text: string }) => {
    const line = text.startsWith('{') ? text : (/^data: (.+)$/m.exec(text)?.[1] ?? '{}');
    return JSON.parse(line).result;
  };

  it('matches its card, and lists the same tools', async () => {
    const { body } = await server.get('/.well-known/mcp.json');
    const { tools } = resultOf(await call(rpc('tools/list', {})));

    expect(body).toMatchObject({ endpoint: `${BASE_URL}/mcp`, transport: 'streamable-http' });
    expect(tools.map(({ name }: { name: string }) => name)).toEqual(
      (body as { tools: { name: string }[] }).tools.map(({ name }) => name),
    );
  });

  it('answers read tools, and returns errors as results with valid false', async () => {
    const guide = resultOf(await call(rpc('tools/call', { name: 'read_guide', arguments: {} })));
    const found = resultOf(await call(rpc('tools/call', { name: 'search_certificates', arguments: { q: 'notes' } })));
    const unknown = { name: 'verify_certificate', arguments: { certificateId: '0'.repeat(24) } };

    expect(JSON.stringify(guide)).toContain('/verify');
    expect(found.structuredContent).toMatchObject({ items: expect.any(Array) });
    expect(resultOf(await call(rpc('tools/call', unknown)))).toMatchObject({
      isError: true,
      structuredContent: { valid: false, error: { code: 'certificate_not_found' } },
    });
  });

  it('rejects pages of other origins, and does not stream', async () => {
    expect((await call(rpc('tools/list', {}), { origin: 'https://evil.example' })).body).toMatchObject({
      code: 'origin_not_allowed',
    });
    expect((await call(rpc('tools/list', {}), { origin: BASE_URL })).status).toBe(200);
    expect((await server.get('/mcp')).status).toBe(405);
  });
});

describe('the probes', () => {
  it('report liveness and readiness', async () => {
    expect((await server.get('/healthz')).body).toEqual({ status: 'ok' });
    const ready = await server.get('/readyz');
    expect([ready.status, ready.body]).toEqual([
      200,
      {
        status: 'ready',
        failing: [],
        checks: {
          database: { ok: true, latencyMs: expect.any(Number), detail: null },
          chain: null,
          queue: null,
          log: null,
          world: null,
        },
        version: TEST_VERSION,
      },
    ]);
    expect(ready.headers.get('cache-control')).toBe('no-store');
  });
});

describe('the OpenAPI documents', () => {
  it('have version 3.1, are cacheable, and contain every schema they refer to', async () => {
    for (const path of ['/.well-known/openapi.json', '/api/v1/public/openapi.json', '/certsvc/v1/openapi.json']) {
      const { body, text, headers } = await server.get(path);
      const references = new Set(
        [...text.matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)].map(([, a, b]) => `${a}/${b}`),
      );
      const { components } = body as { components: Record<string, Record<string, unknown>> };

      expect(body).toMatchObject({
        openapi: expect.stringMatching(/^3\.1\./),
        info: { version: TEST_VERSION },
        servers: [{ url: BASE_URL }],
      });
      expect(headers.get('etag')).not.toBeNull();
      expect(references.size).toBeGreaterThan(0);
      for (const reference of references) {
        const [kind = '', name = ''] = reference.split('/');
        expect([reference, components[kind]]).toEqual([
          reference,
          expect.objectContaining({ [name]: expect.anything() }),
        ]);
      }
    }
  });

  it('point to the same documentation as problems', async () => {
    expect((await server.get('/.well-known/openapi.json')).body).toMatchObject({
      externalDocs: { url: 'https://docs.example' },
    });
    expect((await server.get('/nowhere')).body).toMatchObject({
      type: 'https://docs.example/problems/route_not_found',
    });
  });

  const PATHS = [
    '/.well-known/openapi.json',
    '/certsvc/v1/.well-known/openapi.json',
    '/api/v1/public/openapi.json',
    '/certsvc/v1/openapi.json',
  ];
  // All documents are read first: the validator blocks the process for longer than an idle connection lives.
  let texts: ReadonlyMap<string, string>;
  beforeAll(async () => {
    texts = new Map(await Promise.all(PATHS.map(async (path) => [path, (await server.get(path)).text] as const)));
  });

  it.each(PATHS)('match the official schema for 3.1, and every reference resolves: %s', async (path) => {
    const text = texts.get(path) ?? '';

    expect(await validate(text)).toMatchObject({ valid: true, version: '3.1', errors: [] });
    expect(await validate(text.replace('"responses":', '"replies":'))).toMatchObject({ valid: false });
    expect(await validate(text.replace('"$ref":"#/components/schemas/', '$&Missing'))).toMatchObject({
      valid: false,
    });
  });
});
