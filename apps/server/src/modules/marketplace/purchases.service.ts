import {
  CertificateId,
  isValid,
  newUuidV7,
  type PageQuery,
  Problem,
  type Purchase,
  type PurchasedBundle,
  PurchaseId,
  type PurchaseRequest,
  type RandomBytes,
  type RatingRequest,
  Sha256,
  sha256Hex,
} from '@assay/protocol';
import { z } from 'zod';
import type { Actor } from '../../platform/auth/index.ts';
import { type EventRow, ownedEvent } from '../../platform/events/index.ts';
import { CURSOR_KEYS, readCursor, toPage } from '../../platform/http/index.ts';
import { type Purse, proceedsOf } from '../purse/index.ts';
import { modeOf } from '../sources/index.ts';
import type { ReadCertified } from './certified-bytes.service.ts';
import { toPurchase, toReview } from './listing.answer.ts';
import type { InTransaction, MarketTransaction } from './marketplace.transaction.ts';
import type { LicenceRow, PurchaseRow } from './purchases.store.ts';
import { rankedSources, tiesSince } from './ranking.ts';
import { feeOf, priceAfter } from './sale.policy.ts';
import type { LockedListing } from './sales.store.ts';
import type { WorldLicences } from './world-licences.service.ts';

type Deps = {
  readonly inTransaction: InTransaction;
  readonly stores: MarketTransaction;
  readonly purse: Pick<Purse, 'chargeIn' | 'journalIdOf'>;
  readonly readCertified: ReadCertified;
  readonly licences: WorldLicences;
  readonly bundleUrlOf: (purchaseId: string) => string;
  readonly random: RandomBytes;
  readonly clock: { now(): Date };
};
type Answer = z.input<typeof Purchase>;

type Sale = Pick<PurchaseRow, 'id' | 'buyerActorId' | 'price' | 'purchasedAt' | 'journalId'>;

const NOT_VALID = 'The certificate of these bytes is not valid now. Do not install them.';
const NOT_RATED = { ratedStars: null, ratedText: null, ratingCounts: false, ratedAt: null } as const;
const Position = z.object({ at: CURSOR_KEYS.moment, id: z.uuid() });

