import type { MetricFigures } from '../metrics/index.ts';
import { toAttributes, toNanos } from './otlp-values.ts';

type Times = { readonly startedAt: Date; readonly now: Date };
type Labels = Readonly<Record<string, string | number>>;

const CUMULATIVE = 2;

/** Converts the Prometheus registry, whose counters and histograms are cumulative since the start, as OTLP expects. */
export function toOtlpMetrics(metrics: readonly MetricFigures[], { startedAt, now }: Times): object[] {
  const times = { startTimeUnixNano: toNanos(startedAt), timeUnixNano: toNanos(now) };
  return metrics.flatMap((metric): object[] => {
    const { name, help: description, type, values } = metric;
    if (values.length === 0) return [];
    if (type === 'histogram') {
      const dataPoints = toHistogramPoints(metric).map((point) => ({ ...point, ...times }));
      return [{ name, description, histogram: { aggregationTemporality: CUMULATIVE, dataPoints } }];
    }
    const dataPoints = values.map(({ labels, value }) => ({
      attributes: toAttributes(labels),
      asDouble: value,
      ...times,
    }));
    if (type === 'counter')
      return [{ name, description, sum: { aggregationTemporality: CUMULATIVE, isMonotonic: true, dataPoints } }];
    return type === 'gauge' ? [{ name, description, gauge: { dataPoints } }] : [];
  });
}

type Series = { labels: Labels; bounds: number[]; cumulative: number[]; sum: number; count: number };

/** Prometheus buckets count all values below a bound; OTLP buckets count those between two bounds. */
function toHistogramPoints({ name, values }: MetricFigures): object[] {
  const series = new Map<string, Series>();
  for (const { labels: given, value, metricName } of values) {
    const { le, ...labels } = given;
    const key = JSON.stringify(labels);
    const one = series.get(key) ?? { labels, bounds: [], cumulative: [], sum: 0, count: 0 };
    series.set(key, one);
    if (metricName === `${name}_sum`) one.sum = value;
    else if (metricName === `${name}_count`) one.count = value;
    else if (le !== '+Inf') {
      one.bounds.push(Number(le));
      one.cumulative.push(value);
    }
  }
  return [...series.values()].map(({ labels, bounds, cumulative, sum, count }) => ({
    attributes: toAttributes(labels),
    explicitBounds: bounds,
    bucketCounts: [...cumulative, count].map((below, index, all) => String(below - (all[index - 1] ?? 0))),
    sum,
    count: String(count),
  }));
}
