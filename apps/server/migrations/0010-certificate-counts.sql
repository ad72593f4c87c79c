-- How many certificates a wallet owns, by status: counted when one changes, so that nobody counts thousands to show three
-- figures. One row per wallet: transactions that change several certificates of it wait for each other at one place.
CREATE TABLE certificate_counts (
  owner_wallet text PRIMARY KEY,
  approved     integer NOT NULL,
  deprecated   integer NOT NULL,
  suspended    integer NOT NULL
);

CREATE FUNCTION count_certificates() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  wallet text;
  was text := CASE WHEN TG_OP = 'UPDATE' THEN OLD.status END;
BEGIN
  IF was = NEW.status THEN RETURN NULL; END IF;
  SELECT owner_wallet INTO wallet FROM certificates WHERE id = NEW.certificate_id;
  IF wallet IS NULL THEN RETURN NULL; END IF;
  INSERT INTO certificate_counts AS counts
  VALUES (wallet, (NEW.status = 'APPROVED')::integer, (NEW.status = 'DEPRECATED')::integer, (NEW.status = 'SUSPENDED')::integer)
  ON CONFLICT (owner_wallet) DO UPDATE SET
    approved   = counts.approved   + EXCLUDED.approved   - coalesce((was = 'APPROVED')::integer, 0),
    deprecated = counts.deprecated + EXCLUDED.deprecated - coalesce((was = 'DEPRECATED')::integer, 0),
    suspended  = counts.suspended  + EXCLUDED.suspended  - coalesce((was = 'SUSPENDED')::integer, 0);
  RETURN NULL;
END $$;
CREATE TRIGGER certificates_are_counted AFTER INSERT OR UPDATE OF status ON certificate_states
  FOR EACH ROW EXECUTE FUNCTION count_certificates();

INSERT INTO certificate_counts
SELECT owner_wallet, count(*) FILTER (WHERE status = 'APPROVED'), count(*) FILTER (WHERE status = 'DEPRECATED'),
  count(*) FILTER (WHERE status = 'SUSPENDED')
FROM certificates JOIN certificate_states ON certificate_id = id WHERE owner_wallet IS NOT NULL GROUP BY owner_wallet;
