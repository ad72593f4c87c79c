import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startTestServer } from '../../testing/test-server.ts';
import { toOtlpMetrics } from './otlp-metrics.ts';

type Attributes = { key: string; value: { stringValue?: string; intValue?: string } }[];
type Span = { traceId: string; parentSpanId?: string; name: string; attributes: Attributes };
type Received = {
  path: string;
  authorization: string | undefined;
  body: {
    resourceSpans?: { scopeSpans: { spans: Span[] }[] }[];
    resourceMetrics?: { scopeMetrics: { metrics: { name: string }[] }[] }[];
  };
};

async function startCollector() {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const body = (await json(request)) as Received['body'];
    received.push({ path: request.url ?? '', authorization: request.headers.authorization, body });
    response.end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

describe('telemetry', () => {
  it("exports a span for each request, in the trace of its caller, and all metrics to the operator's collector", async () => {
    const { received, url } = await startCollector();
    const OTEL_EXPORTER_OTLP_HEADERS = 'Authorization=Bearer%20collector-key';
    const server = await startTestServer({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_EXPORTER_OTLP_HEADERS } });
    const [trace, parent] = ['ab'.repeat(16), 'cd'.repeat(8)];

    await server.get('/healthz', { traceparent: `00-${trace}-${parent}-01`, 'x-request-id': 'request-of-a-test' });
    await server.get('/healthz', { traceparent: 'something else' });
    await server.close();

    expect(received.map(({ path }) => path).toSorted()).toEqual(['/v1/metrics', '/v1/traces']);
    expect(new Set(received.map(({ authorization }) => authorization))).toEqual(new Set(['Bearer collector-key']));
    const spans = received
      .flatMap(({ body }) => body.resourceSpans ?? [])
      .flatMap(({ scopeSpans }) => scopeSpans[0]?.spans ?? []);
    expect(spans).toMatchObject([
      { traceId: trace, parentSpanId: parent, name: 'GET readHealth', kind: 2 },
      { traceId: expect.stringMatching(/^[0-9a-f]{32}$/), name: 'GET readHealth' },
    ]);
    expect(spans[0]?.attributes).toContainEqual({ key: 'http.response.status_code', value: { intValue: '200' } });
    const metrics = received
      .flatMap(({ body }) => body.resourceMetrics ?? [])
      .flatMap(({ scopeMetrics }) => scopeMetrics[0]?.metrics ?? []);
    expect(metrics.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['assay_http_requests_total', 'assay_http_request_seconds', 'assay_world_ok']),
    );
  });

  it('counts the values between two bounds of a histogram', () => {
    const value = (metricName: string, count: number, le?: number | string) => ({
      metricName: `s_${metricName}`,
      value: count,
      labels: { route: 'r', ...(le === undefined ? {} : { le }) },
    });
    const values = [
      value('bucket', 2, 1),
      value('bucket', 5, 2),
      value('bucket', 9, '+Inf'),
      value('sum', 20),
      value('count', 9),
    ];

    const times = { startedAt: new Date(0), now: new Date(1) };
    const metrics = toOtlpMetrics([{ name: 's', help: '', type: 'histogram', values }], times);

    expect(metrics).toMatchObject([
      { histogram: { dataPoints: [{ explicitBounds: [1, 2], bucketCounts: ['2', '3', '4'], sum: 20, count: '9' }] } },
    ]);
  });
});
