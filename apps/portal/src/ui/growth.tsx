/** The growth of a count as a line over time. */
import { toCount, toDay } from './format.ts';

type Point = { readonly at: string; readonly size: number };

const [WIDTH, HEIGHT] = [300, 80];

export const GrowthChart = ({ points, size }: { points: readonly Point[]; size: number }) => {
  const [first, last] = [points[0], points.at(-1)];
  return (
    <figure className="border-t border-ink pt-2">
      <figcaption>
        <span className="label">Leaves</span>
        <span className="block text-3xl font-semibold tabular-nums">{toCount(size)}</span>
        {first === undefined || last === undefined ? null : (
          <span className="text-sm text-muted">{toSpan(first.at, last.at)}</span>
        )}
      </figcaption>
      <svg
        aria-hidden="true"
        className="mt-1 h-24 w-full"
        preserveAspectRatio="none"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      >
        <line className="stroke-line" strokeWidth="1" x1="0" x2={WIDTH} y1={HEIGHT - 1} y2={HEIGHT - 1} />
        <polyline
          className="fill-none stroke-brass"
          points={toSteps(points)}
          strokeWidth="2.5"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
    </figure>
  );
};

function toSpan(from: string, to: string): string {
  const [start, end] = [toDay(from), toDay(to)];
  return start === end ? `all on ${start}` : `from ${start} to ${end}`;
}

/** Nothing is published between two checkpoints: the line stays level and then steps up. */
function toSteps(points: readonly Point[]): string {
  const times = points.map(({ at }) => Date.parse(at));
  const [start = 0, end = 0] = [times[0], times.at(-1)];
  const top = points.at(-1)?.size ?? 1;
  const x = (time: number): string => (end === start ? WIDTH : ((time - start) / (end - start)) * WIDTH).toFixed(1);
  const y = (count: number): string => (HEIGHT - 2 - (count / top) * (HEIGHT - 8)).toFixed(1);
  const before = (index: number): number => points[index - 1]?.size ?? 0;
  const steps = points.flatMap(({ size }, index) => {
    const at = x(times[index] ?? 0);
    return [`${at},${y(before(index))}`, `${at},${y(size)}`];
  });
  return [`0,${y(0)}`, ...steps].join(' ');
}
