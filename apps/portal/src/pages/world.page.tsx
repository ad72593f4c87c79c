/** The validators' world: cities on a map, their figures and concerns. */
import type { Page } from '../page.ts';
import { Chart } from '../ui/chart.tsx';
import { MEASURES, MONEY, type Summary, toHealth, toMonthLabels, toRate } from '../ui/economy.tsx';
import { toCount, toInline, toMarks, toWords } from '../ui/format.ts';
import { Foreign, Mark, Section, Table } from '../ui/parts.tsx';
import { Title } from '../ui/prose.tsx';
import { type City, MapPicture, toSpots, type WorldMap } from '../ui/world-map.tsx';
import type { Wire } from '../wire.ts';
import { type CityMonths, loadEconomies } from './economies.ts';

type Data = {
  readonly world: Wire<'readWorld'>;
  readonly map: WorldMap;
  readonly cities: readonly City[];
  readonly summaries: readonly Summary[];
  readonly economies: readonly CityMonths[];
};

export const world: Page<Data> = {
  load: async ({ call }) => {
    const [overview, map, { items }] = await Promise.all([call('readWorld'), call('readWorldMap'), call('listCities')]);
    return { world: overview, map, cities: items, ...(await loadEconomies({ call }, items)) };
  },
  json: ({ world: overview, map, cities, summaries }) => ({ world: overview, map, cities, summaries }),
  head: () => ({
    title: 'The world: Assay',
    description: 'Six cities in which validators live, work, trade and move.',
    twin: { type: 'application/json', href: '/world.json' },
  }),
  body: (data, { place }) => {
    const { world: now, map, cities, summaries, economies } = data;
    return (
      <div className="page">
        <Title lead="The simulated economy of the validators. They earn review fees and lose stake for wrong votes; the other residents work, trade and move between cities.">
          The world
        </Title>
        <p className="mt-4 flex flex-wrap gap-x-6 gap-y-2">
          <a href="/docs/guides/world">How to play</a>
          <a href="/council/actor">Your actor</a>
          <a href="/world/what-if">What if?</a>
          <a href="/world/actors">Residents</a>
          <a href="/world/businesses">Businesses</a>
          <a href="/market">Market</a>
        </p>
        <MapPicture
          mapUrl={`${place.apiPrefix}/world/map`}
          seconds={now.tickSeconds}
          spots={toSpots(data)}
          {...{ map }}
        />
        <div data-live={now.tickSeconds}>
          <p className="mt-3 flex flex-wrap items-center gap-3">
            <Mark tone={now.state === 'RUNNING' ? 'ok' : 'warn'}>{toWords(now.state)}</Mark>
            {now.worldTime} · {toCount(now.population)} people · {toCount(now.businesses)} businesses ·{' '}
            {toMarks(now.moneySupply)} in circulation
          </p>
          <Doing map={map} />
          <News headlines={now.headlines} />
          <Section id="cities" title="Cities">
            <Cities cities={cities} map={map} summaries={summaries} />
          </Section>
          <Trade cities={cities} map={map} />
          <Economy economies={economies} />
        </div>
      </div>
    );
  },
};

/** The current activities as text: the number of residents for each, over all cities. */
const Doing = ({ map }: { map: WorldMap }) => {
  const counts = new Map<string, number>();
  for (const { activities } of map.cities) {
    for (const [kind, count] of Object.entries(activities)) counts.set(kind, (counts.get(kind) ?? 0) + (count ?? 0));
  }
  const sorted = [...counts].sort(([, one], [, other]) => other - one);
  return (
    <ul aria-label="Current activities" className="mt-3 flex flex-wrap gap-x-5 gap-y-1">
      {sorted.map(([kind, count]) => (
        <li className="flex items-center gap-2" key={kind}>
          <span aria-hidden="true" className="inline-block size-3 rounded-full" data-activity={kind} />
          {toWords(kind)} {toCount(count)}
        </li>
      ))}
    </ul>
  );
};

type Headline = Wire<'readWorld'>['headlines'][number];

const News = ({ headlines }: { headlines: readonly Headline[] }) =>
  headlines.length === 0 ? null : (
    <Section id="news" title="Latest events">
      <ul className="border-t border-ink">
        {[...new Map(headlines.map((one) => [JSON.stringify(one), one]))].map(([key, headline]) => (
          <li className="border-b border-line py-2" key={key}>
            <Event {...headline} />
          </li>
        ))}
      </ul>
    </Section>
  );

