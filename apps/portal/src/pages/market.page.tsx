import type { Page } from '../page.ts';
import { toPrice } from '../ui/format.ts';
import { Empty, Foreign, Table } from '../ui/parts.tsx';
import { Title } from '../ui/prose.tsx';
import { LevelMark, StandingMark } from '../ui/verdict.tsx';
import type { Wire } from '../wire.ts';

const toRating = ({ average, count }: { average: number | null; count: number }): string =>
  average === null ? 'Not rated yet' : `${average.toFixed(1)} of 5, by ${count}`;

/** What is for sale. Nothing here is usable before its certificate says so. */
export const market: Page<Wire<'listMarketplace'>> = {
  load: ({ call, query }) => {
    const cursor = query.get('cursor');
    return call('listMarketplace', { query: { limit: '50', ...(cursor === null ? {} : { cursor }) } });
  },
  head: (_, { place }) => ({
    title: 'Market: Assay',
    description: 'Licences of certified skills, for sale in the world.',
    twin: { type: 'application/json', href: `${place.playerPrefix}/marketplace` },
  }),
  body: ({ items, nextCursor }) => (
    <div className="page">
      <Title lead="Licences of certified skills. You cannot buy an offer whose certificate is no longer valid.">
        Market
      </Title>
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
                cell: ({ certificateId, name, version }) => (
                  <a className="font-semibold" href={`/certificates/${certificateId}`}>
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
          <a href={`/market?${new URLSearchParams({ cursor: nextCursor })}`}>More</a>
        </p>
      )}
    </div>
  ),
};
