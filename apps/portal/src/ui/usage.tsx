/** The usage of a certificate: daily counts as bars. */
import type { LiveStatus } from '../wire.ts';
import { toCount, toDay } from './format.ts';
import { Empty } from './parts.tsx';

type Counter = LiveStatus['views'];
type Usage = Pick<LiveStatus, 'views' | 'verifications' | 'copies'>;

const SERIES = [
  ['views', 'Views', 'of the certificate'],
  ['verifications', 'Verifications', 'by its id'],
  ['copies', 'Installs', 'copies found by digest'],
] as const;

const [BAR, GAP, HEIGHT] = [8, 2, 60];
const DAY_MS = 86_400_000;

/** One chart for each kind of usage, all over the same days. `until` is the last day. */
export const UsageCharts = ({ usage, until }: { usage: Usage; until: string }) =>
  SERIES.every(([name]) => usage[name].last30d === 0) ? (
    <Empty>No usage was recorded in the last 30 days. New counts appear within a minute.</Empty>
  ) : (
    <div className="grid gap-x-8 gap-y-6 sm:grid-cols-3">
      {SERIES.map(([name, title, what]) => (
        <UsageChart counter={usage[name]} key={name} title={title} until={until} what={what} />
      ))}
    </div>
  );

type ChartProps = { counter: Counter; title: string; what: string; until: string };

const UsageChart = ({ counter: { days, last30d }, title, what, until }: ChartProps) => {
  const most = Math.max(...days);
  const from = new Date(Date.parse(until) - (days.length - 1) * DAY_MS).toISOString();
  return (
    <figure className="border-t border-ink pt-2">
      <figcaption>
        <span className="label">{title}</span> <span className="text-sm text-muted">{what}</span>
        <span className="block text-2xl font-semibold tabular-nums">{toCount(last30d)}</span>
      </figcaption>
      <Bars days={days} isLarge />
      <p className="mt-1 flex justify-between gap-3 text-sm text-muted">
        <span>{toDay(from)}</span>
        <span className="text-right">{most === 0 ? 'None in 30 days' : `At most ${toCount(most)} a day`}</span>
      </p>
    </figure>
  );
};

/** The days as bars, scaled to the highest. A day without usage is a line at the bottom. */
export const Bars = ({ days, isLarge = false }: { days: readonly number[]; isLarge?: boolean }) => {
  const most = Math.max(1, ...days);
  const width = days.length * (BAR + GAP) - GAP;
  return (
    <svg
      aria-hidden="true"
      className={isLarge ? 'mt-2 h-20 w-full' : 'h-6 w-24 sm:w-40'}
      preserveAspectRatio="none"
      viewBox={`0 0 ${width} ${HEIGHT}`}
    >
      <line className="stroke-line" strokeWidth="1" x1="0" x2={width} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} />
      {days.map((count, day) => {
        const x = day * (BAR + GAP);
        const height = (count / most) * (HEIGHT - 2);
        return count === 0 ? null : (
          <rect className="fill-brass" height={height} key={x} width={BAR} x={x} y={HEIGHT - height} />
        );
      })}
    </svg>
  );
};

/** The combined usage of several certificates. */
export function addUsage(all: readonly Usage[]): Usage {
  const sum = (name: keyof Usage): Counter => {
    const counters = all.map((one) => one[name]);
    const total = (part: 'total' | 'last24h' | 'last30d') => counters.reduce((before, one) => before + one[part], 0);
    const days = (counters[0]?.days ?? []).map((_, day) =>
      counters.reduce((before, one) => before + (one.days[day] ?? 0), 0),
    );
    return { total: total('total'), last24h: total('last24h'), last30d: total('last30d'), days };
  };
  return { views: sum('views'), verifications: sum('verifications'), copies: sum('copies') };
}
