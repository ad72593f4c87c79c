-- Reputation belongs to the product: its owner, type and name, across versions and listings.
ALTER TABLE listings ADD COLUMN lineage_id text;
UPDATE listings l SET lineage_id = encode(sha256(convert_to(s.owner || E'\n' || l.product_type || E'\n' || l.name, 'UTF8')), 'hex')
FROM certificates c JOIN submissions s ON s.id = c.submission_id WHERE c.id = l.certificate_id;
ALTER TABLE listings ALTER COLUMN lineage_id SET NOT NULL;
CREATE INDEX listings_by_lineage ON listings (lineage_id, id);

CREATE TABLE listing_prices (
  listing_id uuid NOT NULL REFERENCES listings (id),
  changed_at timestamptz(3) NOT NULL,
  price      numeric(39, 0) NOT NULL CHECK (price >= 0),
  PRIMARY KEY (listing_id, changed_at)
);
INSERT INTO listing_prices (listing_id, changed_at, price) SELECT id, created_at, price FROM listings;

-- Proceeds are held for a while, so that a refund has something to come from. What was sold before is paid out already.
ALTER TABLE purchases
  ADD COLUMN paid_out_at   timestamptz(3),
  ADD COLUMN refunded_at   timestamptz(3),
  ADD COLUMN refund_reason text CHECK (length(refund_reason) BETWEEN 1 AND 500),
  ADD COLUMN upgraded_from uuid REFERENCES purchases (id),
  ADD CONSTRAINT purchases_paid_or_refunded CHECK (paid_out_at IS NULL OR refunded_at IS NULL),
  ADD CONSTRAINT purchases_refund_reason CHECK ((refunded_at IS NULL) = (refund_reason IS NULL));
UPDATE purchases SET paid_out_at = purchased_at;
CREATE INDEX purchases_held ON purchases (purchased_at) WHERE paid_out_at IS NULL AND refunded_at IS NULL;

-- After a refund the product can be bought again.
ALTER TABLE purchases DROP CONSTRAINT purchases_once;
CREATE UNIQUE INDEX purchases_once ON purchases (listing_id, buyer_actor_id) WHERE refunded_at IS NULL;
CREATE INDEX purchases_by_listing ON purchases (listing_id, rated_at DESC, id DESC);

-- A purchase is final; only the rating, the payout and the refund are added later, the last two once.
CREATE OR REPLACE FUNCTION keep_purchase() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE'
    OR (OLD.id, OLD.listing_id, OLD.certificate_id, OLD.buyer_actor_id, OLD.price, OLD.fee, OLD.journal_id, OLD.equipped_by, OLD.upgraded_from)
    IS DISTINCT FROM (NEW.id, NEW.listing_id, NEW.certificate_id, NEW.buyer_actor_id, NEW.price, NEW.fee, NEW.journal_id, NEW.equipped_by, NEW.upgraded_from)
    OR (OLD.paid_out_at IS NOT NULL AND NEW.paid_out_at IS DISTINCT FROM OLD.paid_out_at)
    OR (OLD.refunded_at IS NOT NULL AND NEW.refunded_at IS DISTINCT FROM OLD.refunded_at)
  THEN
    RAISE EXCEPTION 'a purchase is fixed' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
