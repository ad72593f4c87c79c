import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueCertificate } from '../../testing/certificate-builder.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

describe('an unknown query parameter', () => {
  it('is refused with the known ones', async () => {
    const answer = await server.get('/api/v1/public/certificates?limt=5&q=pdf');

    expect(answer).toMatchObject({
      status: 422,
      body: { code: 'unknown_parameter', known: expect.arrayContaining(['q', 'limit', 'cursor']) },
    });
    expect((answer.body as { detail: string }).detail).toMatch(/^Unknown query parameter: "limt"\. Known parameters: /);
  });

  it('is refused by a route without parameters, and verify fails closed', async () => {
    const id = await issueCertificate(server);

    const answer = await server.get(`/api/v1/public/certificates/${id}/verify?cache=1`);

    expect(answer).toMatchObject({ status: 422, body: { code: 'unknown_parameter', known: [], valid: false } });
    expect((await server.get(`/api/v1/public/certificates/${id}/verify`)).status).toBe(200);
  });

  it('is refused on a POST before its body is validated', async () => {
    const answer = await server.post('/api/v1/public/verify/batch?dry=1', { items: [] });

    expect(answer).toMatchObject({ status: 422, body: { code: 'unknown_parameter' } });
  });

  it('is ignored by routes that serve pages and files', async () => {
    const pages = ['/?utm_source=x', '/api/v1/public/agent-guide?from=x', '/llms.txt?v=2'];

    const answers = await Promise.all(pages.map((path) => server.get(path)));

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  it('with an odd name is named without breaking the answer', async () => {
    const name = encodeURIComponent(`"><b>${'x'.repeat(500)}`);

    const answer = await server.get(`/api/v1/cities?${name}=1&__proto__=2`);

    expect(answer.status).toBe(422);
    expect((answer.body as { detail: string }).detail.length).toBeLessThan(300);
  });
});
