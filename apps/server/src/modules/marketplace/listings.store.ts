import type { ListingQuery, ListingState } from '@assay/protocol';
import { SECURITY_LEVELS } from '@assay/protocol';
import type { SQL } from 'drizzle-orm';
import { and, asc, desc, eq, gt, inArray, ne, sql } from '../../platform/db/drizzle.ts';
import { COMPARED_ROWS, containsWord, type Database, resemblesWord } from '../../platform/db/index.ts';
import { barredCertificates, listingPrices, listings } from './marketplace.tables.ts';
import type { Totals } from './purchases.store.ts';

export type ListingRow = Omit<typeof listings.$inferSelect, 'searchText'>;
/** A listing with the current values of other tables. */
export type OfferRow = Pick<
  ListingRow,
  | 'id'
  | 'certificateId'
  | 'lineageId'
  | 'sellerActorId'
  | 'name'
  | 'version'
  | 'productType'
  | 'securityLevel'
  | 'description'
  | 'licence'
  | 'delivery'
  | 'state'
  | 'sales'
  | 'stars'
  | 'ratings'
  | 'rating'
> & {
  readonly sellerName: string;
  readonly sellerWallet: string;
  readonly price: string;
  readonly isValid: boolean;
  readonly instructionsReadBy: string;
  readonly createdAt: string;
  readonly updatedAt: string;
};
export type Sort = ListingQuery['sort'];
type Search = Pick<ListingQuery, 'productType' | 'sellerId' | 'maxPrice' | 'level' | 'minRating' | 'sort'> & {
  readonly word: string | undefined;
  /** The last listing of the previous page, and its sort key at that time. */
  readonly after: { readonly key: string; readonly id: string } | undefined;
  readonly limit: number;
};

const PRICES_SHOWN = 50;
const TEXT = sql`l.search_text`;

