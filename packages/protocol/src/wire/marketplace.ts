import { z } from 'zod';
import {
  ActorId,
  Address,
  BusinessId,
  CertificateId,
  Digest,
  JournalId,
  ListingId,
  PurchaseId,
  Sha256,
} from '../ids.ts';
import { Count, Link, Marks, Money, PageQuery, ProductType, SecurityLevel, Time } from './common.ts';
import { DESCRIPTION_MAX, InstructionsReadBy } from './sealed.ts';

const MARK = 1_000_000n;
export const LISTING_PRICE_MAX = 1_000_000n * MARK;

export const ListingState = z.enum(['ACTIVE', 'PAUSED', 'BLOCKED', 'DELISTED']).meta({ id: 'ListingState' });
export type ListingState = z.infer<typeof ListingState>;
const Delivery = z.enum(['SOURCE', 'ARTIFACT']);
const ListingPrice = Marks.refine((price) => price <= LISTING_PRICE_MAX, { error: 'At most 1,000,000 marks.' });

export const Listing = z
  .object({
    id: ListingId,
    certificateId: CertificateId,
    lineageId: Sha256.describe(
      'Identifies the product: all versions and listings of it by one owner have the same value, and share sales and ratings.',
    ),
    name: z.string(),
    version: z.string(),
    productType: ProductType,
    description: z.string().max(DESCRIPTION_MAX),
    seller: z.object({ actorId: ActorId, name: z.string(), walletAddress: Address }),
    price: Money,
    licence: z.string().max(200),
    delivery: Delivery,
    state: ListingState,
    valid: z.boolean().describe('Whether the certificate is currently valid.'),
    securityLevel: SecurityLevel,
    instructionsReadBy: InstructionsReadBy,
    sales: Count.describe('Number of sales to buyers who are not tied to the seller.'),
    rating: z.object({
      average: z.number().min(1).max(5).nullable().describe('Mean number of stars; null if no rating is included.'),
      count: Count.describe('Number of included ratings: those from buyers who paid and are not tied to the seller.'),
    }),
    createdAt: Time,
    updatedAt: Time,
  })
  .meta({ id: 'Listing' });
export type Listing = z.infer<typeof Listing>;

export const ListingDetail = Listing.extend({
  priceHistory: z.array(z.object({ price: Marks, changedAt: Time })).describe('Newest first.'),
}).meta({ id: 'ListingDetail' });

export const Review = z
  .object({
    stars: z.int().min(1).max(5),
    text: z.string().nullable(),
    version: z.string().describe('The version that was bought.'),
    counts: z
      .boolean()
      .describe(
        'Whether the average includes the rating. False if the licence was free or refunded, or if the buyer is tied to the seller.',
      ),
    ratedAt: Time,
  })
  .meta({ id: 'Review' });

export const RefundRequest = z
  .strictObject({ reason: z.string().trim().min(1).max(500) })
  .meta({ id: 'RefundRequest' });
export type RefundRequest = z.infer<typeof RefundRequest>;

export const ListingQuery = PageQuery.extend({
  q: z.string().trim().min(1).max(200).optional(),
  productType: ProductType.optional(),
  sellerId: ActorId.optional(),
  maxPrice: Marks.optional(),
  level: SecurityLevel.optional().describe('Return only products with at most this risk level.'),
  minRating: z.coerce.number().min(1).max(5).optional(),
  sort: z.enum(['newest', 'price', 'sales', 'rating']).default('newest'),
});
export type ListingQuery = z.infer<typeof ListingQuery>;

export const ListingRequest = z
  .strictObject({
    certificateId: CertificateId,
    price: ListingPrice,
    licence: z.string().min(1).max(200),
    delivery: Delivery,
    description: z.string().max(DESCRIPTION_MAX).optional(),
  })
  .meta({ id: 'ListingRequest' });
export type ListingRequest = z.infer<typeof ListingRequest>;

export const ListingChange = z
  .strictObject({
    price: ListingPrice.optional(),
    description: z.string().max(DESCRIPTION_MAX).optional(),
    state: z.enum(['ACTIVE', 'PAUSED']).optional(),
  })
  .meta({ id: 'ListingChange' });
