/** Both markets: rule packs for validators, certified skills for actors. Prices are in marks, never in external money. */
import { useState } from 'react';
import { toMarks, toPrice, toWords } from '../../ui/format.ts';
import { Empty, Facts, Foreign, Notice, Section, Table } from '../../ui/parts.tsx';
import { LevelMark, StandingMark } from '../../ui/verdict.tsx';
import type { Wire } from '../../wire.ts';
import { useKeyed } from '../key.tsx';
import { Buy } from '../market/buy.tsx';
import { Licence } from '../market/licence.tsx';
import { Link } from '../navigation.tsx';
import { Field, Form, Loaded, useAct, useRead } from '../state.tsx';
import { toCounts, toQuality } from './plugins.tsx';

type PluginOffer = Wire<'listPluginOffers'>['items'][number];
type Listing = Wire<'listMarketplace'>['items'][number];

export function PluginMarket() {
  const ask = useKeyed();
  const [q, setQ] = useState('');
  const [sought, setSought] = useState('');
  const [chosen, setChosen] = useState<PluginOffer>();
  const [bought, setBought] = useState<Wire<'buyPlugin'>>();
  const search = useAct();
  const offers = useRead(`plugin offers ${sought}`, () =>
    ask('listPluginOffers', `GET /api/v1/certsvc/plugins/marketplace?limit=50${toQuery(sought)}`),
  );
  const buy = (offer: PluginOffer) => async (headers: Record<string, string>) => {
    const path = `POST /api/v1/certsvc/plugins/marketplace/${offer.id}/purchase` as const;
    setBought(await ask('buyPlugin', path, { body: { maxPrice: offer.price?.amount ?? '0' }, headers }));
    setChosen(undefined);
  };
  return (
    <Section
      id="plugin-market"
      note="The service measures quality on cases with a known verdict. Sellers cannot set it themselves."
      title="Plugin market"
    >
      <Form act={search} onSubmit={async () => setSought(q.trim())} submit="Search">
        <Field isRequired={false} label="Words" maxLength={200} onChange={setQ} value={q} />
      </Form>
      {bought === undefined ? null : (
        <div className="mt-5">
          <Notice role="status" title={`Bought for ${toPrice(bought.price)}.`} tone="ok">
            <Link to="/council/slots">Assign it to a slot</Link>
          </Notice>
        </div>
      )}
      {chosen === undefined ? null : (
        <Buy
          key={chosen.id}
          onBuy={buy(chosen)}
          onCancel={() => setChosen(undefined)}
          price={chosen.price === null ? 'nothing' : toPrice(chosen.price)}
          title={chosen.name}
        >
          <Facts
            items={[
              ['By', <Foreign key="author">{chosen.author.name}</Foreign>],
              ['Quality', toQuality(chosen)],
              ['Measured', toCounts(chosen)],
              ['Rules', chosen.rules.map(({ title }) => title).join('; ')],
            ]}
          />
        </Buy>
      )}
      <div className="mt-6">
        <Loaded of={offers}>
          {({ items }) =>
            items.length === 0 ? <Empty>Nothing is for sale.</Empty> : <Offers items={items} onChoose={setChosen} />
          }
        </Loaded>
      </div>
    </Section>
  );
}

const toQuery = (q: string): string => (q === '' ? '' : `&${new URLSearchParams({ q })}`);

const Offers = ({ items, onChoose }: { items: readonly PluginOffer[]; onChoose: (offer: PluginOffer) => void }) => (
  <Table
    caption="Plugins for sale"
    columns={[
      {
        title: 'Name',
        cell: ({ name, description }) => (
          <>
            <span className="block font-semibold">
              <Foreign>{name}</Foreign>
            </span>
            <span className="text-muted">
              <Foreign>{description}</Foreign>
            </span>
          </>
        ),
      },
      { title: 'Surface', cell: ({ surface }) => surface },
      { title: 'Quality', cell: toQuality },
      { title: 'Sold', isNumber: true, cell: ({ sales }) => sales },
      { title: 'Price', isNumber: true, cell: ({ price }) => (price === null ? '' : toPrice(price)) },
      {
        title: 'Actions',
        cell: (offer) => (
          <button className="underline" onClick={() => onChoose(offer)} type="button">
            Buy
          </button>
        ),
      },
    ]}
    keyOf={({ id }) => id}
    rows={items}
  />
);

