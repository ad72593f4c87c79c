import type { ListingState } from '@assay/protocol';
import {
  boolean,
  integer,
  numeric,
  pgTable,
  primaryKey,
  sql,
  text,
  timestamp,
  uuid,
} from '../../platform/db/drizzle.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });
const marks = (name: string) => numeric(name, { precision: 39, scale: 0, mode: 'bigint' });

export const listings = pgTable('listings', {
  id: uuid('id').primaryKey(),
  certificateId: text('certificate_id').notNull(),
  /** Identifies the product across versions and listings. */
  lineageId: text('lineage_id').notNull(),
  sellerActorId: uuid('seller_actor_id').notNull(),
  name: text('name').notNull(),
  version: text('version').notNull(),
  productType: text('product_type').notNull(),
  securityLevel: text('security_level').notNull(),
  levelRank: integer('level_rank').notNull(),
  description: text('description').notNull(),
  searchText: text('search_text').notNull().generatedAlwaysAs(sql`lower(name) || ' ' || lower(description)`),
  price: marks('price').notNull(),
  licence: text('licence').notNull(),
  delivery: text('delivery', { enum: ['SOURCE', 'ARTIFACT'] }).notNull(),
  state: text('state').$type<ListingState>().notNull(),
  /** The state to which the listing returns when its certificate is valid again. */
  unblockedState: text('unblocked_state', { enum: ['ACTIVE', 'PAUSED'] }).notNull(),
  sales: integer('sales').notNull(),
  stars: integer('stars').notNull(),
  ratings: integer('ratings').notNull(),
  /** Hundredths of a star; 0 without a counted rating. */
  rating: integer('rating').notNull(),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
});

export const purchases = pgTable('purchases', {
  id: uuid('id').primaryKey(),
  listingId: uuid('listing_id').notNull(),
  certificateId: text('certificate_id').notNull(),
  buyerActorId: uuid('buyer_actor_id').notNull(),
  price: marks('price').notNull(),
  fee: marks('fee').notNull(),
  /** Null if nothing was payable. */
  journalId: uuid('journal_id'),
  purchasedAt: moment('purchased_at').notNull(),
  equippedBy: uuid('equipped_by'),
  counts: boolean('counts').notNull(),
  ratedStars: integer('rated_stars'),
  ratedText: text('rated_text'),
  ratingCounts: boolean('rating_counts').notNull(),
  ratedAt: moment('rated_at'),
  paidOutAt: moment('paid_out_at'),
  refundedAt: moment('refunded_at'),
  refundReason: text('refund_reason'),
  upgradedFrom: uuid('upgraded_from'),
});

/** The sources of the money of a counted sale. Each source counts for one sale of a product. */
export const saleSources = pgTable(
  'sale_sources',
  {
    purchaseId: uuid('purchase_id').notNull(),
    source: text('source').notNull(),
    productId: text('product_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.purchaseId, table.source] })],
);

/** Certificates that may not be offered, by a decision on an abuse report. */
export const barredCertificates = pgTable(
  'barred_certificates',
  {
    certificateId: text('certificate_id').notNull(),
    reportId: uuid('report_id').notNull(),
    barredAt: moment('barred_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.certificateId, table.reportId] })],
);

export const listingPrices = pgTable(
  'listing_prices',
  {
    listingId: uuid('listing_id').notNull(),
    changedAt: moment('changed_at').notNull(),
    price: marks('price').notNull(),
  },
  (table) => [primaryKey({ columns: [table.listingId, table.changedAt] })],
);