function Event({ kind, city, business, code }: Headline) {
  const place = <Foreign>{city ?? 'The country'}</Foreign>;
  const company = <Foreign>{business ?? 'A business'}</Foreign>;
  const what = toInline(toWords(code ?? 'UNKNOWN'));
  switch (kind) {
    case 'business.founded':
      return (
        <>
          {place}: {company} opened.
        </>
      );
    case 'business.bankrupt':
      return (
        <>
          {place}: {company} failed: {what}.
        </>
      );
    case 'business.closed':
      return (
        <>
          {place}: {company} closed: {what}.
        </>
      );
    case 'business.sold':
      return (
        <>
          {place}: {company} has a new owner.
        </>
      );
    case 'bank.recapitalised':
      return <>{place}: the bank received new capital.</>;
    case 'city.concern_raised':
      return (
        <>
          {place}: new concern, {what}.
        </>
      );
    case 'city.concern_cleared':
      return (
        <>
          {place}: concern resolved, {what}.
        </>
      );
    case 'city.policy_changed':
      return (
        <>
          {place}: policy changed, {what}.
        </>
      );
    case 'proposal.decided':
      return (
        <>
          {place}: {toInline(toWords(`PROPOSAL_${code}`))}.
        </>
      );
  }
}

const Cities = ({ cities, summaries, map }: Pick<Data, 'cities' | 'summaries' | 'map'>) => {
  const summaryOf = (id: string) => summaries.find(({ cityId }) => cityId === id);
  const movedOf = (id: string) => map.cities.find(({ cityId }) => cityId === id)?.migration ?? { in: 0, out: 0 };
  const concernsOf = (id: string): string =>
    (summaryOf(id)?.topConcerns ?? []).map(({ code }) => toWords(code)).join(', ');
  return (
    <Table
      caption="Cities and the figures on the map"
      columns={[
        {
          title: 'City',
          cell: ({ id, name, unemploymentRate }) => (
            <>
              <a className="font-semibold" href={`/world/cities/${id}`}>
                {name}
              </a>
              <span className="block text-sm text-muted sm:hidden">Unemployment {toRate(unemploymentRate)}</span>
              <span className="block text-sm text-muted sm:hidden">{concernsOf(id)}</span>
            </>
          ),
        },
        {
          title: 'Health',
          cell: ({ id, health }) => {
            const { tone, word } = toHealth(health, summaryOf(id)?.topConcerns);
            return <Mark tone={tone}>{word}</Mark>;
          },
        },
        { title: 'People', isNumber: true, cell: ({ population }) => toCount(population) },
        {
          title: 'Unemployment',
          isNumber: true,
          isWide: true,
          cell: ({ unemploymentRate }) => toRate(unemploymentRate),
        },
        { title: 'Rent', isNumber: true, isWide: true, cell: ({ avgRent }) => toMarks(avgRent) },
        { title: 'Arrivals', isNumber: true, isWide: true, cell: ({ id }) => toCount(movedOf(id).in) },
        { title: 'Departures', isNumber: true, isWide: true, cell: ({ id }) => toCount(movedOf(id).out) },
        { title: 'Concerns', isWide: true, cell: ({ id }) => concernsOf(id) || 'None' },
      ]}
      keyOf={({ id }) => id}
      rows={cities}
    />
  );
};

const TRADES_SHOWN = 8;

const Trade = ({ cities, map }: Pick<Data, 'cities' | 'map'>) => {
  const nameOf = (id: string): string => cities.find((city) => city.id === id)?.name ?? 'Unknown';
  const cityLink = (id: string) => <a href={`/world/cities/${id}`}>{nameOf(id)}</a>;
  const largest = map.trade.toSorted((one, other) => Number(other.amount) - Number(one.amount)).slice(0, TRADES_SHOWN);
  if (largest.length === 0) return null;
  return (
    <Section id="trade" note="Sales to residents of other cities this month, largest first." title="Trade">
      <Table
        caption="Trade between cities"
        columns={[
          { title: 'From', cell: ({ fromCityId }) => cityLink(fromCityId) },
          { title: 'To', cell: ({ toCityId }) => cityLink(toCityId) },
          { title: 'Goods', cell: ({ sector }) => toWords(sector) },
          { title: 'Value', isNumber: true, cell: ({ amount }) => toMarks(amount) },
        ]}
        keyOf={({ fromCityId, toCityId, sector }) => fromCityId + toCityId + sector}
        rows={largest}
      />
    </Section>
  );
};

const Economy = ({ economies }: Pick<Data, 'economies'>) => {
  const labels = toMonthLabels(economies[0]?.months ?? []);
  if (labels.length < 2) return null;
  const monthsOf = (month: number) => economies.flatMap(({ months }) => months[month] ?? []);
  return (
    <Section
      id="economy"
      note="The thick line is the country, thin lines are its cities, on the same scale. Hover over a month, or touch it, to see its values."
      title="The economy, month by month"
    >
      <div className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
        {MEASURES.map(({ title, unit, read, readAll, write }) => (
          <Chart
            key={title}
            labels={labels}
            line={{ name: 'Country', values: labels.map((_, month) => readAll(monthsOf(month))) }}
            others={economies.map(({ city, months }) => ({ name: city.name, values: months.map(read) }))}
            {...{ title, unit, write }}
          />
        ))}
        <Chart
          labels={labels}
          line={{ name: 'Country', values: (economies[0]?.months ?? []).map(MONEY.read) }}
          title={MONEY.title}
          unit={MONEY.unit}
          write={MONEY.write}
        />
      </div>
    </Section>
  );
};
