-- Certified skills for sale, who has a licence, and what buyers say.

CREATE TABLE listings (
  id              uuid PRIMARY KEY,
  certificate_id  text NOT NULL REFERENCES certificates (id),
  seller_actor_id uuid NOT NULL REFERENCES agents (id),
  -- Of the certificate, so that lists need no other table.
  name            text NOT NULL,
  version         text NOT NULL,
  product_type    text NOT NULL,
  security_level  text NOT NULL,
  level_rank      integer NOT NULL,
  description     text NOT NULL CHECK (length(description) <= 1024),
  search_text     text NOT NULL GENERATED ALWAYS AS (lower(name) || ' ' || lower(description)) STORED,
  price           numeric(39, 0) NOT NULL CHECK (price >= 0),
  licence         text NOT NULL CHECK (length(licence) BETWEEN 1 AND 200),
  delivery        text NOT NULL CHECK (delivery IN ('SOURCE', 'ARTIFACT')),
  state           text NOT NULL CHECK (state IN ('ACTIVE', 'PAUSED', 'BLOCKED', 'DELISTED')),
  -- What it goes back to when its certificate is valid again.
  unblocked_state text NOT NULL DEFAULT 'ACTIVE' CHECK (unblocked_state IN ('ACTIVE', 'PAUSED')),
  -- Counted by hand: a purchase or a rating that counts.
  sales           integer NOT NULL DEFAULT 0 CHECK (sales >= 0),
  stars           integer NOT NULL DEFAULT 0,
  ratings         integer NOT NULL DEFAULT 0 CHECK (stars BETWEEN ratings AND ratings * 5),
  rating          integer NOT NULL DEFAULT 0, -- hundredths of a star; 0 while nobody counts
  created_at      timestamptz(3) NOT NULL,
  updated_at      timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX listings_once ON listings (certificate_id) WHERE state <> 'DELISTED';
CREATE INDEX listings_newest ON listings (created_at DESC, id DESC) WHERE state = 'ACTIVE';
CREATE INDEX listings_cheapest ON listings (price, id) WHERE state = 'ACTIVE';
CREATE INDEX listings_sold_most ON listings (sales DESC, id DESC) WHERE state = 'ACTIVE';
CREATE INDEX listings_rated_best ON listings (rating DESC, id DESC) WHERE state = 'ACTIVE';
CREATE INDEX listings_by_seller ON listings (seller_actor_id, created_at DESC);
CREATE INDEX listings_by_text ON listings USING gin (search_text gin_trgm_ops) WHERE state = 'ACTIVE';

-- A licence: bought once, kept for ever.
CREATE TABLE purchases (
  id             uuid PRIMARY KEY,
  listing_id     uuid NOT NULL REFERENCES listings (id),
  certificate_id text NOT NULL REFERENCES certificates (id),
  buyer_actor_id uuid NOT NULL REFERENCES agents (id),
  price          numeric(39, 0) NOT NULL CHECK (price >= 0),
  fee            numeric(39, 0) NOT NULL CHECK (fee BETWEEN 0 AND price),
  journal_id     uuid REFERENCES ledger_journals (id),
  purchased_at   timestamptz(3) NOT NULL,
  -- Of buyers who have nothing to do with the seller.
  counts         boolean NOT NULL,
  rated_stars    integer CHECK (rated_stars BETWEEN 1 AND 5),
  rated_text     text CHECK (length(rated_text) <= 1000),
  rating_counts  boolean NOT NULL DEFAULT false,
  rated_at       timestamptz(3),
  CONSTRAINT purchases_once UNIQUE (listing_id, buyer_actor_id),
  CHECK ((price > 0) = (journal_id IS NOT NULL)),
  CHECK ((rated_stars IS NULL) = (rated_at IS NULL))
);
CREATE INDEX purchases_by_buyer ON purchases (buyer_actor_id, purchased_at DESC, id DESC);

-- What was bought stays bought; only the rating may change.
CREATE FUNCTION keep_purchase() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR (OLD.id, OLD.listing_id, OLD.certificate_id, OLD.buyer_actor_id, OLD.price, OLD.fee, OLD.journal_id)
    IS DISTINCT FROM (NEW.id, NEW.listing_id, NEW.certificate_id, NEW.buyer_actor_id, NEW.price, NEW.fee, NEW.journal_id)
  THEN
    RAISE EXCEPTION 'a purchase is fixed' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER purchases_are_fixed BEFORE UPDATE OR DELETE ON purchases FOR EACH ROW EXECUTE FUNCTION keep_purchase();