type Order = { readonly by: SQL; readonly after: (key: string, id: string) => SQL };
const moment = (column: string) => sql.raw(`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);
const ORDERS: Readonly<Record<Sort, Order>> = {
  newest: {
    by: sql`l.created_at DESC, l.id DESC`,
    after: (key, id) => sql`(l.created_at, l.id) < (${key}::timestamptz, ${id}::uuid)`,
  },
  price: { by: sql`l.price, l.id`, after: (key, id) => sql`(l.price, l.id) > (${key}::numeric, ${id}::uuid)` },
  sales: { by: sql`l.sales DESC, l.id DESC`, after: (key, id) => sql`(l.sales, l.id) < (${key}::int, ${id}::uuid)` },
  rating: {
    by: sql`l.rating DESC, l.id DESC`,
    after: (key, id) => sql`(l.rating, l.id) < (${key}::int, ${id}::uuid)`,
  },
};

/** The current validity of the certificate, regardless of the listing's state. */
const IS_VALID = sql`(SELECT s.status = 'APPROVED' AND NOT EXISTS (SELECT FROM flags f WHERE f.certificate_id = s.certificate_id AND f.state = 'OPEN')
  FROM certificate_states s WHERE s.certificate_id = l.certificate_id)`;

/** The position at which a page begins. */
const placeOf = ({ sort, after }: Search): SQL =>
  after === undefined
    ? sql`l.state = 'ACTIVE'`
    : sql`l.state = 'ACTIVE' AND ${ORDERS[sort].after(after.key, after.id)}`;

function conditionsOf(search: Search): SQL {
  const { productType, sellerId, maxPrice, level, minRating } = search;
  const parts = [
    placeOf(search),
    ...(productType === undefined ? [] : [sql`l.product_type = ${productType}`]),
    ...(sellerId === undefined ? [] : [sql`l.seller_actor_id = ${sellerId}::uuid`]),
    ...(maxPrice === undefined ? [] : [sql`l.price <= ${maxPrice.toString()}::numeric`]),
    ...(level === undefined ? [] : [sql`l.level_rank <= ${SECURITY_LEVELS.indexOf(level)}`]),
    ...(minRating === undefined ? [] : [sql`l.rating >= ${Math.ceil(minRating * 100)}`]),
  ];
  return sql.join(parts, sql` AND `);
}

export function listingStore(db: Database) {
  async function select(from: SQL, by: SQL, limit: number): Promise<OfferRow[]> {
    const { rows } = await db.execute<OfferRow>(sql`
      SELECT l.id, l.certificate_id AS "certificateId", l.lineage_id AS "lineageId", l.seller_actor_id AS "sellerActorId", l.name, l.version,
        l.product_type AS "productType", l.security_level AS "securityLevel", l.description, l.price::text, l.licence, l.delivery, l.state,
        l.sales, l.stars, l.ratings, l.rating, ${moment('l.created_at')} AS "createdAt", ${moment('l.updated_at')} AS "updatedAt",
        a.name AS "sellerName", a.wallet_address AS "sellerWallet", ${IS_VALID} AS "isValid",
        (SELECT c.instructions_read_by FROM certificates c WHERE c.id = l.certificate_id) AS "instructionsReadBy"
      FROM ${from} AS l JOIN agents a ON a.id = l.seller_actor_id
      ORDER BY ${by} LIMIT ${limit}`);
    return rows;
  }

  return {
    /**
     * Does a bounded amount of work. Without a word it follows an index. For a frequent word, a bounded scan of that index finds enough
     * matches. A rare word has few hits, which the text index finds. Without any match, the scanned rows are searched for similar words.
     */
    async search(search: Search): Promise<OfferRow[]> {
      const { word, sort, limit } = search;
      const { by } = ORDERS[sort];
      const rest = conditionsOf(search);
      const page = (from: SQL) => sql`(SELECT * FROM ${from} AS l ORDER BY ${by} LIMIT ${limit})`;
      if (word === undefined) return select(page(sql`(SELECT * FROM listings l WHERE ${rest})`), by, limit);
      const matching = containsWord(TEXT, word);
      // Bounds the scanned rows, not the matching rows: a rare filter would otherwise scan everything.
      const walked = sql`(SELECT * FROM listings l WHERE ${placeOf(search)} ORDER BY ${by} LIMIT ${COMPARED_ROWS})`;
      const near = await select(page(sql`(SELECT * FROM ${walked} AS l WHERE ${matching} AND ${rest})`), by, limit);
      if (near.length === limit) return near;
      const hits = sql`(WITH l AS MATERIALIZED (SELECT * FROM listings l WHERE ${matching} AND ${rest}) SELECT * FROM l)`;
      const found = await select(page(hits), by, limit);
      if (found.length > 0 || search.after !== undefined) return found;
      const similar = resemblesWord(TEXT, word);
      return select(page(sql`(SELECT * FROM ${walked} AS l WHERE ${similar} AND ${rest})`), by, limit);
    },
    async read(id: string): Promise<OfferRow | undefined> {
      const [row] = await select(sql`(SELECT * FROM listings l WHERE l.id = ${id}::uuid)`, sql`l.id`, 1);
      return row;
    },
    /** False if the certificate is listed already: unique index `listings_once`. */
    async insert(row: ListingRow): Promise<boolean> {
      const added = await db.insert(listings).values(row).onConflictDoNothing().returning({ id: listings.id });
      return added.length === 1;
    },
    /** Undefined if this seller has not listed it or has withdrawn it. */
    async lockOwn(id: string, sellerActorId: string): Promise<ListingRow | undefined> {
      const isOwn = and(eq(listings.id, id), eq(listings.sellerActorId, sellerActorId), ne(listings.state, 'DELISTED'));
      const [row] = await db.select().from(listings).where(isOwn).for('no key update');
      return row;
    },
    async addPrice(listingId: string, price: bigint, changedAt: Date): Promise<void> {
      const changed = { target: [listingPrices.listingId, listingPrices.changedAt], set: { price } };
      await db.insert(listingPrices).values({ listingId, changedAt, price }).onConflictDoUpdate(changed);
    },
    /** Newest first. */
    async listPrices(listingId: string): Promise<{ readonly price: bigint; readonly changedAt: Date }[]> {
      const { price, changedAt } = listingPrices;
      const ofListing = eq(listingPrices.listingId, listingId);
      return db
        .select({ price, changedAt })
        .from(listingPrices)
        .where(ofListing)
        .orderBy(desc(changedAt))
        .limit(PRICES_SHOWN);
    },
    /** Applies to every listing of the product. */
    async changeTotals(lineageId: string, totals: Totals): Promise<void> {
      await db.update(listings).set(totals).where(eq(listings.lineageId, lineageId));
    },
    async change(id: string, change: Partial<ListingRow>): Promise<void> {
      await db.update(listings).set(change).where(eq(listings.id, id));
    },
    async bar(certificateId: string, reportId: string, barredAt: Date): Promise<void> {
      await db.insert(barredCertificates).values({ certificateId, reportId, barredAt }).onConflictDoNothing();
    },
    async unbar(certificateId: string, reportId: string): Promise<void> {
      const { certificateId: ofCertificate, reportId: byReport } = barredCertificates;
      await db.delete(barredCertificates).where(and(eq(ofCertificate, certificateId), eq(byReport, reportId)));
    },
    async isBarred(certificateId: string): Promise<boolean> {
      return (await db.$count(barredCertificates, eq(barredCertificates.certificateId, certificateId))) > 0;
    },
    async lockOffers(certificateId: string): Promise<ListingRow[]> {
      return db
        .select()
        .from(listings)
        .where(and(eq(listings.certificateId, certificateId), ne(listings.state, 'DELISTED')))
        .orderBy(listings.id)
        .for('no key update');
    },
    /** Listings with a price above zero, in id order. */
    async listPriced(after: string | undefined, limit: number): Promise<ListingRow[]> {
      const isLater = after === undefined ? undefined : gt(listings.id, after);
      return db
        .select()
        .from(listings)
        .where(and(ne(listings.state, 'DELISTED'), gt(listings.price, 0n), isLater))
        .orderBy(asc(listings.id))
        .limit(limit);
    },
    /** The listings of these certificates whose state does not match the validity of the certificate, locked for a change. */
    async lockMisplaced(certificateIds: readonly string[]): Promise<(ListingRow & { readonly isValid: boolean })[]> {
      if (certificateIds.length === 0) return [];
      const l = sql`${listings}`;
      const isValid = sql<boolean>`(SELECT s.status = 'APPROVED' AND NOT EXISTS (SELECT FROM flags f WHERE f.certificate_id = s.certificate_id AND f.state = 'OPEN')
        FROM certificate_states s WHERE s.certificate_id = ${l}.certificate_id)`;
      const rows = await db
        .select({ listing: listings, isValid })
        .from(listings)
        .where(and(inArray(listings.certificateId, [...certificateIds]), ne(listings.state, 'DELISTED')))
        .orderBy(listings.id)
        .for('no key update');
      return rows
        .map(({ listing, isValid }) => ({ ...listing, isValid }))
        .filter(({ state, isValid }) => (state === 'BLOCKED') === isValid);
    },
    async moveState(
      id: string,
      state: ListingState,
      updatedAt: Date,
      unblockedState?: 'ACTIVE' | 'PAUSED',
    ): Promise<void> {
      await this.change(id, { state, updatedAt, ...(unblockedState && { unblockedState }) });
    },
  };
}
export type ListingStore = ReturnType<typeof listingStore>;