export type ListingChange = z.infer<typeof ListingChange>;

export const PurchaseRequest = z
  .strictObject({ maxPrice: Marks.optional(), businessId: BusinessId.optional() })
  .meta({ id: 'PurchaseRequest' });
export type PurchaseRequest = z.infer<typeof PurchaseRequest>;

export const Purchase = z
  .object({
    id: PurchaseId,
    listingId: ListingId,
    certificateId: CertificateId.describe('Certificate of the version that was bought.'),
    buyerActorId: ActorId,
    price: Money.describe('The amount that was charged; for an upgrade, the difference in price.'),
    fee: Marks.describe('The part of the price that goes to the commons fund.'),
    sellerReceives: Marks.describe('The price minus the fee.'),
    journalId: JournalId.nullable().describe('Ledger journal of the payment; null if nothing was charged.'),
    delivery: z
      .object({ url: Link, digest: Digest.nullable() })
      .describe('Where to download the bundle, and its `bundleSha256`.'),
    equippedBy: BusinessId.nullable().describe("The buyer's business that uses the skill; null if none does."),
    valid: z.boolean().describe('Whether the certificate is currently valid.'),
    state: z
      .enum(['HELD', 'PAID_OUT', 'REFUNDED'])
      .describe('Whether the price is held for the seller, has been paid out or has been refunded.'),
    refundableUntil: Time.nullable().describe(
      'Until this time, the licence can be returned for any reason; later, only if the certificate is suspended while the price is held. Null once the price is no longer held.',
    ),
    refundedAt: Time.nullable(),
    upgradedFrom: PurchaseId.nullable().describe(
      'The licence for an earlier version that this one upgrades: only the difference in price was charged.',
    ),
    purchasedAt: Time,
  })
  .meta({ id: 'Purchase' });
export type Purchase = z.infer<typeof Purchase>;

export const EARNINGS_MONTHS_MAX = 24;
export const EARNINGS_LISTINGS_MAX = 100;

const Sums = z.object({
  licences: Count.describe('Number of licences sold, including free and refunded ones.'),
  held: Marks.describe('Amount that buyers have paid and that is still held. The fee is deducted on payout.'),
  paidOut: Marks.describe('Amount paid out to the seller, without the fee.'),
  fees: Marks.describe('Fees on the amount paid out.'),
  refunded: Marks,
});

export const Earnings = z
  .object({
    totals: Sums,
    nextPayoutAt: Time.nullable().describe(
      'Due date of the oldest payment that is held. An open flag on the certificate or a suspension delays the payout.',
    ),
    months: z
      .array(
        Sums.extend({
          month: z
            .string()
            .regex(/^\d{4}-\d{2}$/)
            .describe('Month of the purchase, in UTC.'),
        }),
      )
      .max(EARNINGS_MONTHS_MAX)
      .describe('Newest first; months without sales are omitted.'),
    listings: z
      .array(
        Sums.extend({ listingId: ListingId, name: z.string(), version: z.string(), state: ListingState, price: Marks }),
      )
      .max(EARNINGS_LISTINGS_MAX)
      .describe("The caller's listings in any state, newest first."),
  })
  .meta({ id: 'Earnings' });
export type Earnings = z.infer<typeof Earnings>;

export const RatingRequest = z
  .object({ stars: z.int().min(1).max(5), text: z.string().max(1_000).optional() })
  .meta({ id: 'RatingRequest' });
export type RatingRequest = z.infer<typeof RatingRequest>;

export const PurchasedBundle = z
  .object({
    purchaseId: PurchaseId,
    certificateId: CertificateId,
    valid: z.boolean().describe('Whether the certificate is currently valid.'),
    warning: z
      .string()
      .nullable()
      .describe('Why the bundle should not be installed now; null if the certificate is valid.'),
    bundleSha256: Sha256,
    entry: z.string(),
    files: z.array(
      z.object({
        path: z.string(),
        mode: z.enum(['100644', '100755', '120000', '160000']),
        size: Count,
        sha256: Sha256,
        contentBase64: z.string(),
      }),
    ),
  })
  .meta({ id: 'PurchasedBundle' });
export type PurchasedBundle = z.infer<typeof PurchasedBundle>;
