/** The world that validators live in: cities on a map, their figures, and what worries them. */
import type { Page } from '../page.ts';
import { toCount, toMarks, toWords } from '../ui/format.ts';
import { Facts, Foreign, Mark, Section, Table, type Tone } from '../ui/parts.tsx';
import { Title } from '../ui/prose.tsx';
import type { Wire } from '../wire.ts';

type City = Wire<'listCities'>['items'][number];
type Summary = Wire<'readEconomySummary'>;
type Data = {
  readonly world: Wire<'readWorld'>;
  readonly cities: readonly City[];
  readonly summaries: readonly Summary[];
};

const HEALTH: Readonly<Record<string, Tone>> = {
  BOOM: 'ok',
  STABLE: 'ok',
  SLOWDOWN: 'warn',
  RECESSION: 'bad',
  CRISIS: 'bad',
};
const toRate = (ratio: number): string => `${(ratio * 100).toFixed(1)} %`;

const WIDTH = 720;
const HEIGHT = 420;
const EDGE = 70;

/** Positions of the world, fitted into the picture. */
function toPlaces(cities: readonly City[]): ReadonlyMap<string, { x: number; y: number; r: number }> {
  const xs = cities.map(({ position }) => position.x);
  const ys = cities.map(({ position }) => position.y);
  const most = Math.max(1, ...cities.map(({ population }) => population));
  const place = (value: number, all: readonly number[], size: number): number => {
    const span = Math.max(...all) - Math.min(...all) || 1;
    return Math.round(EDGE + ((value - Math.min(...all)) / span) * (size - 2 * EDGE));
  };
  return new Map(
    cities.map(({ id, position, population }) => [
      id,
      {
        x: place(position.x, xs, WIDTH),
        y: place(position.y, ys, HEIGHT),
        r: Math.round(12 + 22 * Math.sqrt(population / most)),
      },
    ]),
  );
}

const FILLS: Readonly<Record<Tone, string>> = {
  ok: 'fill-ok-soft stroke-ok',
  warn: 'fill-warn-soft stroke-warn',
  bad: 'fill-bad-soft stroke-bad',
  plain: 'fill-sheet stroke-ink',
};

const toNet = (summary: Summary | undefined): string => {
  const net = summary?.snapshot.migration.net ?? 0;
  return net === 0 ? 'nobody came or went' : net > 0 ? `${net} came` : `${-net} left`;
};

const Map6 = ({ cities, summaries }: Pick<Data, 'cities' | 'summaries'>) => {
  const places = toPlaces(cities);
  const spots = cities.flatMap((city) => {
    const place = places.get(city.id);
    return place === undefined ? [] : [{ city, ...place }];
  });
  return (
    <svg aria-hidden="true" className="w-full border border-line bg-sheet" viewBox={`0 0 ${WIDTH} ${HEIGHT}`}>
      {spots.flatMap((from, index) =>
        spots
          .slice(index + 1)
          .map((to) => (
            <line
              className="stroke-line"
              key={from.city.id + to.city.id}
              strokeWidth="1.5"
              x1={from.x}
              x2={to.x}
              y1={from.y}
              y2={to.y}
            />
          )),
      )}
      {spots.map(({ city, x, y, r }) => (
        <g key={city.id}>
          <circle className={FILLS[HEALTH[city.health] ?? 'plain']} cx={x} cy={y} r={r} strokeWidth="2.5" />
          <text className="fill-ink font-semibold" fontSize="15" textAnchor="middle" x={x} y={y + r + 18}>
            {city.name}
          </text>
          <text className="fill-muted" fontSize="12" textAnchor="middle" x={x} y={y + r + 34}>
            {toNet(summaries.find(({ cityId }) => cityId === city.id))}
          </text>
        </g>
      ))}
    </svg>
  );
};

