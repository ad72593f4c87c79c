import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

const SECONDS_BUCKETS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export type Answered = {
  route: string;
  method: string;
  status: number;
  seconds: number;
  requestId: string;
  /** Trace context of the caller, if it sends one. */
  traceparent: string | undefined;
};
/** All values of one metric, under its Prometheus names. */
export type MetricFigures = {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  readonly values: readonly {
    readonly labels: Readonly<Record<string, string | number>>;
    readonly value: number;
    readonly metricName?: string;
  }[];
};

/** Metrics of this process. Labels are names of routes and kinds, never ids, because their number must stay small. */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'assay_http_requests_total',
    help: 'Answered requests by route and status',
    labelNames: ['route', 'method', 'status'],
    registers: [registry],
  });
  const seconds = new Histogram({
    name: 'assay_http_request_seconds',
    help: 'Latency of requests that the framework handles',
    labelNames: ['route'],
    buckets: SECONDS_BUCKETS,
    registers: [registry],
  });
  const listeners: ((answered: Answered) => void)[] = [];
  const fast: Record<number, number> = { 200: 0, 304: 0 };
  new Counter({
    name: 'assay_verify_fast_total',
    help: 'Verify answers sent from memory, without the framework',
    labelNames: ['status'],
    registers: [registry],
    collect() {
      // Counted in plain numbers on the hot path and exported on read.
      this.reset();
      for (const [status, count] of Object.entries(fast)) this.inc({ status }, count);
    },
  });

  return {
    onAnswered: (answered: Answered): void => {
      const { route, method, status, seconds: took } = answered;
      requests.inc({ route, method, status });
      seconds.observe({ route }, took);
      for (const listener of listeners) listener(answered);
    },
    /** Also reports every answer to a listener. */
    follow: (listener: (answered: Answered) => void): void => void listeners.push(listener),
    onFastVerify: (status: 200 | 304): void => {
      fast[status] = (fast[status] ?? 0) + 1;
    },
    /** Counts events of this process by labels with few values. */
    counter: <Label extends string>(name: string, help: string, labels: readonly Label[]) => {
      const counter = new Counter({ name, help, labelNames: [...labels], registers: [registry] });
      return (values: Record<Label, string>): void => counter.inc(values);
    },
    /** A gauge that is computed on read. */
    gauge: (name: string, help: string, read: () => number): void => {
      new Gauge({
        name,
        help,
        registers: [registry],
        collect() {
          this.set(read());
        },
      });
    },
    /** Gauges that share a name and differ in one label, computed on read. */
    gauges: (name: string, help: string, label: string, read: () => Promise<Record<string, number>>): void => {
      new Gauge({
        name,
        help,
        labelNames: [label],
        registers: [registry],
        async collect() {
          // A gauge that cannot be read, for example without a database, must not suppress the others.
          const figures = await read().catch(() => ({}));
          this.reset();
          for (const [value, figure] of Object.entries(figures)) this.set({ [label]: value }, figure);
        },
      });
    },
    text: (): Promise<string> => registry.metrics(),
    figures: async (): Promise<MetricFigures[]> => (await registry.getMetricsAsJSON()) as unknown as MetricFigures[],
  };
}
export type Metrics = ReturnType<typeof createMetrics>;
