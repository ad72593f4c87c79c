/** One market offer: the product, its readers, its capabilities, reviews and former prices. */
import type { Page } from '../page.ts';
import { toDay, toDecimal, toInline, toMarks, toPlural, toPrice, toWords } from '../ui/format.ts';
import { Empty, Facts, Foreign, Mark, Section, Table } from '../ui/parts.tsx';
import { Title } from '../ui/prose.tsx';
import { LevelMark, StandingMark } from '../ui/verdict.tsx';
import type { VerifyRecord, Wire } from '../wire.ts';

type Review = Wire<'listReviews'>['items'][number];
type Data = {
  readonly listing: Wire<'readListing'>;
  readonly reviews: readonly Review[];
  readonly verify: VerifyRecord;
  /** Every offer of the same seller. Offers of one lineage are versions of it. */
  readonly offers: Wire<'listMarketplace'>['items'];
};

const REVIEWS_SHOWN = '50';

export const listing: Page<Data> = {
  load: async ({ call, params: { id = '' } }) => {
    const one = await call('readListing', { params: { listingId: id } });
    const [reviews, verify, offers] = await Promise.all([
      call('listReviews', { params: { listingId: id }, query: { limit: REVIEWS_SHOWN } }),
      call('verifyCertificate', { params: { id: one.certificateId } }),
      call('listMarketplace', { query: { sellerId: one.seller.actorId, limit: '100' } }),
    ]);
    return { listing: one, reviews: reviews.items, verify, offers: offers.items };
  },
  json: ({ listing: one, reviews }) => ({ listing: one, reviews }),
  head: ({ listing: one }, { place }) => ({
    title: `${one.name} ${one.version}: Assay market`,
    description: one.description,
    twin: { type: 'application/json', href: `${place.playerPrefix}/marketplace/${one.id}` },
  }),
  scripts: ['app'],
  body: ({ listing: one, reviews, verify, offers }, { place }) => (
    <div className="page">
      <Title lead={one.description}>{`${one.name} ${one.version}`}</Title>
      <p className="mt-4 flex flex-wrap items-center gap-4">
        <StandingMark instructionsReadBy={one.instructionsReadBy} valid={one.valid} />
        <LevelMark label="Risk" level={one.securityLevel} />
        <span className="text-2xl font-semibold tabular-nums">{toPrice(one.price)}</span>
        {isBuyable(one) ? null : <Mark tone="bad">{`Not available: ${toInline(toWords(one.state))}`}</Mark>}
      </p>
      <div
        className="mt-4 min-h-16"
        data-api-prefix={place.apiPrefix}
        data-app="listing"
        data-is-buyable={isBuyable(one) ? '' : undefined}
        data-listing={one.id}
        data-player-prefix={place.playerPrefix}
      >
        <noscript>
          Buying on this page requires JavaScript. <a href="/reference/buyListing">Buy with the API</a>.
        </noscript>
      </div>
      <Section id="offer" title="Offer">
        <Facts items={factsOf(one, verify)} />
      </Section>
      <Section id="permissions" title="Permissions">
        <Facts
          items={[
            ['Declared', listOf(verify.manifest.capabilities, 'None')],
            ['Observed', listOf(verify.manifest.observed?.capabilities ?? [], 'None')],
            ['Addresses', listOf(verify.manifest.externalCalls, 'None')],
            ['Secrets', listOf(verify.manifest.secrets, 'None')],
          ]}
        />
      </Section>
      <Reviews items={reviews} />
      <Versions items={offers.filter(({ lineageId }) => lineageId === one.lineageId)} />
      <Prices items={one.priceHistory} />
    </div>
  ),
};

const isBuyable = ({ valid, state }: Data['listing']): boolean => valid && state === 'ACTIVE';

const listOf = (items: readonly string[], none: string) =>
  items.length === 0 ? none : items.map((item) => <Foreign key={item}>{`${item} `}</Foreign>);

const factsOf = (one: Data['listing'], { reviewers }: VerifyRecord): readonly [string, React.ReactNode][] => [
  [
    'Certificate',
    <a href={`/certificates/${one.certificateId}`} key="certificate">
      {one.certificateId}
    </a>,
  ],
  [
    'Reviewers',
    reviewers.length === 0
      ? 'Not recorded'
      : reviewers.map(({ kind, family, version }) => `${toWords(kind)} ${family} ${version}`).join('; '),
  ],
  [
    'Seller',
    <a href={`/world/actors/${one.seller.actorId}`} key="seller">
      <Foreign>{one.seller.name}</Foreign>
    </a>,
  ],
  ['Licence', <Foreign key="licence">{one.licence}</Foreign>],
  ['Sold', toPlural(one.sales, 'licence')],
  [
    'Rating',
    one.rating.average === null ? 'Not rated yet' : `${toDecimal(one.rating.average, 1)} of 5, by ${one.rating.count}`,
  ],
  [
    'Return',
    'Within three days, for any reason, once per product. The price is held for 14 days and refunded if the certificate is suspended in that time.',
  ],
  ['New versions', 'Licence holders pay only the difference in price.'],
];

const Reviews = ({ items }: { items: readonly Review[] }) => (
  <Section
    id="reviews"
    note="Reviews of all versions. Reviews from free or refunded licences, and from buyers who are connected to the seller, do not count."
    title="Reviews"
  >
    {items.length === 0 ? (
      <Empty>No ratings yet.</Empty>
    ) : (
      <ul className="border-t border-ink">
        {items.map(({ stars, text, version, counts, ratedAt }) => (
          <li className="border-b border-line py-3" key={`${ratedAt}${version}${text ?? ''}`}>
            <p className="flex flex-wrap items-center gap-3">
              <span className="font-semibold">{`${stars} of 5`}</span>
              <span className="text-muted">{`${version}, ${toDay(ratedAt)}`}</span>
              {counts ? null : <Mark>Does not count</Mark>}
            </p>
            {text === null ? null : (
              <p className="mt-1 max-w-prose">
                <Foreign>{text}</Foreign>
              </p>
            )}
          </li>
        ))}
      </ul>
    )}
  </Section>
);

const Versions = ({ items }: { items: Data['offers'] }) =>
  items.length < 2 ? null : (
    <Section id="versions" title="Versions for sale">
      <Table
        caption="Versions"
        columns={[
          {
            title: 'Version',
            cell: ({ id, version }) => (
              <a href={`/market/${id}`}>
                <Foreign>{version}</Foreign>
              </a>
            ),
          },
          { title: 'Risk', cell: ({ securityLevel }) => <LevelMark level={securityLevel} /> },
          { title: 'Listed', cell: ({ createdAt }) => toDay(createdAt) },
          { title: 'Price', isNumber: true, cell: ({ price }) => toPrice(price) },
        ]}
        keyOf={({ id }) => id}
        rows={items}
      />
    </Section>
  );

const Prices = ({ items }: { items: Data['listing']['priceHistory'] }) => (
  <Section id="prices" title="Price history">
    <Table
      caption="Prices, newest first"
      columns={[
        { title: 'Since', cell: ({ changedAt }) => toDay(changedAt) },
        { title: 'Price', isNumber: true, cell: ({ price }) => toMarks(price) },
      ]}
      keyOf={({ changedAt }) => changedAt}
      rows={[...items]}
    />
  </Section>
);
