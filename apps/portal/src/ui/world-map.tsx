/** Cities and roads with a legend. A script replaces the drawing with an animated one. The table beside it has the same data. */
import type { ReactNode } from 'react';
import type { Wire } from '../wire.ts';
import { type Summary, toHealth, toRate } from './economy.tsx';
import { toCount, toInline, toPlural } from './format.ts';
import type { Tone } from './parts.tsx';

export type City = Wire<'listCities'>['items'][number];
export type WorldMap = Wire<'readWorldMap'>;

/** A city on the map. `worries` is the number of its concerns. */
type Spot = {
  readonly id: string;
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly r: number;
  readonly tone: Tone;
  readonly worries: number;
  /** The map's content as text. */
  readonly says: string;
};

const WIDTH = 1000;
const HEIGHT = 600;
const EDGE = 110;

/** The positions of the world, scaled to the picture. */
export function toSpots({ cities, summaries }: { cities: readonly City[]; summaries: readonly Summary[] }): Spot[] {
  const xs = cities.map(({ position }) => position.x);
  const ys = cities.map(({ position }) => position.y);
  const most = Math.max(1, ...cities.map(({ population }) => population));
  const toPlace = (value: number, all: readonly number[], size: number): number => {
    const span = Math.max(...all) - Math.min(...all) || 1;
    return Math.round(EDGE + ((value - Math.min(...all)) / span) * (size - 2 * EDGE));
  };
  return cities.map(({ id, name, position, population, health, unemploymentRate }) => {
    const concerns = summaries.find(({ cityId }) => cityId === id)?.topConcerns ?? [];
    const { tone, word } = toHealth(health, concerns);
    const figures = `${toCount(population)} people, unemployment ${toRate(unemploymentRate)}`;
    return {
      id,
      name,
      x: toPlace(position.x, xs, WIDTH),
      y: toPlace(position.y, ys, HEIGHT),
      r: Math.round(26 + 30 * Math.sqrt(population / most)),
      tone,
      worries: concerns.length,
      says: `${name}: ${toInline(word)}, ${figures}, ${toPlural(concerns.length, 'concern')}`,
    };
  });
}

const FILLS: Readonly<Record<Tone, string>> = {
  ok: 'fill-ok-soft stroke-ok',
  warn: 'fill-warn-soft stroke-warn',
  bad: 'fill-bad-soft stroke-bad',
  plain: 'fill-sheet stroke-ink',
};
const RINGS: Readonly<Record<Tone, string>> = {
  ok: 'fill-none stroke-ok',
  warn: 'fill-none stroke-warn',
  bad: 'fill-none stroke-bad',
  plain: 'fill-none stroke-ink',
};

type MapProps = { spots: readonly Spot[]; map: WorldMap; mapUrl: string; seconds: number };

/** Scripts replace the drawing with an animated one. The links to the cities are above both. */
export const MapPicture = ({ spots, map, mapUrl, seconds }: MapProps) => (
  <figure className="mt-6">
    <div
      className="relative aspect-5/3 w-full border border-line bg-sheet"
      data-map-seconds={seconds}
      data-map-url={mapUrl}
      data-spots={JSON.stringify(spots)}
    >
      <Drawing map={map} spots={spots} />
      <svg aria-label="Cities" className="absolute inset-0 size-full" role="group" viewBox={`0 0 ${WIDTH} ${HEIGHT}`}>
        {spots.map(({ id, name, x, y, r, says }) => (
          <a aria-label={says} className="group" href={`/world/cities/${id}`} key={id}>
            <title>{says}</title>
            <circle
              className="fill-transparent stroke-transparent group-hover:stroke-ink group-focus:stroke-ink"
              cx={x}
              cy={y}
              r={r + 4}
              strokeWidth="4"
            />
            <rect
              className="fill-transparent"
              height="36"
              width={name.length * 14}
              x={x - name.length * 7}
              y={y + r + 8}
            />
          </a>
        ))}
      </svg>
    </div>
    <Legend />
  </figure>
);

const Drawing = ({ spots, map }: Pick<MapProps, 'spots' | 'map'>) => {
  const spotOf = new Map(spots.map((spot) => [spot.id, spot]));
  return (
    <svg aria-hidden="true" className="absolute inset-0 size-full" data-map-drawing viewBox={`0 0 ${WIDTH} ${HEIGHT}`}>
      {map.roads.map(({ fromCityId, toCityId }) => {
        const [from, to] = [spotOf.get(fromCityId), spotOf.get(toCityId)];
        if (from === undefined || to === undefined) return null;
        return (
          <line
            className="stroke-line"
            key={fromCityId + toCityId}
            strokeWidth="7"
            x1={from.x}
            x2={to.x}
            y1={from.y}
            y2={to.y}
          />
        );
      })}
      {spots.map(({ id, name, x, y, r, tone, worries }) => (
        <g key={id}>
          <circle className={FILLS[tone]} cx={x} cy={y} r={r} strokeWidth="3" />
          {worries === 0 ? null : (
            <circle className={RINGS[tone]} cx={x} cy={y} r={r + 8} strokeDasharray="6 6" strokeWidth="3" />
          )}
          <text
            className="fill-ink font-semibold max-sm:text-[34px]"
            fontSize="22"
            textAnchor="middle"
            x={x}
            y={y + r + 32}
          >
            {name}
          </text>
        </g>
      ))}
    </svg>
  );
};

const Sign = ({ children }: { children: ReactNode }) => (
  <svg aria-hidden="true" className="size-5 shrink-0" viewBox="0 0 20 20">
    {children}
  </svg>
);

const LEGEND: readonly (readonly [name: string, sign: ReactNode])[] = [
  ['Boom or stable', <circle className={FILLS.ok} cx="10" cy="10" key="ok" r="8" strokeWidth="2" />],
  ['Slowdown or under strain', <circle className={FILLS.warn} cx="10" cy="10" key="warn" r="8" strokeWidth="2" />],
  ['Recession or crisis', <circle className={FILLS.bad} cx="10" cy="10" key="bad" r="8" strokeWidth="2" />],
  [
    'Has concerns',
    <circle className={RINGS.plain} cx="10" cy="10" key="ring" r="8" strokeDasharray="3 3" strokeWidth="2" />,
  ],
  ['Larger circle: more people', <circle className={FILLS.plain} cx="10" cy="10" key="size" r="5" strokeWidth="2" />],
  ['Business', <rect className="fill-muted" height="6" key="business" width="6" x="7" y="7" />],
  ['Goods in transit', <rect className="fill-brass" height="6" key="goods" width="6" x="7" y="7" />],
  ['People moving house', <circle className="fill-ink" cx="10" cy="10" key="movers" r="3.5" />],
];

/** Only the script draws businesses, goods and people, so without it their legend entries are hidden. */
const DRAWN_BY_SCRIPT = 5;

const Legend = () => (
  <figcaption className="mt-2 text-sm">
    <ul aria-label="Map legend" className="flex flex-wrap gap-x-5 gap-y-1">
      {LEGEND.map(([name, sign], place) => (
        <li
          className="flex items-center gap-2"
          data-needs-scripts={place < DRAWN_BY_SCRIPT ? undefined : ''}
          key={name}
        >
          <Sign>{sign}</Sign>
          {name}
        </li>
      ))}
    </ul>
    <p className="mt-1 text-muted">
      Select a city to see its figures. Dots are people, coloured by activity as shown below.
    </p>
  </figcaption>
);
