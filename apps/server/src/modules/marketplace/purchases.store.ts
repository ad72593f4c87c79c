import type { SQL } from 'drizzle-orm';
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lt, not, or, sql } from '../../platform/db/drizzle.ts';
import type { Database } from '../../platform/db/index.ts';
import { listings, purchases } from './marketplace.tables.ts';

export type PurchaseRow = typeof purchases.$inferSelect;
/** A purchase with the current state of its certificate. */
export type LicenceRow = PurchaseRow & { readonly isValid: boolean; readonly isSuspended: boolean };
export type SoldRow = PurchaseRow & { readonly sellerActorId: string };
type Due = { readonly soldBefore: Date; readonly settledBefore: Date; readonly limit: number };
export type ReviewRow = PurchaseRow & { readonly version: string };
type Position = { readonly at: Date; readonly id: string };

/** `rating` in hundredths of a star. */
export type Totals = {
  readonly sales: number;
  readonly stars: number;
  readonly ratings: number;
  readonly rating: number;
};

/** A purchase in the form of a world input. */
export type Licence = Pick<PurchaseRow, 'id' | 'buyerActorId' | 'certificateId' | 'equippedBy'> & {
  readonly name: string;
};

const isValid = sql<boolean>`(SELECT s.status = 'APPROVED' AND NOT EXISTS (SELECT FROM flags f WHERE f.certificate_id = s.certificate_id AND f.state = 'OPEN')
  FROM certificate_states s WHERE s.certificate_id = ${purchases}.certificate_id)`;
const isSuspended = sql<boolean>`EXISTS (SELECT FROM certificate_states s WHERE s.certificate_id = ${purchases}.certificate_id AND s.status = 'SUSPENDED')`;
const hasOpenFlag = sql<boolean>`EXISTS (SELECT FROM flags f WHERE f.certificate_id = ${purchases}.certificate_id AND f.state = 'OPEN')`;
const WITH_VALIDITY = { purchase: purchases, isValid, isSuspended } as const;
type Found = { readonly purchase: PurchaseRow; readonly isValid: boolean; readonly isSuspended: boolean };
const toLicenceRow = ({ purchase, ...standing }: Found): LicenceRow => ({ ...purchase, ...standing });

