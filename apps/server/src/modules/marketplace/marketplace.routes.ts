import { marketplaceRoutes } from '@assay/protocol';
import { bindRoutes, Reply } from '../../platform/http/index.ts';
import type { ReadEarnings } from './earnings.service.ts';
import type { Listings } from './listings.service.ts';
import type { Proceeds } from './proceeds.service.ts';
import type { Purchases } from './purchases.service.ts';

type Services = {
  readonly listings: Listings;
  readonly purchases: Purchases;
  readonly proceeds: Pick<Proceeds, 'refund'>;
  readonly earnings: ReadEarnings;
};

export const bindMarketplaceRoutes = (
  { listings, purchases, proceeds, earnings }: Services,
  urls: { readonly listing: (id: string) => string; readonly bundle: (id: string) => string },
) =>
  bindRoutes(marketplaceRoutes, {
    listMarketplace: ({ query }) => listings.search(query),
    readListing: ({ params }) => listings.readDetail(params.listingId),
    listReviews: ({ params, query }) => purchases.reviews(params.listingId, query),
    createListing: async ({ body }, { caller }) => {
      const created = await listings.create(caller, body);
      return new Reply(created, { headers: { Location: urls.listing(created.id) } });
    },
    changeListing: ({ params, body }, { caller }) => listings.change(caller, params.listingId, body),
    deleteListing: ({ params }, { caller }) => listings.withdraw(caller, params.listingId),
    buyListing: async ({ params, body }, { caller }) => {
      const bought = await purchases.buy(caller, params.listingId, body);
      return new Reply(bought, { headers: { Location: urls.bundle(bought.id) } });
    },
    rateListing: async ({ params, body }, { caller }) => {
      await purchases.rate(caller, params.listingId, body);
      return listings.read(params.listingId);
    },
    listPurchases: ({ query }, { caller }) => purchases.list(caller, query),
    readEarnings: (_, { caller }) => earnings(caller),
    refundPurchase: ({ params, body }, { caller }) => proceeds.refund(caller, params.id, body),
    readPurchasedBundle: ({ params }, { caller }) => purchases.readBundle(caller, params.id),
  });
