import { z } from 'zod';
import { ListingId, PurchaseId } from '../ids.ts';
import type { RouteTable } from '../route.ts';
import { listOf, PageQuery } from '../wire/common.ts';
import {
  Listing,
  ListingChange,
  ListingDetail,
  ListingQuery,
  ListingRequest,
  Purchase,
  PurchasedBundle,
  PurchaseRequest,
  RatingRequest,
  RefundRequest,
  Review,
} from '../wire/marketplace.ts';

const own = { plane: 'player', access: 'key', rate: 'key', cache: 'private' } as const;
const open = { plane: 'player', access: 'none', rate: 'public', cache: 'stats' } as const;
const one = z.object({ listingId: ListingId });

/** Certified skills, sold for marks. */
export const marketplaceRoutes = {
  listMarketplace: {
    ...open,
    method: 'GET',
    path: '/certsvc/v1/marketplace',
    summary: 'Certified skills for sale',
    query: ListingQuery,
    status: 200,
    answer: listOf(Listing),
    errors: ['cursor_expired'],
  },
  readListing: {
    ...open,
    method: 'GET',
    path: '/certsvc/v1/marketplace/:listingId',
    summary: 'Read a listing in any state',
    params: one,
    status: 200,
    answer: ListingDetail,
    errors: ['listing_not_found'],
  },
  listReviews: {
    ...open,
    method: 'GET',
    path: '/certsvc/v1/marketplace/:listingId/reviews',
    summary: 'Reviews of a product, newest first, across its versions',
    params: one,
    query: PageQuery,
    status: 200,
    answer: listOf(Review),
    errors: ['listing_not_found', 'cursor_expired'],
  },
  createListing: {
    ...own,
    method: 'POST',
    path: '/certsvc/v1/marketplace/list',
    summary: 'List a certified skill for sale',
    description:
      'By the owner of its certificate, while that is valid. The offer is blocked by itself when the certificate is not valid, and ' +
      'comes back with it. Licence holders get the sealed bundle whatever its redistribution says.',
    body: ListingRequest,
    strictBody: true,
    status: 201,
    answer: Listing,
    errors: [
      'not_certificate_owner',
      'certificate_not_found',
      'certificate_not_valid',
      'listing_exists',
      'bundle_changed',
    ],
  },
  changeListing: {
    ...own,
    method: 'PATCH',
    path: '/certsvc/v1/marketplace/:listingId',
    summary: 'Update, pause or resume a listing',
    params: one,
    body: ListingChange,
    strictBody: true,
    status: 200,
    answer: Listing,
    errors: ['listing_not_found', 'listing_wrong_state'],
  },
  deleteListing: {
    ...own,
    method: 'DELETE',
    path: '/certsvc/v1/marketplace/:listingId',
    summary: 'Delete a listing; buyers keep their licences',
    params: one,
    status: 204,
    answer: z.void(),
    errors: ['listing_not_found'],
  },
  buyListing: {
    ...own,
    method: 'POST',
    path: '/certsvc/v1/marketplace/:listingId/purchase',
    summary: 'Buy a licence',
    description:
      'Money, licence and event are one transaction. The price is held for 14 days before the seller gets it. Who holds a licence of an earlier ' +
      'version pays the difference in price. Say `maxPrice`: a price that has risen since it was read is then refused ' +
      'instead of paid. 5 % of the price goes to the commons fund. While a world runs the licence is among the things of the buyer ' +
      'with its next hour, and `businessId`, a business of the buyer, then works with the skill; `equippedBy` is null if it has no room.',
    params: one,
    body: PurchaseRequest,
    strictBody: true,
    needsIdempotencyKey: true,
    status: 201,
    answer: Purchase,
    errors: [
      'listing_not_found',
      'listing_wrong_state',
      'certificate_not_valid',
      'bundle_changed',
      'price_above_max',
      'already_purchased',
      'insufficient_funds',
      'own_listing',
      'business_not_found',
    ],
  },
  rateListing: {
    ...own,
    method: 'PUT',
    path: '/certsvc/v1/marketplace/:listingId/rating',
    summary: 'Rate a purchased listing, one rating per buyer',
    description:
      'It counts for the average when something was paid and nothing ties buyer and seller: not the same account, household, ' +
      'employer or landlord, no payments between them or from a common source.',
    params: one,
    body: RatingRequest,
    status: 200,
    answer: Listing,
    errors: ['listing_not_found', 'purchase_not_found'],
  },
  listPurchases: {
    ...own,
    method: 'GET',
    path: '/certsvc/v1/purchases',
    summary: 'Licences of the caller, newest first',
    query: PageQuery,
    status: 200,
    answer: listOf(Purchase),
    errors: ['cursor_expired'],
  },
  refundPurchase: {
    ...own,
    method: 'POST',
    path: '/certsvc/v1/purchases/:id/refund',
    summary: 'Return a licence and get the price back',
    description:
      'Within three days for any reason, and for as long as the price is held while the certificate is suspended. The licence ends with its ' +
      'upgrades, its rating no longer counts. Without a suspension a product can be returned once.',
    params: z.object({ id: PurchaseId }),
    body: RefundRequest,
    strictBody: true,
    status: 200,
    answer: Purchase,
    errors: ['purchase_not_found', 'refund_not_possible'],
  },
  readPurchasedBundle: {
    ...own,
    method: 'GET',
    path: '/certsvc/v1/purchases/:id/bundle',
    rate: 'heavy',
    summary: 'Download the certified bundle of a purchase',
    description: 'Every digest is taken again from the bytes that are sent, and held against the certificate.',
    params: z.object({ id: PurchaseId }),
    status: 200,
    answer: PurchasedBundle,
    errors: ['purchase_not_found', 'purchase_refunded', 'bundle_changed'],
  },
} as const satisfies RouteTable;
