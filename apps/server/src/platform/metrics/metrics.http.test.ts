import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { issueCertificate } from '../../testing/certificate-builder.ts';
import { OPERATOR, startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const WAIT = { timeout: 30_000, interval: 50 };

describe('the metrics', () => {
  it('name routes, methods and statuses, never ids or paths', async () => {
    const id = await issueCertificate(server);
    // The notice of a new certificate can arrive after its first answer, which is then not cached; the next one is.
    await vi.waitFor(async () => {
      await server.get(`/api/v1/public/certificates/${id}/verify`);
      expect((await server.get('/metrics', OPERATOR)).text).toContain('assay_verify_fast_total{status="200"} 1');
    }, WAIT);
    await server.get(`/api/v1/public/certificates/${'f'.repeat(24)}/verify`);
    await server.get('/a/path/of/an/unknown-caller');

    const { text, headers } = await server.get('/metrics', OPERATOR);

    expect(headers.get('content-type')).toMatch(/^text\/plain/);
    expect(text).toMatch(/^assay_http_requests_total\{route="verifyCertificate",method="GET",status="200"\} [1-9]/m);
    expect(text).toContain('assay_http_requests_total{route="verifyCertificate",method="GET",status="404"} 1');
    expect(text).toContain('assay_http_requests_total{route="unknown",method="GET",status="404"} 1');
    expect(text).toContain('assay_verify_fast_total{status="200"} 1');
    expect(text).toContain('assay_verify_answers_ready 1');
    expect(text).toMatch(/^process_cpu_seconds_total /m);
    expect(text).not.toContain(id);
    expect(text).not.toContain('unknown-caller');
  });
});
