/** Cities and roads as a picture of the server's; a script puts a living one in its place. The table beside it says the same. */
import type { Wire } from '../wire.ts';
import { type Summary, toHealth } from './economy.tsx';
import type { Tone } from './parts.tsx';

export type City = Wire<'listCities'>['items'][number];
export type WorldMap = Wire<'readWorldMap'>;

/** A city on the picture. `worries` is how many concerns it has. */
type Spot = {
  readonly id: string;
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly r: number;
  readonly tone: Tone;
  readonly worries: number;
};

const WIDTH = 1000;
const HEIGHT = 600;
const EDGE = 110;

/** Positions of the world, fitted into the picture. */
export function toSpots({ cities, summaries }: { cities: readonly City[]; summaries: readonly Summary[] }): Spot[] {
  const xs = cities.map(({ position }) => position.x);
  const ys = cities.map(({ position }) => position.y);
  const most = Math.max(1, ...cities.map(({ population }) => population));
  const toPlace = (value: number, all: readonly number[], size: number): number => {
    const span = Math.max(...all) - Math.min(...all) || 1;
    return Math.round(EDGE + ((value - Math.min(...all)) / span) * (size - 2 * EDGE));
  };
  return cities.map(({ id, name, position, population, health }) => ({
    id,
    name,
    x: toPlace(position.x, xs, WIDTH),
    y: toPlace(position.y, ys, HEIGHT),
    r: Math.round(26 + 30 * Math.sqrt(population / most)),
    tone: toHealth(health, summaries.find(({ cityId }) => cityId === id)?.topConcerns).tone,
    worries: summaries.find(({ cityId }) => cityId === id)?.topConcerns.length ?? 0,
  }));
}

const FILLS: Readonly<Record<Tone, string>> = {
  ok: 'fill-ok-soft stroke-ok',
  warn: 'fill-warn-soft stroke-warn',
  bad: 'fill-bad-soft stroke-bad',
  plain: 'fill-sheet stroke-ink',
};

type MapProps = { spots: readonly Spot[]; map: WorldMap; mapUrl: string; seconds: number };

export const MapPicture = ({ spots, map, mapUrl, seconds }: MapProps) => {
  const spotOf = new Map(spots.map((spot) => [spot.id, spot]));
  return (
    <div
      className="relative mt-6 aspect-5/3 w-full border border-line bg-sheet"
      data-map-seconds={seconds}
      data-map-url={mapUrl}
      data-spots={JSON.stringify(spots)}
    >
      <svg aria-hidden="true" className="absolute inset-0 size-full" viewBox={`0 0 ${WIDTH} ${HEIGHT}`}>
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
        {spots.map(({ id, name, x, y, r, tone }) => (
          <g key={id}>
            <circle className={FILLS[tone]} cx={x} cy={y} r={r} strokeWidth="3" />
            <text className="fill-ink font-semibold" fontSize="22" textAnchor="middle" x={x} y={y + r + 28}>
              {name}
            </text>
          </g>
        ))}
      </svg>
    </div>
  );
};
