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
    expect(answer.headers.get('vary')).toBe('Accept');
    expect(answer.text).toContain(`GET ${BASE_URL}/api/v1/public/certificates/<certificateId>/verify`);
    expect(answer.text).not.toMatch(/\{(api|player|base_url)\}/);
  });

  it('is JSON for a client that asks for it, with the same text and every open route', async () => {
    const markdown = await server.get('/api/v1/public/agent-guide');

    const { body, headers } = await server.get('/api/v1/public/agent-guide', { accept: 'application/json' });

    expect(headers.get('vary')).toBe('Accept');
    expect(body).toMatchObject({ service: 'Assay', version: TEST_VERSION, baseUrl: BASE_URL, markdown: markdown.text });
    const { routes } = body as { routes: { name: string; url: string }[] };
    expect(routes.find(({ name }) => name === 'verifyCertificate')?.url).toBe(
      `${BASE_URL}/api/v1/public/certificates/:id/verify`,
    );
  });

  it('names only addresses that answer', async () => {
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
  it('points at guide, OpenAPI and feed, and each of them answers', async () => {
    const { text, headers } = await server.get('/llms.txt');
    const links = [...text.matchAll(/\]\((http:\/\/assay\.localhost[^)]+)\)/g)].map(([, url = '']) => url);

    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(links).toHaveLength(3);
    for (const link of links) expect((await server.get(link.replace(BASE_URL, ''))).status).toBe(200);
  });
});

describe('the reference page', () => {
  it('shows every operation of the OpenAPI document, runs nothing and loads nothing', async () => {
    const { text, headers } = await server.get('/reference');
    const document = JSON.parse((await server.get('/.well-known/openapi.json')).text);
    const operationIds = Object.values(document.paths as Record<string, Record<string, { operationId: string }>>)
      .flatMap((methods) => Object.values(methods))
      .map(({ operationId }) => operationId);

    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'/,
    );
    expect(text).not.toMatch(/<script|<link|<img|\son\w+=|style=/);
    expect(operationIds.length).toBeGreaterThan(100);
    for (const id of operationIds) expect(text).toContain(`<details id="${id}">`);
  });
});

describe('the OpenAPI documents', () => {
  it.each([
    '/.well-known/openapi.json',
    '/certsvc/v1/.well-known/openapi.json',
    '/api/v1/public/openapi.json',
    '/certsvc/v1/openapi.json',
  ])(
    'fit the schema that the OpenAPI Initiative publishes for 3.1, and no reference leads nowhere: %s',
    async (path) => {
      const { text } = await server.get(path);

      expect(await validate(text)).toMatchObject({ valid: true, version: '3.1', errors: [] });
      expect(await validate(text.replace('"responses":', '"replies":'))).toMatchObject({ valid: false });
      expect(await validate(text.replace('"$ref":"#/components/schemas/', '$&Missing'))).toMatchObject({
        valid: false,
      });
    },
  );

  it('are of version 3.1, cacheable, and refer only to what they contain', async () => {
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

  it('point to the documentation that problems point to', async () => {
    expect((await server.get('/.well-known/openapi.json')).body).toMatchObject({
      externalDocs: { url: 'https://docs.example' },
    });
    expect((await server.get('/nowhere')).body).toMatchObject({
      type: 'https://docs.example/problems/route_not_found',
    });
  });
});

describe('the probes', () => {
  it('say that the process lives and can work', async () => {
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
