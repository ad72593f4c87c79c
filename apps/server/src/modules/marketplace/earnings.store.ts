import type { ListingState } from '@assay/protocol';
import { type Database, statement } from '../../platform/db/index.ts';

/** Amounts in minor units, as the database's text. */
type SumsRow = {
  readonly licences: number;
  readonly held: string;
  readonly paidOut: string;
  readonly fees: string;
  readonly refunded: string;
};
/** `month` is null in the row with the totals. */
export type MonthRow = SumsRow & { readonly month: string | null; readonly heldSince: string | null };
type SoldListingRow = SumsRow & {
  readonly listingId: string;
  readonly name: string;
  readonly version: string;
  readonly state: ListingState;
  readonly price: string;
};

const IS_HELD = 'p.refunded_at IS NULL AND p.paid_out_at IS NULL';
const IS_PAID = 'p.refunded_at IS NULL AND p.paid_out_at IS NOT NULL';
const sum = (what: string, which: string): string => `coalesce(sum(${what}) FILTER (WHERE ${which}), 0)::text`;
const SUMS = `count(p.id)::int AS licences, ${sum('p.price', IS_HELD)} AS held, ${sum('p.price - p.fee', IS_PAID)} AS "paidOut",
  ${sum('p.fee', IS_PAID)} AS fees, ${sum('p.price', 'p.refunded_at IS NOT NULL')} AS refunded`;

const listMonths = statement<MonthRow>(
  'earnings_months',
  `SELECT sold.month, ${SUMS}, to_char(min(p.purchased_at) FILTER (WHERE ${IS_HELD} AND p.price > 0) AT TIME ZONE 'UTC',
     'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "heldSince"
   FROM listings l JOIN purchases p ON p.listing_id = l.id
   CROSS JOIN LATERAL (SELECT to_char(p.purchased_at AT TIME ZONE 'UTC', 'YYYY-MM') AS month) sold
   WHERE l.seller_actor_id = $1::uuid
   GROUP BY GROUPING SETS ((), (sold.month)) ORDER BY sold.month DESC NULLS FIRST LIMIT $2`,
);
const listSold = statement<SoldListingRow>(
  'earnings_listings',
  `SELECT l.id AS "listingId", l.name, l.version, l.state, l.price::text, ${SUMS}
   FROM (SELECT * FROM listings WHERE seller_actor_id = $1::uuid ORDER BY created_at DESC LIMIT $2) l
   LEFT JOIN purchases p ON p.listing_id = l.id
   GROUP BY l.id, l.name, l.version, l.state, l.price, l.created_at ORDER BY l.created_at DESC, l.id`,
);

/** A seller's earnings, computed from the purchases. */
export function earningsStore(db: Database) {
  return {
    /** The totals first, then the months, newest first. */
    async listMonths(sellerActorId: string, limit: number): Promise<MonthRow[]> {
      return listMonths(db, [sellerActorId, limit + 1]);
    },
    /** Newest first, including listings without a sale. */
    async listSold(sellerActorId: string, limit: number): Promise<SoldListingRow[]> {
      return listSold(db, [sellerActorId, limit]);
    },
  };
}
export type EarningsStore = ReturnType<typeof earningsStore>;