export const world: Page<Data> = {
  load: async ({ call }) => {
    const [overview, { items }] = await Promise.all([call('readWorld'), call('listCities')]);
    const summaries = await Promise.all(items.map(({ id }) => call('readEconomySummary', { params: { id } })));
    return { world: overview, cities: items, summaries };
  },
  head: (_, { place }) => ({
    title: 'The world: Assay',
    description: 'Six cities in which validators live, work, trade and move.',
    twin: { type: 'application/json', href: `${place.apiPrefix}/world` },
  }),
  body: ({ world: now, cities, summaries }) => (
    <div className="page" data-live={now.tickSeconds}>
      <Title lead="Validators live here. Fees pay them, mistakes cost them, and everybody else buys, works and moves around them.">
        The world
      </Title>
      <p className="mt-3 flex flex-wrap items-center gap-3">
        <Mark tone={now.state === 'RUNNING' ? 'ok' : 'warn'}>{toWords(now.state)}</Mark>
        {now.worldTime} · {toCount(now.population)} people · {toCount(now.businesses)} businesses ·{' '}
        {toMarks(now.moneySupply)} of money
      </p>
      <div className="mt-6">
        <Map6 cities={cities} summaries={summaries} />
      </div>
      <Section id="cities" title="Cities">
        <Table
          caption="Cities, with what the map shows"
          columns={[
            {
              title: 'City',
              cell: ({ id, name }) => (
                <a className="font-semibold" href={`/world/cities/${id}`}>
                  {name}
                </a>
              ),
            },
            { title: 'Health', cell: ({ health }) => <Mark tone={HEALTH[health] ?? 'plain'}>{toWords(health)}</Mark> },
            { title: 'People', isNumber: true, cell: ({ population }) => toCount(population) },
            { title: 'Out of work', isNumber: true, cell: ({ unemploymentRate }) => toRate(unemploymentRate) },
            { title: 'Rent', isNumber: true, cell: ({ avgRent }) => toMarks(avgRent) },
            { title: 'Moved', cell: ({ id }) => toNet(summaries.find(({ cityId }) => cityId === id)) },
            {
              title: 'Worries',
              cell: ({ id }) =>
                (summaries.find(({ cityId }) => cityId === id)?.topConcerns ?? [])
                  .map(({ code }) => toWords(code))
                  .join(', '),
            },
          ]}
          keyOf={({ id }) => id}
          rows={cities}
        />
      </Section>
      <p className="mt-6">
        <a href="/world/actors">Who lives there</a> · <a href="/world/businesses">Businesses</a> ·{' '}
        <a href="/market">The market</a>
      </p>
    </div>
  ),
};

type CityData = {
  readonly city: Wire<'readCity'>;
  readonly summary: Summary;
  readonly history: Wire<'listEconomyHistory'>['items'];
  readonly businesses: Wire<'listBusinesses'>['items'];
};

const CHARTS = [
  ['Out of work', ({ unemploymentRate }: Summary['snapshot']) => unemploymentRate, toRate],
  ['Prices', ({ cpi }: Summary['snapshot']) => cpi, (value: number) => value.toFixed(3)],
  [
    'Output, marks',
    ({ gdpReal }: Summary['snapshot']) => Number(gdpReal) / 1e6,
    (value: number) => toCount(Math.round(value)),
  ],
  [
    'Money, marks',
    ({ moneySupply }: Summary['snapshot']) => Number(moneySupply) / 1e6,
    (value: number) => toCount(Math.round(value)),
  ],
  ['Empty homes', ({ housing }: Summary['snapshot']) => housing.vacantRate, toRate],
] as const;