export function SkillMarket() {
  const ask = useKeyed();
  const [chosen, setChosen] = useState<Listing>();
  const [bought, setBought] = useState<Wire<'buyListing'>>();
  const listings = useRead('listings', () => ask('listMarketplace', 'GET /certsvc/v1/marketplace?limit=50'));
  const purchases = useRead('purchases', () => ask('listPurchases', 'GET /certsvc/v1/purchases?limit=100'));
  const buy = (listing: Listing) => async (headers: Record<string, string>) => {
    const path = `POST /certsvc/v1/marketplace/${listing.id}/purchase` as const;
    setBought(await ask('buyListing', path, { body: { maxPrice: listing.price.amount }, headers }));
    setChosen(undefined);
    purchases.reload();
  };
  return (
    <>
      <Section
        id="skill-market"
        note="Certified skills. You cannot buy a skill whose certificate is no longer valid."
        title="Skill market"
      >
        {bought === undefined ? null : (
          <div className="mb-4">
            <Notice role="status" title={`Licensed for ${toPrice(bought.price)}.`} tone="ok">
              The seller receives {toMarks(bought.sellerReceives)}, the commons fund {toMarks(bought.fee)}.
            </Notice>
          </div>
        )}
        {chosen === undefined ? null : (
          <Buy
            key={chosen.id}
            onBuy={buy(chosen)}
            onCancel={() => setChosen(undefined)}
            price={toPrice(chosen.price)}
            title={`${chosen.name} ${chosen.version}`}
          >
            <Facts
              items={[
                ['Licence', <Foreign key="licence">{chosen.licence}</Foreign>],
                ['Seller', <Foreign key="seller">{chosen.seller.name}</Foreign>],
                [
                  'Certificate',
                  <a href={`/certificates/${chosen.certificateId}`} key="certificate">
                    {chosen.valid ? 'Currently valid' : 'Not valid'}
                  </a>,
                ],
              ]}
            />
          </Buy>
        )}
        <Loaded of={listings}>
          {({ items }) =>
            items.length === 0 ? (
              <Empty>Nothing is for sale.</Empty>
            ) : (
              <Listings
                held={
                  new Set(
                    purchases.data?.items.flatMap(({ listingId, state }) => (state === 'REFUNDED' ? [] : [listingId])),
                  )
                }
                items={items}
                onChoose={setChosen}
              />
            )
          }
        </Loaded>
      </Section>
      <Section id="licences" title="Your licences">
        <Loaded of={purchases}>
          {({ items }) =>
            items.length === 0 ? (
              <Empty>You have no licences.</Empty>
            ) : (
              <ul className="grid gap-4">
                {items.map((one) => (
                  <li key={one.id}>
                    <NamedLicence purchase={one} />
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      </Section>
    </>
  );
}

/** The market does not list offers whose certificate is not valid, so each licence reads its own offer. */
function NamedLicence({ purchase }: { purchase: Wire<'listPurchases'>['items'][number] }) {
  const ask = useKeyed();
  const { listingId } = purchase;
  const listing = useRead(`listing ${listingId}`, () => ask('readListing', `GET /certsvc/v1/marketplace/${listingId}`));
  return (
    <Loaded of={listing}>{({ name, version }) => <Licence name={`${name} ${version}`} purchase={purchase} />}</Loaded>
  );
}

type ListingsProps = {
  items: readonly Listing[];
  /** Certificates for which the caller has a licence. */
  held: ReadonlySet<string>;
  onChoose: (listing: Listing) => void;
};

const Listings = ({ items, held, onChoose }: ListingsProps) => (
  <Table
    caption="Skills for sale"
    columns={[
      {
        title: 'Product',
        cell: ({ id, name, version }) => (
          <a className="font-semibold" href={`/market/${id}`}>
            <Foreign>{`${name} ${version}`}</Foreign>
          </a>
        ),
      },
      {
        title: 'Status',
        cell: ({ valid, instructionsReadBy }) => <StandingMark instructionsReadBy={instructionsReadBy} valid={valid} />,
      },
      { title: 'Risk', cell: ({ securityLevel }) => <LevelMark level={securityLevel} /> },
      { title: 'Rating', cell: ({ rating }) => (rating.average === null ? 'None' : `${rating.average} of 5`) },
      { title: 'Price', isNumber: true, cell: ({ price }) => toPrice(price) },
      {
        title: 'Actions',
        cell: (listing) => {
          if (held.has(listing.id)) return 'Owned';
          if (!listing.valid || listing.state !== 'ACTIVE') return toWords(listing.state);
          return (
            <button className="underline" onClick={() => onChoose(listing)} type="button">
              Buy
            </button>
          );
        },
      },
    ]}
    keyOf={({ id }) => id}
    rows={items}
  />
);