export function purchaseStore(db: Database) {
  const isOwn = (id: string, buyerActorId: string) =>
    and(eq(purchases.id, id), eq(purchases.buyerActorId, buyerActorId));
  const isHeld = and(isNull(purchases.paidOutAt), isNull(purchases.refundedAt), gt(purchases.price, 0n));
  /** Skips purchases that another process is settling. */
  async function lockHeld(which: SQL | undefined, limit: number): Promise<SoldRow[]> {
    const rows = await db
      .select({ purchase: purchases, sellerActorId: listings.sellerActorId })
      .from(purchases)
      .innerJoin(listings, eq(listings.id, purchases.listingId))
      .where(and(isHeld, which))
      .orderBy(asc(purchases.purchasedAt))
      .limit(limit)
      .for('no key update', { of: purchases, skipLocked: true });
    return rows.map(({ purchase, sellerActorId }) => ({ ...purchase, sellerActorId }));
  }
  return {
    async findOwn(id: string, buyerActorId: string): Promise<LicenceRow | undefined> {
      const [row] = await db.select(WITH_VALIDITY).from(purchases).where(isOwn(id, buyerActorId));
      return row && toLicenceRow(row);
    },
    async lockOwn(id: string, buyerActorId: string): Promise<LicenceRow | undefined> {
      const [row] = await db.select(WITH_VALIDITY).from(purchases).where(isOwn(id, buyerActorId)).for('no key update');
      return row && toLicenceRow(row);
    },
    /** Whether the buyer has returned any licence of the product. */
    async hasReturned(lineageId: string, buyerActorId: string): Promise<boolean> {
      const returned = await db
        .select({ id: purchases.id })
        .from(purchases)
        .innerJoin(listings, eq(listings.id, purchases.listingId))
        .where(
          and(
            eq(listings.lineageId, lineageId),
            eq(purchases.buyerActorId, buyerActorId),
            isNotNull(purchases.refundedAt),
          ),
        )
        .limit(1);
      return returned.length === 1;
    },
    /** Locks the purchase and all its upgrades, because a refund ends them too. The root comes first. */
    async lockTree(id: string): Promise<PurchaseRow[]> {
      const { rows } = await db.execute<{ id: string }>(sql`
        WITH RECURSIVE tree (id) AS (
          SELECT ${id}::uuid UNION SELECT p.id FROM purchases p JOIN tree t ON p.upgraded_from = t.id)
        SELECT id FROM tree`);
      const ids = rows.map((row) => row.id);
      return db
        .select()
        .from(purchases)
        .where(inArray(purchases.id, ids))
        .orderBy(asc(purchases.purchasedAt), asc(purchases.id))
        .for('no key update');
    },
    async refund(ids: readonly string[], refundedAt: Date, refundReason: string): Promise<void> {
      const ended = { refundedAt, refundReason, counts: false, ratingCounts: false };
      await db
        .update(purchases)
        .set(ended)
        .where(inArray(purchases.id, [...ids]));
    },
    /** Prices past the hold period, of certificates that are not suspended. An open flag delays them until `settledBefore`. */
    async lockDue({ soldBefore, settledBefore, limit }: Due): Promise<SoldRow[]> {
      const isDue = or(not(hasOpenFlag), lt(purchases.purchasedAt, settledBefore));
      return lockHeld(and(lt(purchases.purchasedAt, soldBefore), not(isSuspended), isDue), limit);
    },
    /** Prices of certificates that stayed suspended, which are refunded. A licence comes before its upgrades, which end with it. */
    async lockForfeited(settledBefore: Date, limit: number): Promise<SoldRow[]> {
      return lockHeld(and(lt(purchases.purchasedAt, settledBefore), isSuspended), limit);
    },
    async markPaidOut(id: string, paidOutAt: Date): Promise<void> {
      await db.update(purchases).set({ paidOutAt }).where(eq(purchases.id, id));
    },
    /** Newest first, of all listings of the product. */
    async listReviews(lineageId: string, after: Position | undefined, limit: number): Promise<ReviewRow[]> {
      const { ratedAt, id } = purchases;
      const rest = after && sql`(${ratedAt}, ${id}) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`;
      const rows = await db
        .select({ purchase: purchases, version: listings.version })
        .from(purchases)
        .innerJoin(listings, eq(listings.id, purchases.listingId))
        .where(and(eq(listings.lineageId, lineageId), isNotNull(ratedAt), rest))
        .orderBy(desc(ratedAt), desc(id))
        .limit(limit);
      return rows.map(({ purchase, version }) => ({ ...purchase, version }));
    },
    /** Newest first. */
    async listOf(buyerActorId: string, after: Position | undefined, limit: number): Promise<LicenceRow[]> {
      const { purchasedAt, id } = purchases;
      const rest = after && sql`(${purchasedAt}, ${id}) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`;
      const rows = await db
        .select(WITH_VALIDITY)
        .from(purchases)
        .where(and(eq(purchases.buyerActorId, buyerActorId), rest))
        .orderBy(desc(purchasedAt), desc(id))
        .limit(limit);
      return rows.map(toLicenceRow);
    },
    async listBuyers(listingId: string): Promise<string[]> {
      const rows = await db
        .select({ id: purchases.buyerActorId })
        .from(purchases)
        .where(and(eq(purchases.listingId, listingId), isNull(purchases.refundedAt)))
        .orderBy(purchases.buyerActorId);
      return rows.map(({ id }) => id);
    },
    async rate(
      { listingId, buyerActorId }: Pick<PurchaseRow, 'listingId' | 'buyerActorId'>,
      rating: Pick<PurchaseRow, 'ratedStars' | 'ratedText' | 'ratingCounts' | 'ratedAt'>,
    ): Promise<PurchaseRow | undefined> {
      const own = and(
        eq(purchases.listingId, listingId),
        eq(purchases.buyerActorId, buyerActorId),
        isNull(purchases.refundedAt),
      );
      const [row] = await db.update(purchases).set(rating).where(own).returning();
      return row;
    },
    /** The totals of the product, computed from purchases and ratings. */
    async totals(lineageId: string): Promise<Totals> {
      const counted = sql`FILTER (WHERE ${purchases.ratingCounts})`;
      const [row] = await db
        .select({
          sales: sql<number>`count(*) FILTER (WHERE ${purchases.counts})`.mapWith(Number),
          stars: sql<number>`coalesce(sum(${purchases.ratedStars}) ${counted}, 0)`.mapWith(Number),
          ratings: sql<number>`count(*) ${counted}`.mapWith(Number),
        })
        .from(purchases)
        .innerJoin(listings, eq(listings.id, purchases.listingId))
        .where(eq(listings.lineageId, lineageId));
      const { sales, stars, ratings } = row ?? { sales: 0, stars: 0, ratings: 0 };
      return { sales, stars, ratings, rating: ratings === 0 ? 0 : Math.round((stars * 100) / ratings) };
    },

    /** All licences that were not refunded, in id order. */
    async listLicences(after: string | undefined, limit: number): Promise<Licence[]> {
      const { id, buyerActorId, certificateId, equippedBy } = purchases;
      return db
        .select({ id, buyerActorId, certificateId, equippedBy, name: listings.name })
        .from(purchases)
        .innerJoin(listings, eq(listings.id, purchases.listingId))
        .where(and(isNull(purchases.refundedAt), after === undefined ? undefined : gt(id, after)))
        .orderBy(asc(id))
        .limit(limit);
    },
  };
}
export type PurchaseStore = ReturnType<typeof purchaseStore>;
