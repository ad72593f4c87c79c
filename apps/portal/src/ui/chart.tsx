/** A line chart with axes. Each point has a tooltip; a small script shows its value beside the title. */
import { toTicks } from './ticks.ts';

type Series = { readonly name: string; readonly values: readonly number[] };
type ChartProps = {
  title: string;
  /** The unit of the vertical axis, for example marks. */
  unit?: string | undefined;
  line: Series;
  /** Drawn thin behind the line, on the same scale. */
  others?: readonly Series[];
  /** The label of each point, from left to right. */
  labels: readonly string[];
  write: (value: number) => string;
};

const WIDTH = 360;
const HEIGHT = 190;
const LEFT_LEAST = 52;
/** The width of a digit of the labels, and their distance from the axis. */
const [DIGIT, GAP] = [6.3, 6] as const;
const RIGHT = 8;
const TOP = 10;
const BOTTOM = 22;

type Scale = {
  /** The position of the vertical axis, which leaves room for the longest label. */
  readonly left: number;
  readonly tickLabels: readonly string[];
  readonly ticks: readonly number[];
  readonly x: (index: number) => number;
  readonly y: (value: number) => number;
};

function scaleOf(all: readonly number[], count: number, write: (value: number) => string): Scale {
  const ticks = toTicks(Math.min(...all), Math.max(...all));
  const [low = 0, high = 1] = [ticks[0], ticks.at(-1)];
  const tickLabels = toTickLabels(ticks, write);
  const left = Math.max(LEFT_LEAST, GAP + DIGIT * Math.max(...tickLabels.map(({ length }) => length)));
  const step = (WIDTH - left - RIGHT) / Math.max(1, count - 1);
  return {
    left,
    tickLabels,
    ticks,
    x: (index) => left + index * step,
    y: (value) => HEIGHT - BOTTOM - ((value - low) / (high - low)) * (HEIGHT - BOTTOM - TOP),
  };
}

export const Chart = ({ title, unit, line, others = [], labels, write }: ChartProps) => {
  const { values } = line;
  const scale = scaleOf([...values, ...others.flatMap((other) => other.values)], values.length, write);
  const range = `from ${write(Math.min(...values))} to ${write(Math.max(...values))}`;
  return (
    <figure className="border-t border-ink pt-2" data-chart>
      <figcaption>
        <span className="label">{unit === undefined ? title : `${title}, ${unit}`}</span>
        <span className="block text-xl font-semibold tabular-nums">{write(values.at(-1) ?? 0)}</span>
        <span className="block min-h-10 text-sm text-muted" data-chart-value>
          {`in ${labels.at(-1) ?? ''}; ${range} since ${labels[0] ?? ''}`}
        </span>
      </figcaption>
      <svg
        aria-label={`${title}: ${range}, now ${write(values.at(-1) ?? 0)}`}
        className="mt-1 w-full"
        role="img"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      >
        <Axes labels={labels} scale={scale} />
        {others.map(({ name, values: other }) => (
          <polyline
            className="fill-none stroke-muted opacity-40"
            key={name}
            points={toPoints(other, scale)}
            strokeWidth="1.2"
          />
        ))}
        <polyline className="fill-none stroke-brass" points={toPoints(values, scale)} strokeWidth="2.5" />
        <Columns labels={labels} line={line} others={others} scale={scale} write={write} />
      </svg>
    </figure>
  );
};

const toPoints = (values: readonly number[], { x, y }: Scale): string =>
  values.map((value, index) => `${x(index).toFixed(1)},${y(value).toFixed(1)}`).join(' ');

type AxesProps = Pick<ChartProps, 'labels'> & { scale: Scale };

/** If `write` makes ticks look equal, their unformatted values are shown. */
export function toTickLabels(ticks: readonly number[], write: (value: number) => string): string[] {
  const written = ticks.map(write);
  return new Set(written).size === written.length ? written : ticks.map(String);
}

const Axes = ({ labels, scale: { left, ticks, tickLabels, y, x } }: AxesProps) => (
  <g className="fill-muted" fontSize="11">
    {tickLabels.map((written, at) => (
      <g key={written}>
        <line
          className="stroke-line"
          strokeWidth="1"
          x1={left}
          x2={WIDTH - RIGHT}
          y1={y(ticks[at] ?? 0)}
          y2={y(ticks[at] ?? 0)}
        />
        <text textAnchor="end" x={left - GAP} y={y(ticks[at] ?? 0) + 4}>
          {written}
        </text>
      </g>
    ))}
    {labels.map((_, index) => (
      <line
        className="stroke-line"
        key={x(index)}
        strokeWidth="1"
        x1={x(index)}
        x2={x(index)}
        y1={HEIGHT - BOTTOM}
        y2={HEIGHT - BOTTOM + 3}
      />
    ))}
    <text x={left} y={HEIGHT - 5}>
      {labels[0]}
    </text>
    {labels.length < 2 ? null : (
      <text textAnchor="end" x={WIDTH - RIGHT} y={HEIGHT - 5}>
        {labels.at(-1)}
      </text>
    )}
  </g>
);

type ColumnsProps = Pick<ChartProps, 'line' | 'labels' | 'write'> & { others: readonly Series[]; scale: Scale };

/** Invisible areas around the points: the one under the pointer shows its values. */
const Columns = ({ line, others, labels, write, scale: { left, x, y } }: ColumnsProps) => {
  const half = line.values.length < 2 ? (WIDTH - left) / 2 : (x(1) - x(0)) / 2;
  return line.values.map((value, index) => {
    const label = labels[index] ?? '';
    const own = `${label}: ${line.name} ${write(value)}`;
    const rest = others.map(({ name, values }) => ({ name, value: values[index] ?? 0 }));
    const all = rest.map((other) => other.value);
    const span = rest.length === 0 ? '' : `, others ${write(Math.min(...all))} to ${write(Math.max(...all))}`;
    const each = rest.map((other) => `, ${other.name} ${write(other.value)}`);
    return (
      <g className="group" data-chart-point={own + span} key={x(index)}>
        <title>{own + each.join('')}</title>
        <rect className="fill-transparent" height={HEIGHT} width={2 * half} x={x(index) - half} y="0" />
        <line
          className="stroke-ink opacity-0 group-hover:opacity-60"
          strokeWidth="1"
          x1={x(index)}
          x2={x(index)}
          y1={TOP}
          y2={HEIGHT - BOTTOM}
        />
        <circle className="fill-ink opacity-0 group-hover:opacity-100" cx={x(index)} cy={y(value)} r="3.5" />
      </g>
    );
  });
};