/** A line of months, newest at the right; its last value in words. */
const Chart = ({
  title,
  values,
  write,
}: {
  title: string;
  values: readonly number[];
  write: (value: number) => string;
}) => {
  const low = Math.min(...values);
  const span = Math.max(...values) - low || 1;
  const step = 300 / Math.max(1, values.length - 1);
  const points = values.map(
    (value, index) => `${(index * step).toFixed(1)},${(72 - ((value - low) / span) * 64).toFixed(1)}`,
  );
  return (
    <figure className="border-t border-ink pt-2">
      <figcaption>
        <span className="label">{title}</span>
        <span className="block text-xl font-semibold tabular-nums">{write(values.at(-1) ?? 0)}</span>
      </figcaption>
      <svg aria-hidden="true" className="mt-1 h-20 w-full" preserveAspectRatio="none" viewBox="0 0 300 80">
        <polyline className="fill-none stroke-brass" points={points.join(' ')} strokeWidth="2" />
      </svg>
    </figure>
  );
};

export const city: Page<CityData> = {
  load: async ({ call, params: { id = '' } }) => {
    const params = { id };
    const [one, summary, history, businesses] = await Promise.all([
      call('readCity', { params }),
      call('readEconomySummary', { params }),
      call('listEconomyHistory', { params, query: { limit: '36' } }),
      call('listBusinesses', { query: { cityId: id, limit: '20' } }),
    ]);
    return { city: one, summary, history: history.items, businesses: businesses.items };
  },
  head: ({ city: one }, { place }) => ({
    title: `${one.name}: Assay`,
    description: `How ${one.name} does.`,
    twin: { type: 'application/json', href: `${place.apiPrefix}/cities/${one.id}` },
  }),
  body: ({ city: one, summary, history, businesses }) => {
    const months = [...history].reverse().concat(summary.snapshot);
    return (
      <div className="page">
        <Title>{one.name}</Title>
        <p className="mt-3">
          <Mark tone={HEALTH[one.health] ?? 'plain'}>{toWords(one.health)}</Mark> {toCount(one.population)} people
        </p>
        <div className="mt-6 grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
          {CHARTS.map(([title, read, write]) => (
            <Chart key={title} title={title} values={months.map(read)} write={write} />
          ))}
        </div>
        <Section id="concerns" title="What worries">
          <Table
            caption="Concerns"
            columns={[
              { title: 'Concern', cell: ({ code }) => toWords(code) },
              { title: 'Severity', isNumber: true, cell: ({ severity }) => severity },
              {
                title: 'Because',
                cell: ({ evidence }) =>
                  `${evidence.metric} is ${evidence.value.toFixed(3)}, ${evidence.threshold} is the mark`,
              },
            ]}
            keyOf={({ code }) => code}
            rows={summary.topConcerns}
          />
        </Section>
        <Section id="homes" title="Homes, work and money">
          <Facts
            items={[
              [
                'Homes',
                `${one.housing.stock}, of which ${one.housing.vacant} are empty and ${one.housing.underConstruction} being built`,
              ],
              [
                'Businesses',
                `${one.businessStats.active} with ${one.businessStats.workers} workers and ${one.businessStats.vacancies} vacancies`,
              ],
              ['Average wage', toMarks(one.businessStats.avgWage)],
              ['Treasury', toMarks(one.treasuryBalance)],
            ]}
          />
        </Section>
        <Section id="businesses" title="Businesses">
          <Businesses items={businesses} />
        </Section>
      </div>
    );
  },
};

export const Businesses = ({ items }: { items: Wire<'listBusinesses'>['items'] }) => (
  <Table
    caption="Businesses"
    columns={[
      {
        title: 'Name',
        cell: ({ id, name }) => (
          <a href={`/world/businesses/${id}`}>
            <Foreign>{name}</Foreign>
          </a>
        ),
      },
      { title: 'Sector', cell: ({ sector }) => toWords(sector) },
      {
        title: 'State',
        cell: ({ status }) => <Mark tone={status === 'ACTIVE' ? 'ok' : 'bad'}>{toWords(status)}</Mark>,
      },
      { title: 'Workers', isNumber: true, cell: ({ workers }) => workers },
      { title: 'Wage', isNumber: true, cell: ({ wage }) => toMarks(wage) },
    ]}
    keyOf={({ id }) => id}
    rows={items}
  />
);
