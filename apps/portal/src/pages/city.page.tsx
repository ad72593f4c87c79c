/** One city: its months, concerns, homes, work and money. */
import type { Page } from '../page.ts';
import { Chart } from '../ui/chart.tsx';
import { toReason } from '../ui/concern.ts';
import { MEASURES, type Summary, TREASURY, toHealth, toMonthLabels } from '../ui/economy.tsx';
import { toCount, toMarks, toPlural, toWords } from '../ui/format.ts';
import { Facts, Foreign, Mark, Section, Table } from '../ui/parts.tsx';
import { Title } from '../ui/prose.tsx';
import type { Wire } from '../wire.ts';
import { type CityMonths, loadEconomies } from './economies.ts';

type CityData = {
  readonly city: Wire<'readCity'>;
  readonly summary: Summary;
  /** Of this city and the others, for a common scale. */
  readonly economies: readonly CityMonths[];
  readonly businesses: Wire<'listBusinesses'>['items'];
  /** The homes for sale, the cheapest first. */
  readonly homes: Wire<'listProperties'>['items'];
};

const LARGEST_SHOWN = '20';
const HOMES_READ = '100';

export const city: Page<CityData> = {
  load: async ({ call, params: { id = '' } }) => {
    const params = { id };
    const [one, summary, { items }, businesses, homes] = await Promise.all([
      call('readCity', { params }),
      call('readEconomySummary', { params }),
      call('listCities'),
      call('listBusinesses', { query: { cityId: id, status: 'ACTIVE', sort: 'workers', limit: LARGEST_SHOWN } }),
      call('listProperties', { params, query: { forSale: 'true', sort: 'price', limit: HOMES_READ } }),
    ]);
    const { economies } = await loadEconomies({ call }, items);
    return { city: one, summary, economies, businesses: businesses.items, homes: homes.items };
  },
  head: ({ city: one }, { place }) => ({
    title: `${one.name}: Assay`,
    description: `Economy, homes and businesses of ${one.name}.`,
    twin: { type: 'application/json', href: `${place.apiPrefix}/cities/${one.id}` },
  }),
  json: ({ city: one, summary, economies, businesses }) => {
    const months = economies.find(({ city }) => city.id === one.id)?.months ?? [];
    return { city: one, summary, history: months.toReversed(), businesses };
  },
  body: ({ city: one, summary, economies, businesses, homes }) => {
    const { tone, word } = toHealth(one.health, summary.topConcerns);
    return (
      <div className="page">
        <Title>{one.name}</Title>
        <p className="mt-3">
          <Mark tone={tone}>{word}</Mark> {toCount(one.population)} people
        </p>
        <Months economies={economies} one={one} />
        <Section id="concerns" title="Concerns">
          <Table
            caption="Concerns"
            empty="None."
            columns={[
              { title: 'Concern', cell: ({ code }) => toWords(code) },
              { title: 'Severity of 100', isNumber: true, cell: ({ severity }) => severity },
              { title: 'Reason', cell: toReason },
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
                `${one.housing.stock}: ${one.housing.vacant} vacant, ${one.housing.underConstruction} under construction`,
              ],
              [
                'Businesses',
                `${one.businessStats.active} with ${toPlural(one.businessStats.workers, 'worker')} and ${toPlural(one.businessStats.vacancies, 'vacancy', 'vacancies')}`,
              ],
              ['Average wage', toMarks(one.businessStats.avgWage)],
              ['Money in the city', `${toMarks(one.money)} held by residents, businesses, the bank and the treasury`],
              ['Treasury', toMarks(one.treasuryBalance)],
            ]}
          />
        </Section>
        <Section
          id="for-sale"
          note="The cheapest home of each kind. Cities sell vacant homes, residents those that they let."
          title="Homes for sale"
        >
          <Homes items={homes} />
        </Section>
        <Section id="businesses" title="Largest employers">
          <Businesses items={businesses} />
          <p className="mt-4">
            <a href={`/world/businesses?cityId=${one.id}`}>All businesses of {one.name}</a>
          </p>
        </Section>
      </div>
    );
  },
};

