/** Figures of an economy over the months, and how its state is coloured. */
import type { Wire } from '../wire.ts';
import { toCount, toPlural, toWords } from './format.ts';
import type { Tone } from './parts.tsx';

export type Summary = Wire<'readEconomySummary'>;
type Snapshot = Summary['snapshot'];

const HEALTH: Readonly<Record<string, Tone>> = {
  BOOM: 'ok',
  STABLE: 'ok',
  SLOWDOWN: 'warn',
  RECESSION: 'bad',
  CRISIS: 'bad',
};
/** From this severity on, a city with an open concern does not count as stable. */
const SEVERE = 80;

type Health = { readonly tone: Tone; readonly word: string };

/** The state of a city as output shows it, unless what its people worry about says otherwise. */
export function toHealth(health: string, concerns: Summary['topConcerns'] = []): Health {
  const tone = HEALTH[health] ?? 'plain';
  const isStrained = tone === 'ok' && concerns.some(({ severity }) => severity >= SEVERE);
  return isStrained ? { tone: 'warn', word: 'Under strain' } : { tone, word: toWords(health) };
}

export const toRate = (ratio: number): string => `${(ratio * 100).toFixed(1)} %`;

const toWhole = (value: number): string => toCount(Math.round(value));

type Measure = {
  readonly title: string;
  readonly read: (snapshot: Snapshot) => number;
  readonly write: (value: number) => string;
  /** Over cities: output adds up; rates have a mean; money is one for the whole country. */
  readonly isSum: boolean;
};

export const MEASURES: readonly Measure[] = [
  { title: 'Unemployment', read: ({ unemploymentRate }) => unemploymentRate, write: toRate, isSum: false },
  { title: 'Prices', read: ({ cpi }) => cpi, write: (value) => value.toFixed(3), isSum: false },
  { title: 'Output per month, marks', read: ({ gdpReal }) => Number(gdpReal) / 1e6, write: toWhole, isSum: true },
  { title: 'Money, marks', read: ({ moneySupply }) => Number(moneySupply) / 1e6, write: toWhole, isSum: false },
  { title: 'Empty homes', read: ({ housing }) => housing.vacantRate, write: toRate, isSum: false },
];

type Line = readonly number[];
type ChartProps = {
  title: string;
  line: Line;
  others?: readonly Line[];
  write: (value: number) => string;
  /** What the points are, from left to right; months unless said. */
  span?: string;
};

const HEIGHT = 80;

/** Months from left to right. Thin lines are the cities, the thick one is what the figure above it says. */
export const Chart = ({ title, line, others = [], write, span: points }: ChartProps) => {
  const all = [...others.flat(), ...(others.length === 0 ? line : [])];
  const low = Math.min(...(all.length === 0 ? line : all));
  const span = Math.max(...(all.length === 0 ? line : all)) - low || 1;
  const own = others.length === 0 ? { low, span } : rangeOf(line);
  return (
    <figure className="border-t border-ink pt-2">
      <figcaption>
        <span className="label">{title}</span>
        <span className="block text-xl font-semibold tabular-nums">{write(line.at(-1) ?? 0)}</span>
        <span className="text-sm text-muted">
          from {write(Math.min(...line))} to {write(Math.max(...line))} in {points ?? toPlural(line.length, 'month')}
        </span>
      </figcaption>
      <svg aria-hidden="true" className="mt-1 h-20 w-full" preserveAspectRatio="none" viewBox={`0 0 300 ${HEIGHT}`}>
        {others.map((other, place) => (
          <polyline
            className="fill-none stroke-line"
            // biome-ignore lint/suspicious/noArrayIndexKey: a city's line is its place
            key={place}
            points={toPoints(other, low, span)}
            strokeWidth="1.5"
          />
        ))}
        <polyline className="fill-none stroke-brass" points={toPoints(line, own.low, own.span)} strokeWidth="2.5" />
      </svg>
    </figure>
  );
};

function rangeOf(line: Line): { low: number; span: number } {
  const low = Math.min(...line);
  return { low, span: Math.max(...line) - low || 1 };
}

function toPoints(line: Line, low: number, span: number): string {
  const step = 300 / Math.max(1, line.length - 1);
  const points = line.map(
    (value, index) => `${(index * step).toFixed(1)},${(72 - ((value - low) / span) * 64).toFixed(1)}`,
  );
  return points.join(' ');
}
