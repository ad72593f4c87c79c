import type { CertificateStatus } from '@assay/protocol';
import { type Database, statement } from '../../platform/db/index.ts';
import { fundingStatement } from './funding.store.ts';
import type { ListingRow } from './listings.store.ts';
import type { PurchaseRow } from './purchases.store.ts';
import type { Funding } from './sale.policy.ts';

type Buyer = { readonly actorId: string; readonly walletAddress: string };
/** The certified bundle, and where it is stored. */
export type Sealed = {
  readonly bundleId: string;
  readonly entryPath: string;
  readonly bundleSha256: string;
  readonly treeSha256: string | null;
};
type Offer = Sealed & {
  /** Both wallets belong to one account, or buyer and seller are the same actor. */
  readonly isOwn: boolean;
};
export type LockedListing = Pick<
  ListingRow,
  'id' | 'certificateId' | 'lineageId' | 'sellerActorId' | 'name' | 'price' | 'state'
>;
type Sold = {
  /** The lineage of a listing, or the id of a plugin. */
  readonly productId: string;
  readonly sellerActorId: string;
  readonly buyerActorId: string;
  readonly price: bigint;
};
type Standing = {
  readonly hasBought: boolean;
  /** A licence of another version of the same product that was not returned. */
  readonly earlierLicence: string | null;
  /** The amount paid for licences of other versions that were not returned, in minor units. */
  readonly paid: string;
  readonly status: CertificateStatus | null;
  readonly openFlags: number;
  /** Tied by their wallets, by earlier sales or by marks. */
  readonly isTied: boolean;
};

const SEALED = `i.bundle_id AS "bundleId", i.entry_path AS "entryPath", c.bundle_sha256 AS "bundleSha256", c.tree_sha256 AS "treeSha256"`;
const SEALED_INPUT = 'JOIN submissions s ON s.id = c.submission_id JOIN sealed_inputs i ON i.quote_id = s.quote_id';

const findOffer = statement<Offer>(
  'sale_offer',
  `SELECT ${SEALED},
     l.seller_actor_id = $2 OR EXISTS (
       SELECT FROM wallet_links one JOIN wallet_links other ON other.account_id = one.account_id
       WHERE one.address = $3 AND other.address = a.wallet_address) AS "isOwn"
   FROM listings l JOIN agents a ON a.id = l.seller_actor_id JOIN certificates c ON c.id = l.certificate_id ${SEALED_INPUT}
   WHERE l.id = $1`,
);
const findSealed = statement<Sealed>(
  'sale_sealed',
  `SELECT ${SEALED} FROM certificates c ${SEALED_INPUT} WHERE c.id = $1`,
);
const lockListing = statement<Omit<LockedListing, 'price'> & { readonly price: string }>(
  'sale_lock',
  // Locks all listings of the product, always in the same order, because a sale changes the totals of each.
  `SELECT id, certificate_id AS "certificateId", lineage_id AS "lineageId", seller_actor_id AS "sellerActorId", name, price, state
   FROM listings WHERE lineage_id = (SELECT lineage_id FROM listings WHERE id = $1) ORDER BY id FOR NO KEY UPDATE`,
);
const insertSale = statement<{ id: string }>(
  'sale_insert',
  `WITH bought AS (
     INSERT INTO purchases (id, listing_id, certificate_id, buyer_actor_id, price, fee, journal_id, purchased_at, equipped_by, counts, paid_out_at, upgraded_from)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
     ON CONFLICT (listing_id, buyer_actor_id) WHERE refunded_at IS NULL DO NOTHING RETURNING id
   ), counted AS (
     UPDATE listings SET sales = sales + 1
     WHERE lineage_id = (SELECT lineage_id FROM listings WHERE id = $2) AND $10::boolean AND EXISTS (SELECT FROM bought)
   ), sourced AS (
     INSERT INTO sale_sources (purchase_id, source, product_id)
     SELECT bought.id, source, (SELECT lineage_id FROM listings WHERE id = $2) FROM bought CROSS JOIN unnest($13::text[]) source
   )
   SELECT id FROM bought`,
);

/**
 * The actors that an actor exchanged marks with, except by sales: in the ledger and in the world. OFFSET 0 keeps each step a
 * lookup by key, so that a plan made for few rows stays right for millions.
 */
const flowsOf = (actorId: string): string => `
  SELECT party.owner_id AS other, own.amount > 0 AS is_in
  FROM ledger_accounts start
  JOIN ledger_postings own ON own.account_id = start.id
  CROSS JOIN LATERAL (SELECT id FROM ledger_journals WHERE id = own.journal_id AND booked_at >= $3::timestamptz
    AND kind NOT IN ('listing.sold', 'plugin.sold') OFFSET 0) j
  CROSS JOIN LATERAL (SELECT account_id FROM ledger_postings WHERE journal_id = j.id AND sign(amount) = -sign(own.amount) OFFSET 0) side
  CROSS JOIN LATERAL (SELECT owner_id FROM ledger_accounts WHERE id = side.account_id AND owner_kind = 'actor' OFFSET 0) party
  WHERE start.owner_kind = 'actor' AND start.owner_id = ${actorId}::text AND start.currency = 'MARK'
  UNION
  SELECT counterparty_id, amount > 0 FROM world_postings
  WHERE actor_id = ${actorId}::uuid AND counterparty_type = 'actor' AND occurred_at >= $3::timestamptz`;

