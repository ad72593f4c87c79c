-- What callers keep here without paying for it: bundles that were read for a price, and drafts. Both have quotas.

-- One row for each input that was priced and not submitted. It goes with its input, or when that is submitted.
CREATE TABLE unsubmitted_bytes (
  quote_id      uuid PRIMARY KEY REFERENCES sealed_inputs (quote_id) ON DELETE CASCADE,
  owner         text NOT NULL,
  -- The same bundle is stored once, and counted once for each owner.
  bundle_sha256 text NOT NULL,
  bytes         bigint NOT NULL CHECK (bytes >= 0)
);
CREATE INDEX unsubmitted_bytes_by_owner ON unsubmitted_bytes (owner);

INSERT INTO unsubmitted_bytes (quote_id, owner, bundle_sha256, bytes)
SELECT i.quote_id, i.owner, b.bundle_sha256, (SELECT coalesce(sum(e.size), 0) FROM bundle_entries e WHERE e.bundle_id = b.id)
FROM sealed_inputs i JOIN bundles b ON b.id = i.bundle_id
WHERE NOT EXISTS (SELECT FROM submissions s WHERE s.quote_id = i.quote_id);

CREATE FUNCTION forget_unsubmitted_bytes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM unsubmitted_bytes WHERE quote_id = NEW.quote_id;
  RETURN NULL;
END $$;
CREATE TRIGGER submissions_forget_unsubmitted_bytes AFTER INSERT ON submissions
  FOR EACH ROW EXECUTE FUNCTION forget_unsubmitted_bytes();

ALTER TABLE drafts ADD COLUMN bytes integer NOT NULL GENERATED ALWAYS AS (octet_length(input)) STORED;
CREATE INDEX drafts_by_age ON drafts (updated_at);
