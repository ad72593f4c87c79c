import type { SQL } from 'drizzle-orm';
import { and, asc, desc, eq, gt, sql } from '../../platform/db/drizzle.ts';
import type { Database } from '../../platform/db/index.ts';
import { listings, purchases } from './marketplace.tables.ts';

export type PurchaseRow = typeof purchases.$inferSelect;
type Position = { readonly purchasedAt: Date; readonly id: string };

/** A purchase as the world hears of it. */
export type Licence = Pick<PurchaseRow, 'id' | 'buyerActorId' | 'certificateId' | 'equippedBy'> & {
  readonly name: string;
};

/** Whom an actor gave marks to or got them from, other than by sales: by the ledger, and in the world. */
type Flow = { readonly other: string; readonly isIn: boolean };
const flowsOf = (actorId: string, since: Date): SQL => sql`
  SELECT party.owner_id AS other, own.amount > 0 AS "isIn"
  FROM ledger_accounts start
  JOIN ledger_postings own ON own.account_id = start.id
  JOIN ledger_journals j ON j.id = own.journal_id AND j.booked_at >= ${since.toISOString()}::timestamptz
    AND j.kind NOT IN ('listing.sold', 'plugin.sold')
  JOIN ledger_postings side ON side.journal_id = j.id AND sign(side.amount) = -sign(own.amount)
  JOIN ledger_accounts party ON party.id = side.account_id AND party.owner_kind = 'actor'
  WHERE start.owner_kind = 'actor' AND start.owner_id = ${actorId}
  UNION
  SELECT p.counterparty_id, p.amount > 0 FROM world_postings p
  WHERE p.actor_id = ${actorId}::uuid AND p.counterparty_type = 'actor' AND p.occurred_at >= ${since.toISOString()}::timestamptz`;

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

    /** Does one account hold the wallets of both, or has the seller bought of the buyer? What one buys from the other is no tie. */
    async areOne(buyerActorId: string, sellerActorId: string): Promise<boolean> {
      const { rows } = await db.execute<{ isTied: boolean }>(sql`
        SELECT EXISTS (
            SELECT FROM wallet_links one JOIN wallet_links other ON other.account_id = one.account_id
            JOIN agents b ON b.wallet_address = one.address JOIN agents s ON s.wallet_address = other.address
            WHERE b.id = ${buyerActorId}::uuid AND s.id = ${sellerActorId}::uuid)
          OR EXISTS (SELECT FROM purchases p JOIN listings l ON l.id = p.listing_id
            WHERE l.seller_actor_id = ${buyerActorId}::uuid AND p.buyer_actor_id = ${sellerActorId}::uuid) AS "isTied"`);
      return rows[0]?.isTied ?? true;
    },
    async listFlows(actorId: string, since: Date): Promise<Flow[]> {
      return (await db.execute<Flow>(flowsOf(actorId, since))).rows;
    },
  };
}
export type PurchaseStore = ReturnType<typeof purchaseStore>;
