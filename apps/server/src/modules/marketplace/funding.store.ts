import { statement } from '../../platform/db/index.ts';
import type { Funding } from './sale.policy.ts';

/** How many gifts or sales back a buyer's money is traced, and to how many givers per actor, the largest first. */
const HOPS_MAX = 3;
const GIVERS_MAX = 8;
/** Smaller gifts do not link two buyers. Otherwise a competitor could cluster other buyers at almost no cost. */
const GIFT_MIN = 1_000_000;

/** Earned or purchased marks. Gifts, loans and settlement grants do not count. */
const EARNED_JOURNALS = "('money.issued', 'council.settled', 'canary.paid', 'validator.vested')";
/** `world.entered` moved ledger balances into the world; they are counted where they were earned. */
const IS_PAID_IN = `(kind IN ('REWARD', 'TOPUP')
  OR (kind = 'GRANT' AND counterparty_type = 'issue' AND reference IS DISTINCT FROM 'the service'))`;
const IS_WAGE = "kind IN ('WAGE', 'DIVIDEND')";

/**
 * The actors that the marks came from. Sales are traced as well, because a seller can fund its buyers by buying from them. But two
 * buyers are not linked because they sold to the same actor (`by_sale`).
 */
const GIVER = `giver (actor, hop, by_sale) AS (
    SELECT $1::text, 0, false
    UNION
    SELECT given.other, giver.hop + 1, giver.by_sale OR given.is_sale
    FROM giver CROSS JOIN LATERAL (
      SELECT flow.other, flow.is_sale FROM (
        SELECT party.owner_id AS other, false AS is_sale, least(own.amount, -side.amount) AS amount
        FROM ledger_accounts start
        JOIN ledger_postings own ON own.account_id = start.id AND own.amount > 0
        CROSS JOIN LATERAL (SELECT id FROM ledger_journals WHERE id = own.journal_id AND booked_at >= $3::timestamptz
          AND kind NOT IN ('listing.sold', 'plugin.sold') OFFSET 0) j
        CROSS JOIN LATERAL (SELECT account_id, amount FROM ledger_postings WHERE journal_id = j.id AND amount < 0 OFFSET 0) side
        CROSS JOIN LATERAL (SELECT owner_id FROM ledger_accounts WHERE id = side.account_id AND owner_kind = 'actor' OFFSET 0) party
        WHERE start.owner_kind = 'actor' AND start.owner_id = giver.actor AND start.currency = 'MARK'
        UNION ALL
        SELECT counterparty_id, false, amount FROM world_postings
        WHERE actor_id = giver.actor::uuid AND counterparty_type = 'actor' AND amount > 0 AND occurred_at >= $3::timestamptz
        UNION ALL
        SELECT p.buyer_actor_id::text, true, p.price FROM listings l JOIN purchases p ON p.listing_id = l.id
        WHERE l.seller_actor_id = giver.actor::uuid AND p.refunded_at IS NULL AND p.price > 0 AND p.purchased_at >= $3::timestamptz
        UNION ALL
        SELECT p.buyer_actor_id::text, true, p.price FROM plugins g JOIN plugin_purchases p ON p.plugin_id = g.id
        WHERE g.author_actor_id = giver.actor::uuid AND g.copy_of IS NULL AND p.price > 0 AND p.purchased_at >= $3::timestamptz
      ) flow
      WHERE flow.other <> giver.actor
      GROUP BY flow.other, flow.is_sale HAVING sum(flow.amount) >= ${GIFT_MIN}
      ORDER BY sum(flow.amount) DESC, flow.other LIMIT ${GIVERS_MAX}
    ) given
    WHERE giver.hop < ${HOPS_MAX}
  )`;