/** Buys, lists and rates licences, and delivers their bytes. */
export function createPurchases(deps: Deps) {
  const { inTransaction, stores, purse, readCertified, licences, bundleUrlOf, random, clock } = deps;

  async function buy(caller: Actor, listingId: string, request: PurchaseRequest): Promise<Answer> {
    const offer = await stores.sales.findOffer(listingId, caller);
    if (offer === undefined) throw new Problem('listing_not_found');
    if (offer.isOwn) throw new Problem('own_listing');
    // Checks the bytes before the payment: a product that cannot be delivered is not sold.
    const { bundleSha256 } = await readCertified(offer);
    const row = await inTransaction((tx) => buyIn(tx, caller, listingId, request));
    return toPurchase(row, bundleUrlOf, bundleSha256);
  }

  async function buyIn(
    tx: MarketTransaction,
    { actorId }: Actor,
    listingId: string,
    { maxPrice, businessId }: PurchaseRequest,
  ): Promise<LicenceRow> {
    const listing = await tx.sales.lock(listingId);
    if (listing === undefined) throw new Problem('listing_not_found');
    const { sellerActorId, certificateId } = listing;
    const standing = await tx.sales.findStanding(listing, actorId, tiesSince(clock.now()));
    if (standing?.hasBought !== false) throw new Problem('already_purchased');
    if (listing.state === 'BLOCKED') throw new Problem('certificate_not_valid');
    if (listing.state !== 'ACTIVE') throw new Problem('listing_wrong_state', { state: listing.state });
    if (!isValid(standing.status ?? undefined, standing.openFlags)) throw new Problem('certificate_not_valid');
    // A buyer that has paid for another version pays the difference.
    const upgradedFrom = standing.earlierLicence;
    const price = priceAfter(listing.price, BigInt(standing.paid));
    if (maxPrice !== undefined && price > maxPrice) throw new Problem('price_above_max', { price: price.toString() });

    const equippedBy = businessId === undefined ? null : licences.placeFor(actorId, businessId, certificateId);
    const now = clock.now();
    const id = newUuidV7(PurchaseId, now.getTime(), random);
    const fee = feeOf(price);
    const isTied = standing.isTied || licences.areTied(actorId, sellerActorId);
    const offered = { productId: listing.lineageId, sellerActorId, buyerActorId: actorId, price, isTied, upgradedFrom };
    const sources = await rankedSources(tx.sales, offered, now);
    const bought = {
      id,
      listingId,
      certificateId,
      buyerActorId: actorId,
      price,
      fee,
      purchasedAt: now,
      equippedBy,
      counts: sources !== null,
      paidOutAt: null,
      refundedAt: null,
      refundReason: null,
      upgradedFrom,
    };
    const sale = { amount: price, reason: 'listing.sold', ref: { type: 'purchase', id }, idempotencyKey: id };
    const row = { ...bought, ...NOT_RATED, journalId: price === 0n ? null : purse.journalIdOf(sale) };
    await tx.events.addAll(soldEvents(listing, row));
    if (!(await tx.sales.insert(row, sources ?? []))) throw new Problem('already_purchased');
    await licences.grantIn(tx, { ...row, name: listing.name });
    // The payment comes last, because transactions with a shared account wait from here until the commit.
    if (price > 0n) await purse.chargeIn(tx, { actorId, pot: proceedsOf(sellerActorId), ...sale });
    return { ...row, isValid: true, isSuspended: false };
  }

  /** The sale event for the seller, and the trade event for both parties. */
  function soldEvents({ id, sellerActorId, name }: LockedListing, row: Sale): EventRow[] {
    const at = row.purchasedAt;
    const price = row.price.toString();
    const sold = ownedEvent(
      {
        kind: 'listing.sold',
        at,
        subject: { type: 'listing', id },
        owner: `actor:${sellerActorId}`,
        data: { price, purchaseId: row.id },
      },
      random,
    );
    const traded = ownedEvent(
      {
        kind: 'trade.settled',
        at,
        subject: { type: 'purchase', id: row.id },
        owner: `actor:${row.buyerActorId}`,
        data: { buyerId: row.buyerActorId, sellerId: sellerActorId, good: name, quantity: 1, amount: price },
      },
      random,
    );
    const journalIds = row.journalId === null ? [] : [row.journalId];
    return [
      { ...sold, journalIds },
      { ...traded, journalIds },
    ];
  }

  async function list({ actorId }: Actor, { limit, cursor }: PageQuery) {
    const now = clock.now();
    const from = cursor === undefined ? undefined : readCursor(Position, cursor, now);
    const after = from && { at: new Date(from.at), id: from.id };
    const rows = await stores.purchases.listOf(actorId, after, limit + 1);
    const { page, nextCursor } = toPage(rows, limit, now, ({ purchasedAt, id }) => ({
      at: purchasedAt.toISOString(),
      id,
    }));
    const items = await Promise.all(page.map(async (row) => toPurchase(row, bundleUrlOf, await digestOf(row))));
    return { items, nextCursor };
  }

  async function digestOf({ certificateId }: PurchaseRow): Promise<string> {
    const sealed = await stores.certificates.findSealed(CertificateId.parse(certificateId));
    if (sealed === undefined) throw new Error(`Certificate ${certificateId} not found`);
    return sealed.bundleSha256;
  }

  /** For the licence holder, whatever the state of the listing. */
  async function readBundle({ actorId }: Actor, id: string): Promise<z.input<typeof PurchasedBundle>> {
    const row = await stores.purchases.findOwn(id, actorId);
    if (row === undefined) throw new Problem('purchase_not_found');
    if (row.refundedAt !== null) throw new Problem('purchase_refunded');
    const certificateId = CertificateId.parse(row.certificateId);
    const { files, bundleSha256, entry } = await readCertified(await stores.sales.findSealed(certificateId));
    return {
      purchaseId: PurchaseId.parse(row.id),
      certificateId,
      valid: row.isValid,
      warning: row.isValid ? null : NOT_VALID,
      bundleSha256: Sha256.parse(bundleSha256),
      entry,
      files: files.map((file) => ({
        path: file.path,
        mode: modeOf(file),
        size: file.bytes.length,
        sha256: sha256Hex(file.bytes),
        contentBase64: Buffer.from(file.bytes).toString('base64'),
      })),
    };
  }

  /** A buyer's rating. It counts if the buyer paid and the parties were tied neither at the sale nor now. */
  async function rate({ actorId }: Actor, listingId: string, { stars, text }: RatingRequest): Promise<void> {
    await inTransaction(async (tx) => {
      const listing = await tx.sales.lock(listingId);
      if (listing === undefined) throw new Problem('listing_not_found');
      const { sellerActorId, lineageId } = listing;
      const isTied =
        licences.areTied(actorId, sellerActorId) ||
        (await tx.sales.areTied(actorId, sellerActorId, tiesSince(clock.now())));
      const rating = { ratedStars: stars, ratedText: text ?? null, ratingCounts: false, ratedAt: clock.now() };
      const rated = await tx.purchases.rate({ listingId, buyerActorId: actorId }, rating);
      if (rated === undefined) throw new Problem('purchase_not_found');
      const ratingCounts = rated.counts && !isTied;
      if (ratingCounts) await tx.purchases.rate(rated, { ...rating, ratingCounts });
      await tx.listings.changeTotals(lineageId, await tx.purchases.totals(lineageId));
    });
  }

  async function reviews(listingId: string, { limit, cursor }: PageQuery) {
    const listing = await stores.listings.read(listingId);
    if (listing === undefined) throw new Problem('listing_not_found');
    const now = clock.now();
    const from = cursor === undefined ? undefined : readCursor(Position, cursor, now);
    const after = from && { at: new Date(from.at), id: from.id };
    const rows = await stores.purchases.listReviews(listing.lineageId, after, limit + 1);
    const { page, nextCursor } = toPage(rows, limit, now, ({ ratedAt, id }) => ({
      at: (ratedAt ?? now).toISOString(),
      id,
    }));
    return { items: page.map(toReview), nextCursor };
  }

  return { buy, list, readBundle, rate, reviews };
}
export type Purchases = ReturnType<typeof createPurchases>;
