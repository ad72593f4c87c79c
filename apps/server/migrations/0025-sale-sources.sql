-- Where the money of a sale that counts came from: the buyer, who gave it marks, its employers, the wallets that topped it up,
-- the account of these wallets. Of each source one sale of a product counts. Purchases of listings and of plugins: no foreign key.
CREATE TABLE sale_sources (
  purchase_id uuid NOT NULL,
  source      text NOT NULL CHECK (length(source) BETWEEN 1 AND 160),
  -- The lineage of a listing, or the id of a plugin.
  product_id  text NOT NULL,
  PRIMARY KEY (purchase_id, source)
);
CREATE INDEX sale_sources_by_source ON sale_sources (source);
CREATE INDEX sale_sources_of_product ON sale_sources (product_id, source);
INSERT INTO sale_sources (purchase_id, source, product_id)
SELECT p.id, 'actor:' || p.buyer_actor_id, l.lineage_id FROM purchases p JOIN listings l ON l.id = p.listing_id WHERE p.counts;

-- What an actor earned is summed for each sale.
CREATE INDEX world_postings_earned ON world_postings (actor_id) INCLUDE (kind, amount, counterparty_type, counterparty_id, reference)
  WHERE amount > 0 AND kind IN ('WAGE', 'REWARD', 'TOPUP', 'DIVIDEND', 'GRANT');

CREATE INDEX plugins_by_author ON plugins (author_actor_id) WHERE copy_of IS NULL;
