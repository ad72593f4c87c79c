-- The business that was to work with what was bought.
ALTER TABLE purchases ADD COLUMN equipped_by uuid;

CREATE OR REPLACE FUNCTION keep_purchase() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE'
    OR (OLD.id, OLD.listing_id, OLD.certificate_id, OLD.buyer_actor_id, OLD.price, OLD.fee, OLD.journal_id, OLD.equipped_by)
    IS DISTINCT FROM (NEW.id, NEW.listing_id, NEW.certificate_id, NEW.buyer_actor_id, NEW.price, NEW.fee, NEW.journal_id, NEW.equipped_by)
  THEN
    RAISE EXCEPTION 'a purchase is fixed' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;

-- Who gave marks to whom in the world: what ties a buyer to a seller.
CREATE INDEX world_postings_between_actors ON world_postings (actor_id, counterparty_id) WHERE counterparty_type = 'actor';