const OWN = `own AS MATERIALIZED (
    SELECT (
      SELECT coalesce(sum(p.amount), 0) FROM ledger_accounts a JOIN ledger_postings p ON p.account_id = a.id AND p.amount > 0
      CROSS JOIN LATERAL (SELECT FROM ledger_journals WHERE id = p.journal_id AND kind IN ${EARNED_JOURNALS} OFFSET 0) j
      WHERE a.owner_kind = 'actor' AND a.owner_id = $1::text AND a.currency = 'MARK'
    ) + (
      SELECT coalesce(sum(amount), 0) FROM world_postings
      WHERE actor_id = $1::uuid AND amount > 0 AND kind IN ('REWARD', 'TOPUP', 'GRANT') AND ${IS_PAID_IN}
    ) AS paid_in, (
      SELECT coalesce(sum(amount), 0) FROM world_postings WHERE actor_id = $1::uuid AND amount > 0 AND ${IS_WAGE}
    ) + (
      SELECT coalesce(sum(p.price - p.fee), 0) FROM listings l JOIN purchases p ON p.listing_id = l.id
      WHERE l.seller_actor_id = $1::uuid AND p.counts AND p.paid_out_at IS NOT NULL
    ) AS worked_for, (
      SELECT coalesce(sum(price), 0) FROM purchases WHERE buyer_actor_id = $1::uuid AND counts
    ) + (
      SELECT coalesce(sum(p.price), 0) FROM sale_sources s JOIN plugin_purchases p ON p.id = s.purchase_id
      WHERE s.source = 'actor:' || $1::text AND p.buyer_actor_id = $1::uuid
    ) AS spent
  )`;

const SOURCE = `source (name) AS MATERIALIZED (
    SELECT 'actor:' || actor FROM hand
    UNION
    SELECT 'account:' || w.account_id FROM hand JOIN agents a ON a.id = hand.actor::uuid JOIN wallet_links w ON w.address = a.wallet_address
    UNION
    SELECT 'payer:' || lower(a.wallet_address) FROM hand JOIN agents a ON a.id = hand.actor::uuid
    UNION
    SELECT 'payer:' || lower(t.payer) FROM hand
    JOIN payment_intents i ON i.principal = 'actor:' || hand.actor AND i.purpose = 'TOPUP'
    JOIN payment_transfers t ON t.intent_id = i.id
    UNION
    SELECT p.counterparty_type || ':' || p.counterparty_id FROM hand JOIN world_postings p ON p.actor_id = hand.actor::uuid
    WHERE p.amount > 0 AND ${IS_WAGE} AND (SELECT paid_in < spent + $5::numeric FROM own)
  )`;

/** $1 buyer, $2 seller, $3 start of the period for gifts, $4 product (lineage or plugin), $5 price. OFFSET 0 as in `sales.store.ts`. */
const fundingOf = (ofSeller: string): string => `
  WITH RECURSIVE ${GIVER},
  of_seller AS MATERIALIZED (${ofSeller}),
  hand AS MATERIALIZED (SELECT DISTINCT actor FROM giver WHERE NOT by_sale),
  ${OWN},
  ${SOURCE}
  SELECT
    EXISTS (
      SELECT FROM giver WHERE hop > 0 AND (actor = $2::text OR (NOT by_sale AND actor IN (SELECT other FROM of_seller))))
    OR EXISTS (
      SELECT FROM payment_intents i JOIN payment_transfers t ON t.intent_id = i.id
      WHERE i.principal = 'actor:' || $2::text AND i.purpose = 'TOPUP' AND 'payer:' || lower(t.payer) IN (SELECT name FROM source))
    OR EXISTS (SELECT FROM agents WHERE id = $2::uuid AND 'payer:' || lower(wallet_address) IN (SELECT name FROM source))
    OR EXISTS (
      SELECT FROM world_postings WHERE actor_id = $2::uuid AND amount < 0 AND counterparty_type = 'business' AND kind IN ('CAPITAL', 'LOAN', 'TRANSFER')
      AND 'business:' || counterparty_id IN (SELECT name FROM source)) AS "isFundedBySeller",
    EXISTS (
      SELECT FROM sale_sources s LEFT JOIN purchases p ON p.id = s.purchase_id
      WHERE s.product_id = $4 AND p.counts IS NOT FALSE AND s.source IN (SELECT name FROM source)) AS "isClustered",
    (SELECT (paid_in + worked_for - spent)::text FROM own) AS "ownMarks",
    ARRAY (SELECT name FROM source ORDER BY name) AS sources`;

/** `ofSeller` selects the actors that exchanged marks with the seller (`other`), except by sales. */
export const fundingStatement = (ofSeller: string) => statement<Funding>('sale_funding', fundingOf(ofSeller));