/** Every tie by marks begins at the buyer, who usually has none. Only if one exists are the many sales of a seller scanned. */
const TIED = `EXISTS (
       SELECT FROM wallet_links one JOIN wallet_links other ON other.account_id = one.account_id
       JOIN agents b ON b.wallet_address = one.address JOIN agents s ON s.wallet_address = other.address
       WHERE b.id = $1::uuid AND s.id = $2::uuid)
     OR EXISTS (SELECT FROM listings l JOIN purchases p ON p.listing_id = l.id AND p.buyer_actor_id = $2::uuid
       WHERE l.seller_actor_id = $1::uuid)
     OR EXISTS (SELECT FROM of_buyer WHERE other = $2::text)
     OR EXISTS (SELECT FROM of_buyer WHERE is_in AND other IN (SELECT other FROM of_seller)) AS "isTied"`;
const FLOWS = `WITH of_buyer AS MATERIALIZED (${flowsOf('$1')}), of_seller AS MATERIALIZED (${flowsOf('$2')})`;
const insertSources = statement(
  'sale_sources',
  'INSERT INTO sale_sources (purchase_id, product_id, source) SELECT $1::uuid, $2::text, source FROM unnest($3::text[]) source',
);
const lockBuyer = statement(
  'sale_lock_buyer',
  "SELECT pg_advisory_xact_lock(hashtextextended('sale:' || $1::text, 0))",
);
const findFunding = fundingStatement(flowsOf('$2'));
const findTie = statement<Pick<Standing, 'isTied'>>('sale_ties', `${FLOWS} SELECT ${TIED}`);
const findStanding = statement<Standing>(
  'sale_standing',
  `${FLOWS}
   SELECT EXISTS (SELECT FROM purchases WHERE certificate_id = $4 AND buyer_actor_id = $1::uuid AND refunded_at IS NULL) AS "hasBought",
     (SELECT p.id FROM purchases p JOIN listings l ON l.id = p.listing_id
      WHERE l.lineage_id = $5 AND p.buyer_actor_id = $1::uuid AND p.refunded_at IS NULL
      ORDER BY p.purchased_at DESC, p.id DESC LIMIT 1) AS "earlierLicence",
     (SELECT coalesce(sum(p.price), 0)::text FROM purchases p JOIN listings l ON l.id = p.listing_id
      WHERE l.lineage_id = $5 AND p.buyer_actor_id = $1::uuid AND p.refunded_at IS NULL) AS paid,
     (SELECT status FROM certificate_states WHERE certificate_id = $4) AS status,
     (SELECT count(*)::int FROM flags WHERE certificate_id = $4 AND state = 'OPEN') AS "openFlags",
     ${TIED}`,
);

/** The queries and writes of a sale. */
export function saleStore(db: Database) {
  return {
    async findOffer(listingId: string, { actorId, walletAddress }: Buyer): Promise<Offer | undefined> {
      return (await findOffer(db, [listingId, actorId, walletAddress]))[0];
    },
    async findSealed(certificateId: string): Promise<Sealed | undefined> {
      return (await findSealed(db, [certificateId]))[0];
    },
    /** Also locks the other listings of its product. Price and state cannot change until the transaction ends. */
    async lock(listingId: string): Promise<LockedListing | undefined> {
      const row = (await lockListing(db, [listingId])).find(({ id }) => id === listingId);
      return row && { ...row, price: BigInt(row.price) };
    },
    /** Call it after the lock, so that it reads the newest state. Ties as in `areTied`. */
    async findStanding(listing: LockedListing, buyerActorId: string, since: Date): Promise<Standing | undefined> {
      const { certificateId, lineageId, sellerActorId } = listing;
      return (await findStanding(db, [buyerActorId, sellerActorId, since.toISOString(), certificateId, lineageId]))[0];
    },
    /** The sources of the buyer's marks. Call it under the lock, so that the second of two concurrent buyers sees the first. */
    async findFunding({ productId, sellerActorId, buyerActorId, price }: Sold, since: Date): Promise<Funding> {
      const values = [buyerActorId, sellerActorId, since.toISOString(), productId, price.toString()];
      // Locks the buyer, so that concurrent purchases cannot count the same earnings twice.
      await lockBuyer(db, [buyerActorId]);
      const [funding] = await findFunding(db, values);
      if (funding === undefined) throw new Error('The statement about funding returned no row.');
      return funding;
    },
    /** Also updates the listing's count and stores the sources. False if this buyer has it already: unique key `purchases_once`. */
    async insert(row: PurchaseRow, sources: readonly string[]): Promise<boolean> {
      const { id, listingId, certificateId, buyerActorId, price, fee, journalId, equippedBy, counts, upgradedFrom } =
        row;
      const at = row.purchasedAt.toISOString();
      const paidOutAt = row.paidOutAt?.toISOString() ?? null;
      const key = [id, listingId, certificateId, buyerActorId];
      const facts = [`${price}`, `${fee}`, journalId, at, equippedBy, counts, paidOutAt, upgradedFrom];
      return (await insertSale(db, [...key, ...facts, sources])).length === 1;
    },
    /** For a sale that is not stored here: a plugin. */
    async keepSources(purchaseId: string, productId: string, sources: readonly string[]): Promise<void> {
      await insertSources(db, [purchaseId, productId, sources]);
    },
    /**
     * Whether one account holds the wallets of both, the seller has bought from the buyer, marks moved between them since, or the
     * buyer received marks from an actor that exchanged marks with the seller. The buyer's purchases from the seller are no tie.
     */
    async areTied(buyerActorId: string, sellerActorId: string, since: Date): Promise<boolean> {
      const [row] = await findTie(db, [buyerActorId, sellerActorId, since.toISOString()]);
      return row?.isTied ?? true;
    },
  };
}
export type SaleStore = ReturnType<typeof saleStore>;
