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

/** Marks that went from purse to purse with this actor at one end, other than sales: by the ledger, and in the world. */
const flowsOf = (actorId: SQL, since: Date): SQL => sql`
  SELECT payer.owner_id AS payer, payee.owner_id AS payee
  FROM ledger_accounts start
  JOIN ledger_postings own ON own.account_id = start.id
  JOIN ledger_journals j ON j.id = own.journal_id AND j.booked_at >= ${since.toISOString()}::timestamptz
    AND j.kind NOT IN ('listing.sold', 'plugin.sold')
  JOIN ledger_postings minus ON minus.journal_id = j.id AND minus.amount < 0
  JOIN ledger_postings plus ON plus.journal_id = j.id AND plus.amount > 0
  JOIN ledger_accounts payer ON payer.id = minus.account_id AND payer.owner_kind = 'actor'
  JOIN ledger_accounts payee ON payee.id = plus.account_id AND payee.owner_kind = 'actor'
  WHERE start.owner_kind = 'actor' AND start.owner_id = ${actorId}
  UNION
  SELECT CASE WHEN p.amount < 0 THEN p.actor_id::text ELSE p.counterparty_id END,
    CASE WHEN p.amount < 0 THEN p.counterparty_id ELSE p.actor_id::text END
  FROM world_postings p
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

    /**
     * Does anything tie these two: one account that holds both wallets, marks that went from one purse to the other or to both from a third
     * (directly, or over one more purse), or sales in the other direction? What one buys from the other is no tie. Every tie begins at the buyer,
     * whose postings are few.
     */
    async areTied(buyerActorId: string, sellerActorId: string, since: Date): Promise<boolean> {
      const [buyer, seller] = [sql`${buyerActorId}::text`, sql`${sellerActorId}::text`];
      const { rows } = await db.execute<{ tied: boolean }>(sql`
        WITH near AS MATERIALIZED (${flowsOf(buyer, since)})
        SELECT EXISTS (
            SELECT FROM wallet_links one JOIN wallet_links other ON other.account_id = one.account_id
            JOIN agents b ON b.wallet_address = one.address JOIN agents s ON s.wallet_address = other.address
            WHERE b.id = ${buyer}::uuid AND s.id = ${seller}::uuid)
          OR EXISTS (SELECT FROM purchases p JOIN listings l ON l.id = p.listing_id
            WHERE l.seller_actor_id = ${buyer}::uuid AND p.buyer_actor_id = ${seller}::uuid)
          OR EXISTS (SELECT FROM near WHERE (payer, payee) IN ((${buyer}, ${seller}), (${seller}, ${buyer})))
          OR EXISTS (SELECT FROM near CROSS JOIN LATERAL (${flowsOf(sql`near.payer`, since)}) AS far
            WHERE near.payee = ${buyer} AND near.payer <> ${buyer}
              AND (far.payer, far.payee) IN ((near.payer, ${seller}), (${seller}, near.payer))) AS tied`);
      return rows[0]?.tied ?? true;
    },
  };
}
export type PurchaseStore = ReturnType<typeof purchaseStore>;
