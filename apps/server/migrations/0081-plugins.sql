-- Rule packs of validators: what was handed in, what was approved and runs, who bought a copy, what is equipped.

CREATE TABLE plugins (
  id              uuid PRIMARY KEY,
  owner_actor_id  uuid NOT NULL REFERENCES agents (id),
  author_actor_id uuid NOT NULL REFERENCES agents (id),
  -- Of a purchased copy: what it was copied from.
  copy_of         uuid REFERENCES plugins (id),
  name            text NOT NULL CHECK (length(name) BETWEEN 3 AND 64),
  description     text NOT NULL CHECK (length(description) <= 500),
  search_text     text NOT NULL GENERATED ALWAYS AS (lower(name) || ' ' || lower(description)) STORED,
  surface         text NOT NULL CHECK (surface IN ('SKILL', 'API', 'SKILL+API', 'TOOL', 'CONTRACT')),
  -- As handed in last.
  content         text NOT NULL CHECK (length(content) <= 10000),
  content_sha256  text NOT NULL,
  revision        integer NOT NULL CHECK (revision > 0),
  rules           jsonb NOT NULL,
  -- What it looks for, by which a copy is known.
  atoms           text[] NOT NULL,
  state           text NOT NULL CHECK (state IN ('PENDING_REVIEW', 'APPROVED', 'REJECTED', 'SUSPENDED')),
  review          jsonb,
  resubmits_left  integer NOT NULL CHECK (resubmits_left >= 0),
  -- As approved last: this is what runs and what is sold.
  approved        jsonb,
  published       boolean NOT NULL DEFAULT false,
  price           numeric(39, 0) CHECK (price >= 0),
  quality         integer CHECK (quality BETWEEN 0 AND 1000),
  -- The cases and rules that its quality was measured with.
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
  journal_id     uuid, -- may be booked in the world
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

-- What hosted seats had equipped when they were drawn, and what it said: computed once, so that a vote can be computed again.
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
CREATE TRIGGER seat_packs_are_fixed BEFORE UPDATE OR DELETE ON seat_packs FOR EACH ROW EXECUTE FUNCTION keep_seat_packs();
