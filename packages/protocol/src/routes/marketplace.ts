import { z } from 'zod';
import { ListingId, PurchaseId } from '../ids.ts';
import type { RouteTable } from '../route.ts';
import { listOf, PageQuery } from '../wire/common.ts';
import {
  Earnings,
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

/** Certified skills that are sold for marks. */
export const marketplaceRoutes = {
  listMarketplace: {
    ...open,
    method: 'GET',
    path: '/certsvc/v1/marketplace',
    summary: 'List certified skills for sale',
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
    summary: 'List reviews of all versions of a product, newest first',
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
      'Only the owner of a valid certificate can list it. While the certificate is not valid, the listing is blocked automatically. ' +
      'Licence holders can download the sealed bundle whatever its redistribution setting is.',
    body: ListingRequest,
    strictBody: true,
    status: 201,
    answer: Listing,
    errors: [
      'not_certificate_owner',
      'certificate_not_found',
      'certificate_not_valid',
      'listing_exists',
      'offer_barred',
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
      'Payment, licence and event are written in one transaction. The price is held for 14 days before the seller receives it. The holder of a licence for an earlier ' +
      'version pays the difference. Set `maxPrice` to reject a price that has risen since you read it. ' +
      "5 % of the price goes to the commons fund. While a world is running, the licence is in the buyer's inventory " +
      "from the next tick on, and the buyer's business `businessId` uses the skill; `equippedBy` is null if that business has no free slot.",
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
      'A rating counts toward the average if the buyer paid and is not tied to the seller: no shared account, household, ' +
      'employer or landlord, and no payments between them or from a common source.',
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
    summary: "List the caller's licences, newest first",
    query: PageQuery,
    status: 200,
    answer: listOf(Purchase),
    errors: ['cursor_expired'],
  },
  readEarnings: {
    ...own,
    method: 'GET',
    path: '/certsvc/v1/earnings',
    rate: 'heavy',
    summary: "Get the caller's earnings from licences, by listing and month",
    description:
      'The price of a licence is held for 14 days, then paid out minus 5 %. A refunded price is not paid out.',
    status: 200,
    answer: Earnings,
    errors: [],
  },
  refundPurchase: {
    ...own,
    method: 'POST',
    path: '/certsvc/v1/purchases/:id/refund',
    summary: 'Return a licence for a refund',
    description:
      'Possible within three days for any reason, and later if the certificate is suspended while the price is held. The licence and its ' +
      'upgrades end, and its rating no longer counts. Unless the certificate is suspended, a product can be returned only once.',
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
    description: 'The service checks the digests of the bytes that it sends against the certificate.',
    params: z.object({ id: PurchaseId }),
    status: 200,
    answer: PurchasedBundle,
    errors: ['purchase_not_found', 'purchase_refunded', 'bundle_changed'],
  },
} as const satisfies RouteTable;
