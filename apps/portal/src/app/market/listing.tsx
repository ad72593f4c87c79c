/** Actions on an offer: buy it, use the licence, or change the offer. */
import { useState } from 'react';
import { toMicros } from '../../ui/amount.ts';
import { toInline, toMarks, toPrice, toWords } from '../../ui/format.ts';
import { Facts, Foreign, Mark } from '../../ui/parts.tsx';
import type { Wire } from '../../wire.ts';
import { useKeyed } from '../key.tsx';
import { Field, Form, Loaded, useAct, useRead } from '../state.tsx';
import { Buy } from './buy.tsx';
import { Keyed } from './keyed.tsx';
import { Licence } from './licence.tsx';

type Listing = Wire<'readListing'>;

const place = document.querySelector<HTMLElement>('[data-listing]')?.dataset ?? {};

export function ListingActions() {
  return (
    <Keyed why={place.isBuyable === undefined ? 'Link a wallet to see your licence' : 'Link a wallet to buy'}>
      <OfCaller id={place.listing ?? ''} />
    </Keyed>
  );
}

function OfCaller({ id }: { id: string }) {
  const ask = useKeyed();
  const read = useRead(`listing ${id}`, async () => {
    const [listing, me, { items }] = await Promise.all([
      ask('readListing', `GET /certsvc/v1/marketplace/${id}`),
      ask('readMe', 'GET /api/v1/me'),
      ask('listPurchases', 'GET /certsvc/v1/purchases?limit=100'),
    ]);
    return { listing, me, held: items.find(({ listingId, state }) => listingId === id && state !== 'REFUNDED') };
  });
  return (
    <Loaded of={read}>
      {({ listing, me, held }) => {
        if (me.id === listing.seller.actorId) return <OwnOffer listing={listing} onChanged={read.reload} />;
        if (held !== undefined) return <Licence name={listing.name} onReturned={read.reload} purchase={held} />;
        return <Offer listing={listing} onBought={read.reload} />;
      }}
    </Loaded>
  );
}

function Offer({ listing, onBought }: { listing: Listing; onBought: () => void }) {
  const ask = useKeyed();
  const [isOpen, setOpen] = useState(false);
  const buy = async (headers: Record<string, string>): Promise<void> => {
    const path = `POST /certsvc/v1/marketplace/${listing.id}/purchase` as const;
    await ask('buyListing', path, { body: { maxPrice: listing.price.amount }, headers });
    onBought();
  };
  const price = toPrice(listing.price);
  if (!listing.valid || listing.state !== 'ACTIVE') return <p className="text-muted">This listing cannot be bought.</p>;
  if (!isOpen) {
    return (
      <button className="button" onClick={() => setOpen(true)} type="button">
        Buy for {price}
      </button>
    );
  }
  return (
    <Buy onBuy={buy} onCancel={() => setOpen(false)} price={price} title={`${listing.name} ${listing.version}`}>
      <Facts
        items={[
          ['Licence', <Foreign key="licence">{listing.licence}</Foreign>],
          ['Return', 'Within three days, for any reason, once per product'],
          ['Earlier version', 'Licence holders pay only the difference in price'],
        ]}
      />
    </Buy>
  );
}

/** For the seller: change the price, pause or end the offer. */
function OwnOffer({ listing, onChanged }: { listing: Pick<Listing, 'id' | 'state'>; onChanged: () => void }) {
  const ask = useKeyed();
  const act = useAct();
  const [price, setPrice] = useState('');
  const [saved, setSaved] = useState('');
  const path = `/certsvc/v1/marketplace/${listing.id}` as const;
  const change = (body: Record<string, string>) => async (): Promise<void> => {
    const next = await ask('changeListing', `PATCH ${path}`, { body });
    setSaved(`Saved: ${toMarks(next.price.amount)}, ${toInline(toWords(next.state))}.`);
    onChanged();
  };
  const withdraw = async (): Promise<void> => {
    await ask('deleteListing', `DELETE ${path}`);
    setSaved('Withdrawn. Buyers keep their licences.');
    onChanged();
  };
  if (listing.state === 'DELISTED') return <p className="text-muted">This listing was withdrawn.</p>;
  return (
    <div className="border border-line bg-sheet p-4">
      <p className="flex flex-wrap items-center gap-3">
        <Mark>Your offer</Mark>
        <a href="/council/sales">Your sales</a>
      </p>
      {saved === '' ? null : <p role="status">{saved}</p>}
      <Form act={act} onSubmit={() => change({ price: toMicros(price) })()} submit="Change the price">
        <Field
          hint="In marks. Every price stays visible."
          isAmount
          label="New price"
          onChange={setPrice}
          value={price}
        />
      </Form>
      <p className="mt-4 flex flex-wrap gap-5">
        {listing.state === 'PAUSED' ? (
          <button className="underline" onClick={() => act.run(change({ state: 'ACTIVE' }))} type="button">
            Resume
          </button>
        ) : (
          <button className="underline" onClick={() => act.run(change({ state: 'PAUSED' }))} type="button">
            Pause
          </button>
        )}
        <button className="underline" onClick={() => act.run(withdraw)} type="button">
          Withdraw permanently
        </button>
      </p>
    </div>
  );
}
