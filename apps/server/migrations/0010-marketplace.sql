-- The marketplace: certified products for sale, and rule packs ("plugins") of validators.

-- Products -----------------------------------------------------------------------------------------------------------

CREATE TABLE listings (
  id              uuid PRIMARY KEY,
  certificate_id  text NOT NULL REFERENCES certificates (id),
  seller_actor_id uuid NOT NULL REFERENCES agents (id),
  -- Copied from the certificate, so that lists need no join.
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
  -- The state to restore when the certificate is valid again.
  unblocked_state text NOT NULL DEFAULT 'ACTIVE' CHECK (unblocked_state IN ('ACTIVE', 'PAUSED')),
  -- Totals over purchases and ratings that count, updated by the code that writes these.
  sales           integer NOT NULL DEFAULT 0 CHECK (sales >= 0),
  stars           integer NOT NULL DEFAULT 0,
  ratings         integer NOT NULL DEFAULT 0 CHECK (stars BETWEEN ratings AND ratings * 5),
  rating          integer NOT NULL DEFAULT 0, -- hundredths of a star; 0 without ratings
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
-- Without it, a search for a rare product type scans all listings.
CREATE INDEX listings_by_type ON listings (product_type, created_at DESC, id DESC) WHERE state = 'ACTIVE';

-- A perpetual licence.
CREATE TABLE purchases (
  id             uuid PRIMARY KEY,
  listing_id     uuid NOT NULL REFERENCES listings (id),
  certificate_id text NOT NULL REFERENCES certificates (id),
  buyer_actor_id uuid NOT NULL REFERENCES agents (id),
  price          numeric(39, 0) NOT NULL CHECK (price >= 0),
  fee            numeric(39, 0) NOT NULL CHECK (fee BETWEEN 0 AND price),
  journal_id     uuid, -- no foreign key: while a world exists, the purchase is booked there
  purchased_at   timestamptz(3) NOT NULL,
  -- False if buyer and seller are connected.
  counts         boolean NOT NULL,
  rated_stars    integer CHECK (rated_stars BETWEEN 1 AND 5),
  rated_text     text CHECK (length(rated_text) <= 1000),
  rating_counts  boolean NOT NULL DEFAULT false,
  rated_at       timestamptz(3),
  -- The business of the world that the product was bought for.
  equipped_by    uuid,
  CONSTRAINT purchases_once UNIQUE (listing_id, buyer_actor_id),
  CHECK ((price > 0) = (journal_id IS NOT NULL)),
  CHECK ((rated_stars IS NULL) = (rated_at IS NULL))
);
CREATE INDEX purchases_by_buyer ON purchases (buyer_actor_id, purchased_at DESC, id DESC);

-- A purchase is final; only the rating may change.
CREATE FUNCTION keep_purchase() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE'
    OR (OLD.id, OLD.listing_id, OLD.certificate_id, OLD.buyer_actor_id, OLD.price, OLD.fee, OLD.journal_id, OLD.equipped_by)
    IS DISTINCT FROM (NEW.id, NEW.listing_id, NEW.certificate_id, NEW.buyer_actor_id, NEW.price, NEW.fee, NEW.journal_id, NEW.equipped_by)
  THEN
    RAISE EXCEPTION 'a purchase is fixed' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER purchases_are_fixed BEFORE UPDATE OR DELETE ON purchases
  FOR EACH ROW EXECUTE FUNCTION keep_purchase();

-- Plugins ------------------------------------------------------------------------------------------------------------

CREATE TABLE plugins (
  id              uuid PRIMARY KEY,
  owner_actor_id  uuid NOT NULL REFERENCES agents (id),
  author_actor_id uuid NOT NULL REFERENCES agents (id),
  -- The original of a purchased copy.
  copy_of         uuid REFERENCES plugins (id),
  name            text NOT NULL CHECK (length(name) BETWEEN 3 AND 64),
  description     text NOT NULL CHECK (length(description) <= 500),
  search_text     text NOT NULL GENERATED ALWAYS AS (lower(name) || ' ' || lower(description)) STORED,
  surface         text NOT NULL CHECK (surface IN ('SKILL', 'API', 'SKILL+API', 'TOOL', 'CONTRACT')),
  -- The last submitted revision.
  content         text NOT NULL CHECK (length(content) <= 10000),
  content_sha256  text NOT NULL,
  revision        integer NOT NULL CHECK (revision > 0),
  rules           jsonb NOT NULL,
  -- The patterns that it searches for, to detect plagiarism.
  atoms           text[] NOT NULL,
  state           text NOT NULL CHECK (state IN ('PENDING_REVIEW', 'APPROVED', 'REJECTED', 'SUSPENDED')),
  review          jsonb,
  resubmits_left  integer NOT NULL CHECK (resubmits_left >= 0),
  -- The last approved revision, which is the one that runs and is sold.
  approved        jsonb,
  published       boolean NOT NULL DEFAULT false,
  price           numeric(39, 0) CHECK (price >= 0),
  quality         integer CHECK (quality BETWEEN 0 AND 1000),
  -- Identifies the cases and rules behind `quality`.
  measured_with   text,
  sales           integer NOT NULL DEFAULT 0,
  screened_at     timestamptz(3),
  created_at      timestamptz(3) NOT NULL,
  updated_at      timestamptz(3) NOT NULL,
  deleted_at      timestamptz(3),
  CHECK (NOT published OR (state = 'APPROVED' AND approved IS NOT NULL AND price IS NOT NULL AND copy_of IS NULL AND deleted_at IS NULL)),
  CHECK (state <> 'APPROVED' OR approved IS NOT NULL)
);
CREATE INDEX plugins_by_owner ON plugins (owner_actor_id, created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX plugins_for_sale ON plugins (quality DESC NULLS LAST, id DESC) WHERE published;
CREATE INDEX plugins_to_screen ON plugins (updated_at) WHERE state = 'PENDING_REVIEW' AND deleted_at IS NULL;
CREATE INDEX plugins_by_atom ON plugins USING gin (atoms) WHERE copy_of IS NULL;
CREATE INDEX plugins_copies ON plugins (copy_of) WHERE copy_of IS NOT NULL;

CREATE TABLE plugin_purchases (
  id             uuid PRIMARY KEY,
  plugin_id      uuid NOT NULL REFERENCES plugins (id),
  copy_id        uuid NOT NULL UNIQUE REFERENCES plugins (id),
  buyer_actor_id uuid NOT NULL REFERENCES agents (id),
  price          numeric(39, 0) NOT NULL CHECK (price >= 0),
  fee            numeric(39, 0) NOT NULL CHECK (fee BETWEEN 0 AND price),
  journal_id     uuid, -- no foreign key, as for purchases
  purchased_at   timestamptz(3) NOT NULL,
  CONSTRAINT plugin_purchases_once UNIQUE (plugin_id, buyer_actor_id),
  CHECK ((price > 0) = (journal_id IS NOT NULL))
);

CREATE TABLE plugin_slots (
  actor_id    uuid NOT NULL REFERENCES agents (id),
  slot_index  integer NOT NULL CHECK (slot_index BETWEEN 1 AND 6),
  plugin_id   uuid NOT NULL REFERENCES plugins (id),
  assigned_at timestamptz(3) NOT NULL,
  PRIMARY KEY (actor_id, slot_index),
  CONSTRAINT plugin_slots_once UNIQUE (actor_id, plugin_id)
);

-- The packs that a hosted seat had equipped when it was drawn, and their results, stored so that a vote can be recomputed.
CREATE TABLE seat_packs (
  seat_id  uuid PRIMARY KEY REFERENCES seats (id),
  round_id uuid NOT NULL,
  panel_id uuid NOT NULL REFERENCES panels (id),
  packs    jsonb NOT NULL,
  runs     jsonb,
  ran_at   timestamptz(3),
  CHECK ((runs IS NULL) = (ran_at IS NULL))
);
CREATE INDEX seat_packs_by_round ON seat_packs (round_id);

CREATE FUNCTION keep_seat_packs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.runs IS NOT NULL OR OLD.packs IS DISTINCT FROM NEW.packs OR OLD.seat_id <> NEW.seat_id THEN
    RAISE EXCEPTION 'what a seat had equipped is fixed' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER seat_packs_are_fixed BEFORE UPDATE OR DELETE ON seat_packs
  FOR EACH ROW EXECUTE FUNCTION keep_seat_packs();
