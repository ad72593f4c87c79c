/** Both markets: rule packs for validators, certified skills for actors. Marks are paid, never money outside. */
import { type ReactNode, useState } from 'react';
import { toMarks, toPlural, toPrice, toWords } from '../../ui/format.ts';
import { Empty, Facts, Foreign, Hash, Mark, Notice, Section, Table } from '../../ui/parts.tsx';
import { LevelMark, StandingMark } from '../../ui/verdict.tsx';
import type { Wire } from '../../wire.ts';
import { BundleFiles } from '../bundle.tsx';
import { useKeyed } from '../key.tsx';
import { Link } from '../navigation.tsx';
import { Choice, Field, Form, Loaded, Refused, useAct, useKept, useOnce, useRead } from '../state.tsx';
import { saveAsZip } from '../zip.ts';
import { toQuality } from './plugins.tsx';
import { Sell } from './sell.tsx';

type PluginOffer = Wire<'listPluginOffers'>['items'][number];
type Listing = Wire<'listMarketplace'>['items'][number];

/** What is looked at before it is bought: the price is said once more, and no more than it is paid. */
const Buy = ({ title, price, onBuy, onCancel, children }: BuyProps) => {
  const act = useAct();
  const once = useOnce();
  const buy = async (): Promise<void> => {
    await onBuy(once.headers);
    once.renew();
  };
  return (
    <div className="my-6 border-2 border-ink p-5">
      <h3 className="text-lg font-semibold">
        Buy <Foreign>{title}</Foreign>?
      </h3>
      {children}
      <Form act={act} onSubmit={buy} submit={`Pay ${price}`}>
        <p className="mt-3 text-muted">If the price has risen, the purchase is cancelled and you pay nothing.</p>
      </Form>
      <button className="mt-3 underline" onClick={onCancel} type="button">
        Cancel
      </button>
    </div>
  );
};

type BuyProps = {
  title: string;
  price: string;
  onBuy: (headers: Record<string, string>) => Promise<void>;
  onCancel: () => void;
  children: ReactNode;
};

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
      note="The service measures quality on cases with a known verdict. Sellers cannot report it themselves."
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
              ['Quality', toQuality(chosen.quality)],
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
      { title: 'Quality', cell: ({ quality }) => toQuality(quality) },
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
        note="Certified skills. You cannot buy an offer whose certificate is no longer valid."
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
                    {chosen.valid ? 'Valid now' : 'Not valid'}
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
                held={new Set(purchases.data?.items.map(({ listingId }) => listingId))}
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
                  <Licence
                    key={one.id}
                    name={listings.data?.items.find(({ id }) => id === one.listingId)?.name ?? 'The certificate'}
                    purchase={one}
                  />
                ))}
              </ul>
            )
          }
        </Loaded>
      </Section>
      <Sell onListed={listings.reload} />
    </>
  );
}

type ListingsProps = {
  items: readonly Listing[];
  /** Those that the caller holds a licence of. */
  held: ReadonlySet<string>;
  onChoose: (listing: Listing) => void;
};

const Listings = ({ items, held, onChoose }: ListingsProps) => (
  <Table
    caption="Skills for sale"
    columns={[
      {
        title: 'Product',
        cell: ({ certificateId, name, version }) => (
          <a className="font-semibold" href={`/certificates/${certificateId}`}>
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

const STARS = ['5', '4', '3', '2', '1'] as const;

/** A licence: the certified bytes, and what its holder thinks of them. */
function Licence({ name, purchase }: { name: string; purchase: Wire<'listPurchases'>['items'][number] }) {
  const ask = useKeyed();
  const [isOpen, setOpen] = useState(false);
  const [stars, setStars] = useState('5');
  const [text, setText] = useKept(`rating ${purchase.listingId}`);
  const [isRated, setRated] = useState(false);
  const act = useAct();
  const rate = async (): Promise<void> => {
    const body = { stars: Number(stars), ...(text === '' ? {} : { text }) };
    await ask('rateListing', `PUT /certsvc/v1/marketplace/${purchase.listingId}/rating`, { body });
    setText('');
    setRated(true);
  };
  return (
    <li className="border-t border-ink pt-3">
      <p className="flex flex-wrap items-center gap-3">
        <a className="font-semibold" href={`/certificates/${purchase.certificateId}`}>
          <Foreign>{name}</Foreign>
        </a>{' '}
        {toPrice(purchase.price)}
        {purchase.equippedBy === null ? null : <Mark tone="ok">Used by a business</Mark>}
      </p>
      <details className="mt-2" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>The certified files</summary>
        {isOpen ? <Bought id={purchase.id} /> : null}
      </details>
      <details className="mt-2">
        <summary>Rate this skill</summary>
        {isRated ? (
          <p role="status">Rating saved. It counts if you have no connection to the seller.</p>
        ) : (
          <Form act={act} onSubmit={rate} submit="Rate">
            <Choice label="Stars" onChange={setStars} options={STARS.map((one) => [one, one])} value={stars} />
            <Field isRequired={false} label="Comment" maxLength={1000} onChange={setText} rows={3} value={text} />
          </Form>
        )}
      </details>
    </li>
  );
}

function Bought({ id }: { id: string }) {
  const ask = useKeyed();
  const act = useAct();
  const bundle = useRead(`purchase ${id}`, () => ask('readPurchasedBundle', `GET /certsvc/v1/purchases/${id}/bundle`));
  return (
    <Loaded of={bundle}>
      {({ files, entry, bundleSha256, certificateId }) => (
        <>
          <p className="my-3 flex flex-wrap items-center gap-x-5 gap-y-3">
            <button
              className="button"
              disabled={act.isBusy}
              onClick={() => act.run(() => saveAsZip(`${certificateId}.zip`, files))}
              type="button"
            >
              Download {toPlural(files.length, 'file')}
            </button>
            <span>
              Bundle <Hash>{bundleSha256}</Hash>
            </span>
          </p>
          <Refused refusal={act.refusal} />
          <BundleFiles entry={entry} files={files} />
        </>
      )}
    </Loaded>
  );
}
