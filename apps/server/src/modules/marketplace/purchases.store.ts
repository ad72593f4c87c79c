import { and, desc, eq, or, sql } from '../../platform/db/drizzle.ts';
import type { Database } from '../../platform/db/index.ts';
import { listings, purchases } from './marketplace.tables.ts';

export type PurchaseRow = typeof purchases.$inferSelect;
type Position = { readonly purchasedAt: Date; readonly id: string };

export function purchaseStore(db: Database) {
  return {
    /** False when this buyer has it already: unique key `purchases_once`. */
    async insert(row: PurchaseRow): Promise<boolean> {
      const added = await db.insert(purchases).values(row).onConflictDoNothing().returning({ id: purchases.id });
      return added.length === 1;
    },
    async findOwn(id: string, buyerActorId: string): Promise<PurchaseRow | undefined> {
      const [row] = await db
        .select()
        .from(purchases)
        .where(and(eq(purchases.id, id), eq(purchases.buyerActorId, buyerActorId)));
      return row;
    },
    async has(listingId: string, buyerActorId: string): Promise<boolean> {
      const own = and(eq(purchases.listingId, listingId), eq(purchases.buyerActorId, buyerActorId));
      return (await db.$count(purchases, own)) > 0;
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

    /**
     * Does anything tie these two: one account that holds both wallets, marks that went from one purse to the other or to both from a third
     * (directly, or over one more purse), or sales in the other direction? What one buys from the other is no tie.
     */
    async areTied(buyerActorId: string, sellerActorId: string, since: Date): Promise<boolean> {
      const { rows } = await db.execute<{ tied: boolean }>(sql`
        WITH flows AS MATERIALIZED (
          SELECT DISTINCT payer.owner_id AS payer, payee.owner_id AS payee
          FROM ledger_accounts start
          JOIN ledger_postings own ON own.account_id = start.id
          JOIN ledger_journals j ON j.id = own.journal_id AND j.booked_at >= ${since.toISOString()}::timestamptz
            AND j.kind NOT IN ('listing.sold', 'plugin.sold')
          JOIN ledger_postings minus ON minus.journal_id = j.id AND minus.amount < 0
          JOIN ledger_postings plus ON plus.journal_id = j.id AND plus.amount > 0
          JOIN ledger_accounts payer ON payer.id = minus.account_id AND payer.owner_kind = 'actor'
          JOIN ledger_accounts payee ON payee.id = plus.account_id AND payee.owner_kind = 'actor'
          WHERE start.owner_kind = 'actor' AND start.owner_id IN (${buyerActorId}, ${sellerActorId})
        )
        SELECT EXISTS (
            SELECT FROM wallet_links one JOIN wallet_links other ON other.account_id = one.account_id
            JOIN agents b ON b.wallet_address = one.address JOIN agents s ON s.wallet_address = other.address
            WHERE b.id = ${buyerActorId}::uuid AND s.id = ${sellerActorId}::uuid)
          OR EXISTS (SELECT FROM flows WHERE (payer, payee) IN ((${buyerActorId}, ${sellerActorId}), (${sellerActorId}, ${buyerActorId})))
          OR EXISTS (SELECT FROM flows one JOIN flows other ON one.payer = other.payer
            WHERE one.payee = ${buyerActorId} AND other.payee = ${sellerActorId})
          OR EXISTS (SELECT FROM flows one JOIN flows other ON one.payee = other.payer
            WHERE one.payer = ${sellerActorId} AND other.payee = ${buyerActorId}) AS tied`);
      return rows[0]?.tied ?? true;
    },
    /** Has the seller ever bought of the buyer? Then they trade with each other. */
    async tradeBack(buyerActorId: string, sellerActorId: string): Promise<boolean> {
      const [row] = await db
        .select({ id: purchases.id })
        .from(purchases)
        .innerJoin(listings, eq(listings.id, purchases.listingId))
        .where(or(and(eq(listings.sellerActorId, buyerActorId), eq(purchases.buyerActorId, sellerActorId))))
        .limit(1);
      return row !== undefined;
    },
  };
}
export type PurchaseStore = ReturnType<typeof purchaseStore>;
