import {
  ActorId,
  Address,
  BusinessId,
  CertificateId,
  InstructionsReadBy,
  type Listing,
  ListingId,
  ProductType,
  type Purchase,
  PurchaseId,
  type Review,
  SecurityLevel,
  Sha256,
} from '@assay/protocol';
import type { z } from 'zod';
import type { OfferRow } from './listings.store.ts';
import type { LicenceRow, ReviewRow } from './purchases.store.ts';
import { returnableUntil } from './sale.policy.ts';

const MARK_DECIMALS = 6;
const toMarks = (amount: bigint | string) => ({
  amount: amount.toString(),
  currency: 'MARK' as const,
  decimals: MARK_DECIMALS as 6,
});

export const toListing = (row: OfferRow): z.input<typeof Listing> => ({
  id: ListingId.parse(row.id),
  certificateId: CertificateId.parse(row.certificateId),
  lineageId: Sha256.parse(row.lineageId),
  name: row.name,
  version: row.version,
  productType: ProductType.parse(row.productType),
  description: row.description,
  seller: {
    actorId: ActorId.parse(row.sellerActorId),
    name: row.sellerName,
    walletAddress: Address.parse(row.sellerWallet),
  },
  price: toMarks(row.price),
  licence: row.licence,
  delivery: row.delivery,
  state: row.state,
  valid: row.isValid,
  securityLevel: SecurityLevel.parse(row.securityLevel),
  instructionsReadBy: InstructionsReadBy.parse(row.instructionsReadBy),
  sales: row.sales,
  rating: {
    average: row.ratings === 0 ? null : Math.round((row.stars * 100) / row.ratings) / 100,
    count: row.ratings,
  },
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});

/** `bundleUrlOf` returns the URL from which the licence holder fetches the bytes. */
export const toPurchase = (
  row: LicenceRow,
  bundleUrlOf: (id: string) => string,
  bundleSha256: string,
): z.input<typeof Purchase> => ({
  id: PurchaseId.parse(row.id),
  listingId: ListingId.parse(row.listingId),
  certificateId: CertificateId.parse(row.certificateId),
  buyerActorId: ActorId.parse(row.buyerActorId),
  price: toMarks(row.price),
  fee: row.fee.toString(),
  sellerReceives: (row.price - row.fee).toString(),
  journalId: row.journalId as z.input<typeof Purchase>['journalId'],
  delivery: {
    url: bundleUrlOf(row.id),
    digest: `sha256:${bundleSha256}` as z.input<typeof Purchase>['delivery']['digest'],
  },
  equippedBy: row.equippedBy === null ? null : BusinessId.parse(row.equippedBy),
  valid: row.isValid,
  state: stateOf(row),
  refundableUntil: stateOf(row) === 'HELD' ? returnableUntil(row.purchasedAt).toISOString() : null,
  refundedAt: row.refundedAt?.toISOString() ?? null,
  upgradedFrom: row.upgradedFrom === null ? null : PurchaseId.parse(row.upgradedFrom),
  purchasedAt: row.purchasedAt.toISOString(),
});

function stateOf({ refundedAt, paidOutAt, price }: LicenceRow): z.input<typeof Purchase>['state'] {
  if (refundedAt !== null) return 'REFUNDED';
  return paidOutAt === null && price > 0n ? 'HELD' : 'PAID_OUT';
}

/** For a purchase that has a rating. */
export const toReview = ({
  ratedStars,
  ratedText,
  ratedAt,
  ratingCounts,
  version,
}: ReviewRow): z.input<typeof Review> => ({
  stars: ratedStars ?? 0,
  text: ratedText,
  version,
  counts: ratingCounts,
  ratedAt: ratedAt?.toISOString() ?? '',
});
