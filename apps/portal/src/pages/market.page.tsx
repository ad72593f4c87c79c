import type { Page } from '../page.ts';
import { AMOUNT_INPUT, toMicros } from '../ui/amount.ts';
import { toDecimal, toPrice } from '../ui/format.ts';
import { Empty, Foreign, Table } from '../ui/parts.tsx';
import { Title } from '../ui/prose.tsx';
import { LevelMark, StandingMark } from '../ui/verdict.tsx';
import type { Wire } from '../wire.ts';

const toRating = ({ average, count }: { average: number | null; count: number }): string =>
  average === null ? 'Not rated yet' : `${toDecimal(average, 1)} of 5, by ${count}`;

const KEPT = ['q', 'sort', 'level', 'minRating', 'productType', 'cursor'];
/** The form uses marks, the route millionths of marks. */
const MAX_PRICE = 'max';

/** Only the page's own, non-empty parameters. */
const toKept = (query: URLSearchParams): Record<string, string> =>
  Object.fromEntries([...query].filter(([name, value]) => [...KEPT, MAX_PRICE].includes(name) && value.trim() !== ''));

function toQuery(query: URLSearchParams): Record<string, string> {
  const { [MAX_PRICE]: most, ...kept } = toKept(query);
  return most === undefined ? kept : { ...kept, maxPrice: toMicros(most) };
}

type SelectProps = { name: string; label: string; options: readonly (readonly [string, string])[]; value: string };

const Select = ({ name, label, options, value }: SelectProps) => (
  <label className="block">
    <span className="label">{label}</span>
    <select className="input mt-1 h-11" defaultValue={value} name={name}>
      {options.map(([option, title]) => (
        <option key={option} value={option}>
          {title}
        </option>
      ))}
    </select>
  </label>
);

const TYPES = [
  ['', 'Any'],
  ['SKILL', 'Skill'],
  ['API', 'API'],
  ['TOOL', 'Tool'],
  ['CONTRACT', 'Contract'],
] as const;
const LEVELS = [
  ['', 'Any'],
  ['CLEAR', 'Clear'],
  ['LOW', 'Low'],
  ['MEDIUM', 'Medium'],
] as const;
const RATINGS = [
  ['', 'Any'],
  ['3', '3'],
  ['4', '4'],
] as const;
const ORDERS = [
  ['newest', 'Newest'],
  ['price', 'Price'],
  ['sales', 'Sales'],
  ['rating', 'Rating'],
] as const;

const Filters = ({ query }: { query: URLSearchParams }) => (
  <search>
    <form
      action="/market"
      className="mt-6 grid grid-cols-2 items-end gap-3 sm:grid-cols-3 lg:grid-cols-[1fr_8rem_8rem_9rem_8rem_8rem_auto]"
      method="get"
    >
      <label className="col-span-2 block sm:col-span-1">
        <span className="label">Words</span>
        <input className="input mt-1 h-11" defaultValue={query.get('q') ?? ''} maxLength={200} name="q" type="search" />
      </label>
      <Select label="Type" name="productType" options={TYPES} value={query.get('productType') ?? ''} />
      <label className="block">
        <span className="label">Maximum price</span>
        <input
          className="input mt-1 h-11"
          defaultValue={query.get(MAX_PRICE) ?? ''}
          name={MAX_PRICE}
          placeholder="marks"
          {...AMOUNT_INPUT}
        />
      </label>
      <Select label="Maximum risk" name="level" options={LEVELS} value={query.get('level') ?? ''} />
      <Select label="Minimum rating" name="minRating" options={RATINGS} value={query.get('minRating') ?? ''} />
      <Select label="Order" name="sort" options={ORDERS} value={query.get('sort') ?? 'newest'} />
      <button className="button h-11" type="submit">
        Search
      </button>
    </form>
  </search>
);

/** The offers. None is usable before its certificate confirms it. */
export const market: Page<Wire<'listMarketplace'>> = {
  load: ({ call, query }) => {
    return call('listMarketplace', { query: { limit: '50', ...toQuery(query) } });
  },
  head: (_, { place }) => ({
    title: 'Market: Assay',
    description: 'Licences for certified skills, for sale in the world.',
    twin: { type: 'application/json', href: `${place.playerPrefix}/marketplace` },
  }),
  body: ({ items, nextCursor }, { query }) => (
    <div className="page">
      <Title lead="Licences for certified skills, tools, APIs and contracts, priced in the world's marks. A product whose certificate is no longer valid cannot be bought.">
        Market
      </Title>
      <p className="mt-4 flex flex-wrap gap-x-6 gap-y-2">
        <a href="/council/sales">Sell a product</a>
        <a href="/council/skill-market">Your licences</a>
        <a href="/council/plugin-market">Plugins for validators</a>
        <a href="/docs/guides/marketplace">How the market works</a>
      </p>
      <Filters query={query} />
      {isSimilar(items, query) ? (
        <p className="mt-4" role="status">
          No listing contains “<Foreign>{query.get('q') ?? ''}</Foreign>”. Listings with similar words:
        </p>
      ) : null}
      <div className="mt-6">
        {items.length === 0 ? (
          <Empty>
            {Object.keys(toKept(query)).length === 0 ? (
              'Nothing is for sale yet.'
            ) : (
              <>
                No listing matches. <a href="/market">Show all offers</a>
              </>
            )}
          </Empty>
        ) : (
          <Offers items={items} />
        )}
      </div>
      {nextCursor === null ? null : (
        <p className="mt-5">
          <a href={`/market?${new URLSearchParams({ ...toKept(query), cursor: nextCursor })}`}>More</a>
        </p>
      )}
    </div>
  ),
};

type Offer = Wire<'listMarketplace'>['items'][number];

/** The service returns similar words only if no offer contains the requested ones. */
function isSimilar(items: readonly Offer[], query: URLSearchParams): boolean {
  const words = (query.get('q') ?? '').trim().toLowerCase();
  const [first] = items;
  return words !== '' && first !== undefined && !`${first.name} ${first.description}`.toLowerCase().includes(words);
}

const Offers = ({ items }: { items: readonly Offer[] }) => (
  <Table
    caption="Offers"
    columns={[
      {
        title: 'Product',
        cell: ({ id, name, version, description, securityLevel, rating }) => (
          <>
            <a className="font-semibold" href={`/market/${id}`}>
              <Foreign>{`${name} ${version}`}</Foreign>
            </a>
            <span className="line-clamp-2 block max-w-prose text-sm text-muted max-sm:hidden">
              <Foreign>{description}</Foreign>
            </span>
            <span className="mt-1 flex flex-wrap items-center gap-2 text-sm text-muted sm:hidden">
              <LevelMark label="Risk" level={securityLevel} /> {toRating(rating)}
            </span>
          </>
        ),
      },
      { title: 'Price', isNumber: true, cell: ({ price }) => toPrice(price) },
      {
        title: 'Status',
        cell: (one) => <StandingMark instructionsReadBy={one.instructionsReadBy} valid={one.valid} />,
      },
      { title: 'Risk', isWide: true, cell: ({ securityLevel }) => <LevelMark level={securityLevel} /> },
      { title: 'Rating', isWide: true, cell: ({ rating }) => toRating(rating) },
      { title: 'Sold', isNumber: true, isWide: true, cell: ({ sales }) => sales },
      {
        title: 'Seller',
        isWide: true,
        cell: ({ seller }) => (
          <a href={`/world/actors/${seller.actorId}`}>
            <Foreign>{seller.name}</Foreign>
          </a>
        ),
      },
    ]}
    keyOf={({ id }) => id}
    rows={items}
  />
);
