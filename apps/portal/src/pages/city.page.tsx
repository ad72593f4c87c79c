/** One city: its months, what worries it, its homes, work and money. */
import type { Page } from '../page.ts';
import { Chart, MEASURES, type Summary, toHealth } from '../ui/economy.tsx';
import { toCount, toMarks, toWords } from '../ui/format.ts';
import { Facts, Foreign, Mark, Section, Table } from '../ui/parts.tsx';
import { Title } from '../ui/prose.tsx';
import type { Wire } from '../wire.ts';

type CityData = {
  readonly city: Wire<'readCity'>;
  readonly summary: Summary;
  readonly history: Wire<'listEconomyHistory'>['items'];
  readonly businesses: Wire<'listBusinesses'>['items'];
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
    description: `Economy, homes and businesses of ${one.name}.`,
    twin: { type: 'application/json', href: `${place.apiPrefix}/cities/${one.id}` },
  }),
  body: ({ city: one, summary, history, businesses }) => {
    const { tone, word } = toHealth(one.health, summary.topConcerns);
    const months = [...history].reverse().concat(summary.snapshot);
    return (
      <div className="page">
        <Title>{one.name}</Title>
        <p className="mt-3">
          <Mark tone={tone}>{word}</Mark> {toCount(one.population)} people
        </p>
        <div className="mt-6 grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
          {MEASURES.map(({ title, read, write }) => (
            <Chart key={title} line={months.map(read)} title={title} write={write} />
          ))}
        </div>
        <Section id="concerns" title="Concerns">
          <Table
            caption="Concerns"
            columns={[
              { title: 'Concern', cell: ({ code }) => toWords(code) },
              { title: 'Severity', isNumber: true, cell: ({ severity }) => severity },
              {
                title: 'Reason',
                cell: ({ evidence }) =>
                  `${evidence.metric} is ${evidence.value.toFixed(3)} (threshold ${evidence.threshold})`,
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
                `${one.housing.stock}: ${one.housing.vacant} vacant, ${one.housing.underConstruction} under construction`,
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