type MonthsProps = { economies: CityData['economies']; one: CityData['city'] };

const Months = ({ economies, one }: MonthsProps) => {
  const own = economies.find(({ city }) => city.id === one.id)?.months ?? [];
  if (own.length < 2) return null;
  const labels = toMonthLabels(own);
  const others = economies.filter(({ city }) => city.id !== one.id);
  return (
    <>
      <p className="mt-6 text-muted">
        The thick line is {one.name}, thin lines are the other cities, on the same scale. Hover over a month, or touch
        it, to see its values.
      </p>
      <div className="mt-3 grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
        {[...MEASURES, TREASURY].map(({ title, unit, read, write }) => (
          <Chart
            key={title}
            labels={labels}
            line={{ name: one.name, values: own.map(read) }}
            others={others.map(({ city, months }) => ({ name: city.name, values: months.map(read) }))}
            {...{ title, unit, write }}
          />
        ))}
      </div>
    </>
  );
};

const Homes = ({ items }: { items: CityData['homes'] }) => (
  <Table
    caption="Homes for sale"
    columns={[
      { title: 'Home', cell: ({ tier }) => toWords(tier) },
      { title: 'Seller', cell: ({ owner }) => (owner.type === 'city' ? 'City' : 'Resident') },
      {
        title: 'Rent per month',
        isNumber: true,
        isWide: true,
        cell: ({ rent }) => (rent === null ? 'None' : toMarks(rent)),
      },
      { title: 'Price', isNumber: true, cell: ({ salePrice }) => toMarks(salePrice ?? '0') },
    ]}
    empty="No homes are for sale."
    keyOf={({ id }) => id}
    rows={[...new Map(items.toReversed().map((home) => [home.tier + home.owner.type, home])).values()].toReversed()}
  />
);

type Cities = readonly { readonly id: string; readonly name: string }[];

export const CityLink = ({ cities, id }: { cities: Cities; id: string }) => (
  <a href={`/world/cities/${id}`}>{cities.find((city) => city.id === id)?.name ?? 'Unknown'}</a>
);

type BusinessesProps = { items: Wire<'listBusinesses'>['items']; cities?: Cities };

export const Businesses = ({ items, cities }: BusinessesProps) => (
  <Table
    caption="Businesses"
    columns={[
      {
        title: 'Name',
        cell: ({ id, name, cityId }) => (
          <>
            <a href={`/world/businesses/${id}`}>
              <Foreign>{name}</Foreign>
            </a>
            {cities === undefined ? null : (
              <span className="block text-sm sm:hidden">
                <CityLink cities={cities} id={cityId} />
              </span>
            )}
          </>
        ),
      },
      ...(cities === undefined
        ? []
        : [
            {
              title: 'City',
              isWide: true,
              cell: ({ cityId }: { cityId: string }) => <CityLink cities={cities} id={cityId} />,
            },
          ]),
      { title: 'Sector', isWide: true, cell: ({ sector }) => toWords(sector) },
      {
        title: 'State',
        cell: ({ status }) => <Mark tone={status === 'ACTIVE' ? 'ok' : 'bad'}>{toWords(status)}</Mark>,
      },
      { title: 'Workers', isNumber: true, cell: ({ workers }) => toCount(workers) },
      { title: 'Wage a month', isNumber: true, isWide: true, cell: ({ wage }) => toMarks(wage) },
      {
        title: 'Price',
        isNumber: true,
        isWide: true,
        cell: ({ salePrice }) => (salePrice === null ? 'Not for sale' : toMarks(salePrice)),
      },
    ]}
    empty="No business matches."
    keyOf={({ id }) => id}
    rows={items}
  />
);
