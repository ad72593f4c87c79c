/**
 * OpenTelemetry over OTLP/HTTP with JSON: a span for each answered request and all metrics of this process. Implemented
 * here because the packages of the SDK outweigh the rest of the platform, and only two messages are sent.
 */
import { randomBytes } from 'node:crypto';
import type { Answered, MetricFigures } from '../metrics/index.ts';
import { toOtlpMetrics } from './otlp-metrics.ts';
import { toAttributes, toNanos } from './otlp-values.ts';

type Options = {
  /** Base URL, without the paths of the two signals. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  readonly version: string;
  readonly readMetrics: () => Promise<readonly MetricFigures[]>;
  readonly clock: { now(): Date };
  readonly log: { warn(fields: object, text: string): void };
};

const LIMITS = { spansWaitingMax: 2_048, traceEveryMs: 5_000, metricsEveryMs: 30_000, answerMs: 5_000 } as const;
const SCOPE = { name: 'assay' };
const KIND_SERVER = 2;
const STATUS_ERROR = 2;
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/;

export function createTelemetry(options: Options) {
  const { endpoint, headers, serviceName, version, readMetrics, clock, log } = options;
  const resource = { attributes: toAttributes({ 'service.name': serviceName, 'service.version': version }) };
  const startedAt = clock.now();
  let spans: object[] = [];
  let isFailing = false;
  const timers: NodeJS.Timeout[] = [];

  async function send(path: string, body: object): Promise<void> {
    try {
      const answer = await fetch(`${endpoint}${path}`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(LIMITS.answerMs),
      });
      await answer.body?.cancel();
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
      isFailing = false;
    } catch (error) {
      // Logs only the first failure, so that a collector outage does not fill the log.
      if (!isFailing) log.warn({ err: error }, 'sending telemetry failed; retrying without further messages');
      isFailing = true;
    }
  }

  async function sendSpans(): Promise<void> {
    if (spans.length === 0) return;
    const sent = spans;
    spans = [];
    await send('/v1/traces', { resourceSpans: [{ resource, scopeSpans: [{ scope: SCOPE, spans: sent }] }] });
  }

  async function sendMetrics(): Promise<void> {
    const metrics = toOtlpMetrics(await readMetrics(), { startedAt, now: clock.now() });
    await send('/v1/metrics', { resourceMetrics: [{ resource, scopeMetrics: [{ scope: SCOPE, metrics }] }] });
  }

  return {
    onAnswered(answered: Answered): void {
      if (spans.length < LIMITS.spansWaitingMax) spans.push(toSpan(answered, clock.now()));
    },
    start(): void {
      timers.push(setInterval(() => void sendSpans(), LIMITS.traceEveryMs).unref());
      timers.push(setInterval(() => void sendMetrics(), LIMITS.metricsEveryMs).unref());
    },
    /** Sends the remaining data. */
    async stop(): Promise<void> {
      for (const timer of timers) clearInterval(timer);
      await Promise.all([sendSpans(), sendMetrics()]);
    },
  };
}

/** A traced caller passes its own span in `traceparent` (W3C Trace Context). */
function toSpan({ route, method, status, seconds, requestId, traceparent }: Answered, now: Date) {
  const [, traceId, parentSpanId] = TRACEPARENT.exec(traceparent ?? '') ?? [];
  return {
    traceId: traceId ?? randomBytes(16).toString('hex'),
    spanId: randomBytes(8).toString('hex'),
    ...(parentSpanId === undefined ? {} : { parentSpanId }),
    name: `${method} ${route}`,
    kind: KIND_SERVER,
    startTimeUnixNano: toNanos(new Date(now.getTime() - seconds * 1000)),
    endTimeUnixNano: toNanos(now),
    attributes: toAttributes({
      'http.request.method': method,
      'http.route': route,
      'http.response.status_code': status,
      'assay.request_id': requestId,
    }),
    status: status >= 500 ? { code: STATUS_ERROR } : {},
  };
}
