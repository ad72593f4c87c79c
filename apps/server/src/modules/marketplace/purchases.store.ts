import { and, asc, desc, eq, gt, sql } from '../../platform/db/drizzle.ts';
import type { Database } from '../../platform/db/index.ts';
import { listings, purchases } from './marketplace.tables.ts';

export type PurchaseRow = typeof purchases.$inferSelect;
type Position = { readonly purchasedAt: Date; readonly id: string };

/** A purchase as the world hears of it. */
export type Licence = Pick<PurchaseRow, 'id' | 'buyerActorId' | 'certificateId' | 'equippedBy'> & {
  readonly name: string;
};

export function purchaseStore(db: Database) {
  return {
    async findOwn(id: string, buyerActorId: string): Promise<PurchaseRow | undefined> {
      const [row] = await db
        .select()
        .from(purchases)
        .where(and(eq(purchases.id, id), eq(purchases.buyerActorId, buyerActorId)));
      return row;
    },
    /** Newest first. */
    async listOf(buyerActorId: string, after: Position | undefined, limit: number): Promise<PurchaseRow[]> {
      const { purchasedAt, id } = purchases;
      const rest =
        after && sql`(${purchasedAt}, ${id}) < (${after.purchasedAt.toISOString()}::timestamptz, ${after.id}::uuid)`;
      return db
        .select()
        .from(purchases)
        .where(and(eq(purchases.buyerActorId, buyerActorId), rest))
        .orderBy(desc(purchasedAt), desc(id))
        .limit(limit);
    },
    async listBuyers(listingId: string): Promise<string[]> {
      const rows = await db
        .select({ id: purchases.buyerActorId })
        .from(purchases)
        .where(eq(purchases.listingId, listingId))
        .orderBy(purchases.buyerActorId);
      return rows.map(({ id }) => id);
    },
    async rate(
      { listingId, buyerActorId }: Pick<PurchaseRow, 'listingId' | 'buyerActorId'>,
      rating: Pick<PurchaseRow, 'ratedStars' | 'ratedText' | 'ratingCounts' | 'ratedAt'>,
    ): Promise<PurchaseRow | undefined> {
      const own = and(eq(purchases.listingId, listingId), eq(purchases.buyerActorId, buyerActorId));
      const [row] = await db.update(purchases).set(rating).where(own).returning();
      return row;
    },
    /** Takes the sum again from the ratings themselves. */
    async sumRatings(listingId: string): Promise<{ readonly stars: number; readonly ratings: number }> {
      const counted = and(eq(purchases.listingId, listingId), eq(purchases.ratingCounts, true));
      const [row] = await db
        .select({
          stars: sql<number>`coalesce(sum(${purchases.ratedStars}), 0)`.mapWith(Number),
          ratings: sql<number>`count(*)`.mapWith(Number),
        })
        .from(purchases)
        .where(counted);
      return row ?? { stars: 0, ratings: 0 };
    },

    /** Everything that was ever bought, in the order of ids. */
    async listLicences(after: string | undefined, limit: number): Promise<Licence[]> {
      const { id, buyerActorId, certificateId, equippedBy } = purchases;
      return db
        .select({ id, buyerActorId, certificateId, equippedBy, name: listings.name })
        .from(purchases)
        .innerJoin(listings, eq(listings.id, purchases.listingId))
        .where(after === undefined ? undefined : gt(id, after))
        .orderBy(asc(id))
        .limit(limit);
    },
  };
}
export type PurchaseStore = ReturnType<typeof purchaseStore>;
