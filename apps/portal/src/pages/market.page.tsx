import type { Page } from '../page.ts';
import { toPrice } from '../ui/format.ts';
import { Empty, Foreign, Table } from '../ui/parts.tsx';
import { Title } from '../ui/prose.tsx';
import { LevelMark, StandingMark } from '../ui/verdict.tsx';
import type { Wire } from '../wire.ts';

const toRating = ({ average, count }: { average: number | null; count: number }): string =>
  average === null ? 'Not rated yet' : `${average.toFixed(1)} of 5, by ${count}`;

const KEPT = ['q', 'sort', 'level', 'minRating', 'cursor'];

/** Only what the route knows, and nothing that is empty. */
const toQuery = (query: URLSearchParams): Record<string, string> =>
  Object.fromEntries([...query].filter(([name, value]) => KEPT.includes(name) && value.trim() !== ''));

type SelectProps = { name: string; label: string; options: readonly (readonly [string, string])[]; value: string };

const Select = ({ name, label, options, value }: SelectProps) => (
  <label className="block">
    <span className="label">{label}</span>
    <select className="input mt-1" defaultValue={value} name={name}>
      {options.map(([option, title]) => (
        <option key={option} value={option}>
          {title}
        </option>
      ))}
    </select>
  </label>
);

const Filters = ({ query }: { query: URLSearchParams }) => (
  <search>
    <form action="/market" className="mt-6 grid items-end gap-3 sm:grid-cols-[1fr_10rem_10rem_10rem_auto]" method="get">
      <label className="block">
        <span className="label">Words</span>
        <input className="input mt-1" defaultValue={query.get('q') ?? ''} maxLength={200} name="q" type="search" />
      </label>
      <Select
        label="Maximum risk"
        name="level"
        options={[
          ['', 'Any'],
          ['CLEAR', 'Clear'],
          ['LOW', 'Low'],
          ['MEDIUM', 'Medium'],
        ]}
        value={query.get('level') ?? ''}
      />
      <Select
        label="Minimum rating"
        name="minRating"
        options={[
          ['', 'Any'],
          ['3', '3'],
          ['4', '4'],
        ]}
        value={query.get('minRating') ?? ''}
      />
      <Select
        label="Order"
        name="sort"
        options={[
          ['newest', 'Newest'],
          ['price', 'Price'],
          ['sales', 'Sales'],
          ['rating', 'Rating'],
        ]}
        value={query.get('sort') ?? 'newest'}
      />
      <button className="button" type="submit">
        Search
      </button>
    </form>
  </search>
);

/** What is for sale. Nothing here is usable before its certificate says so. */
export const market: Page<Wire<'listMarketplace'>> = {
  load: ({ call, query }) => {
    return call('listMarketplace', { query: { limit: '50', ...toQuery(query) } });
  },
  head: (_, { place }) => ({
    title: 'Market: Assay',
    description: 'Licences of certified skills, for sale in the world.',
    twin: { type: 'application/json', href: `${place.playerPrefix}/marketplace` },
  }),
  body: ({ items, nextCursor }, { query }) => (
    <div className="page">
      <Title lead="Licences of certified skills. You cannot buy an offer whose certificate is no longer valid.">
        Market
      </Title>
      <Filters query={query} />
      <div className="mt-6">
        {items.length === 0 ? (
          <Empty>No offers yet.</Empty>
        ) : (
          <Table
            caption="Offers"
            columns={[
              {
                title: 'Status',
                cell: (one) => <StandingMark instructionsReadBy={one.instructionsReadBy} valid={one.valid} />,
              },
              {
                title: 'Product',
                cell: ({ id, name, version }) => (
                  <a className="font-semibold" href={`/market/${id}`}>
                    <Foreign>{`${name} ${version}`}</Foreign>
                  </a>
                ),
              },
              { title: 'Risk', cell: ({ securityLevel }) => <LevelMark level={securityLevel} /> },
              {
                title: 'Seller',
                cell: ({ seller }) => (
                  <a href={`/world/actors/${seller.actorId}`}>
                    <Foreign>{seller.name}</Foreign>
                  </a>
                ),
              },
              { title: 'Rating', cell: ({ rating }) => toRating(rating) },
              { title: 'Sold', isNumber: true, cell: ({ sales }) => sales },
              { title: 'Price', isNumber: true, cell: ({ price }) => toPrice(price) },
            ]}
            keyOf={({ id }) => id}
            rows={items}
          />
        )}
      </div>
      {nextCursor === null ? null : (
        <p className="mt-5">
          <a href={`/market?${new URLSearchParams({ ...toQuery(query), cursor: nextCursor })}`}>More</a>
        </p>
      )}
    </div>
  ),
};
