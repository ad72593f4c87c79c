-- The transparency log: every issuance, every change of status and the heads of the audit log, in one order for ever.

-- `leaf` is the canonical JSON whose RFC 6962 hash is `hash`. Indexes have no gaps, and the order of commits is the order of
-- indexes: both follow from the lock that `append_log_leaf` holds until its transaction ends.
CREATE TABLE log_leaves (
  leaf_index     bigint PRIMARY KEY CHECK (leaf_index >= 0),
  type           text NOT NULL CHECK (type IN ('ISSUED', 'STATUS', 'AUDIT_HEAD')),
  certificate_id text,
  -- Of the row in certificate_status_changes.
  position       integer,
  payload_hash   text NOT NULL,
  leaf           text NOT NULL,
  hash           bytea NOT NULL,
  CHECK (hash = sha256('\x00'::bytea || convert_to(leaf, 'UTF8'))),
  CHECK ((type = 'AUDIT_HEAD') = (certificate_id IS NULL) AND (certificate_id IS NULL) = (position IS NULL))
);
CREATE UNIQUE INDEX log_leaves_by_certificate ON log_leaves (certificate_id, position) WHERE certificate_id IS NOT NULL;
CREATE INDEX log_leaves_audit_heads ON log_leaves (leaf_index) WHERE type = 'AUDIT_HEAD';
CREATE TRIGGER log_leaves_append_only BEFORE UPDATE OR DELETE ON log_leaves FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER log_leaves_no_truncate BEFORE TRUNCATE ON log_leaves FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Full tiles of C2SP tlog-tiles. `root` is the hash of the tile in the level above.
CREATE TABLE log_tiles (
  level      integer NOT NULL CHECK (level BETWEEN 0 AND 63),
  tile_index bigint NOT NULL CHECK (tile_index >= 0),
  hashes     bytea NOT NULL CHECK (octet_length(hashes) = 8192),
  root       bytea NOT NULL CHECK (octet_length(root) = 32),
  PRIMARY KEY (level, tile_index)
);
CREATE TRIGGER log_tiles_append_only BEFORE UPDATE OR DELETE ON log_tiles FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER log_tiles_no_truncate BEFORE TRUNCATE ON log_tiles FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The identities this log has had. A second one exists only because an operator said why.
CREATE TABLE log_origins (
  origin    text PRIMARY KEY,
  number    integer NOT NULL UNIQUE,
  opened_at timestamptz(3) NOT NULL,
  reason    text,
  -- The last checkpoint known of the identity before, which it will never go beyond.
  closed_at_checkpoint text,
  CHECK ((number = 1) = (reason IS NULL))
);
CREATE TRIGGER log_origins_append_only BEFORE UPDATE OR DELETE ON log_origins FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER log_origins_no_truncate BEFORE TRUNCATE ON log_origins FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Every checkpoint that was published, as it was signed.
CREATE TABLE log_checkpoints (
  origin    text NOT NULL REFERENCES log_origins (origin),
  size      bigint NOT NULL CHECK (size >= 1),
  root      bytea NOT NULL CHECK (octet_length(root) = 32),
  note      text NOT NULL,
  signed_at timestamptz(3) NOT NULL,
  PRIMARY KEY (origin, size)
);
CREATE TRIGGER log_checkpoints_append_only BEFORE UPDATE OR DELETE ON log_checkpoints FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER log_checkpoints_no_truncate BEFORE TRUNCATE ON log_checkpoints FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE log_cosignatures (
  origin      text NOT NULL,
  size        bigint NOT NULL,
  key_name    text NOT NULL,
  key_id      text NOT NULL,
  line        text NOT NULL,
  cosigned_at timestamptz(3) NOT NULL,
  PRIMARY KEY (origin, size, key_name, key_id, cosigned_at),
  FOREIGN KEY (origin, size) REFERENCES log_checkpoints (origin, size)
);
CREATE INDEX log_cosignatures_by_witness ON log_cosignatures (origin, key_name, key_id, cosigned_at DESC);
CREATE TRIGGER log_cosignatures_append_only BEFORE UPDATE OR DELETE ON log_cosignatures FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER log_cosignatures_no_truncate BEFORE TRUNCATE ON log_cosignatures FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Canonical JSON (RFC 8785): members by name, no white space. Every value is an identifier, a number or null, so nothing needs escaping.
CREATE FUNCTION log_leaf_text(
  leaf_type text, certificate text, payload text, previous bigint, status text, reason text, happened timestamptz
) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT '{"at":"' || to_char(happened AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    || '","certificateId":' || coalesce('"' || certificate || '"', 'null')
    || ',"payloadHash":' || coalesce('"' || payload || '"', 'null')
    || ',"prev":' || coalesce(previous::text, 'null')
    || ',"status":' || coalesce('"' || status || '"', 'null')
    || ',"statusReason":' || coalesce('"' || reason || '"', 'null')
    || ',"type":"' || leaf_type || '"}'
$$;

-- Gives the leaf the next index. From here to the end of the transaction no other leaf gets one.
CREATE FUNCTION append_log_leaf(
  leaf_type text, certificate text, change_position integer, payload text, status text, reason text, happened timestamptz
) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  next_index bigint;
  previous   bigint;
  content    text;
BEGIN
  PERFORM pg_advisory_xact_lock(7302220);
  SELECT coalesce(max(leaf_index) + 1, 0) INTO next_index FROM log_leaves;
  IF certificate IS NULL THEN
    SELECT max(leaf_index) INTO previous FROM log_leaves WHERE type = 'AUDIT_HEAD';
  ELSE
    SELECT leaf_index INTO previous FROM log_leaves WHERE certificate_id = certificate ORDER BY position DESC LIMIT 1;
  END IF;
  content := log_leaf_text(leaf_type, certificate, payload, previous, status, reason, happened);
  INSERT INTO log_leaves (leaf_index, type, certificate_id, position, payload_hash, leaf, hash)
  VALUES (next_index, leaf_type, certificate, change_position, payload, content,
    sha256('\x00'::bytea || convert_to(content, 'UTF8')));
  PERFORM pg_notify('assay', 'log:appended');
  RETURN next_index;
END $$;

-- The event that tells of the change names the leaf; it was written in this transaction and is not published yet.
CREATE FUNCTION name_log_leaf(certificate text, index bigint) RETURNS void LANGUAGE sql AS $$
  UPDATE events SET data = jsonb_set(data, '{logIndex}', to_jsonb(index)) WHERE id = (
    SELECT id FROM events WHERE subject_type = 'certificate' AND subject_id = certificate AND seq IS NULL
      AND data -> 'logIndex' = 'null'::jsonb ORDER BY added LIMIT 1)
$$;

CREATE FUNCTION log_certificate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM name_log_leaf(NEW.id, append_log_leaf('ISSUED', NEW.id, 1, NEW.payload_hash, 'APPROVED', NULL, NEW.sealed_at));
  RETURN NULL;
END $$;

CREATE FUNCTION log_status_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  payload text;
BEGIN
  SELECT payload_hash INTO STRICT payload FROM log_leaves WHERE certificate_id = NEW.certificate_id AND position = 1;
  PERFORM name_log_leaf(NEW.certificate_id, append_log_leaf(
    'STATUS', NEW.certificate_id, NEW.position, payload, NEW.status, NEW.status_reason, NEW.at));
  RETURN NULL;
END $$;

-- What was issued before there was a log comes first, in its order and with its dates.
INSERT INTO log_leaves (leaf_index, type, certificate_id, position, payload_hash, leaf, hash)
WITH acts AS (
  SELECT 'ISSUED' AS type, id AS certificate_id, 1 AS position, payload_hash, 'APPROVED' AS status, NULL AS reason, sealed_at AS at
  FROM certificates
  UNION ALL
  SELECT 'STATUS', change.certificate_id, change.position, sealed.payload_hash, change.status, change.status_reason, change.at
  FROM certificate_status_changes change JOIN certificates sealed ON sealed.id = change.certificate_id
  WHERE change.position > 1
), placed AS (
  -- A clock that went back between two changes does not change their order.
  SELECT acts.*, max(at) OVER (PARTITION BY certificate_id ORDER BY position) AS placed_at FROM acts
), numbered AS (
  SELECT placed.*, row_number() OVER (ORDER BY placed_at, position, certificate_id COLLATE "C") - 1 AS leaf_index FROM placed
), linked AS (
  SELECT numbered.*, lag(leaf_index) OVER (PARTITION BY certificate_id ORDER BY leaf_index) AS previous FROM numbered
), written AS (
  SELECT linked.*, log_leaf_text(type, certificate_id, payload_hash, previous, status, reason, at) AS leaf FROM linked
)
SELECT leaf_index, type, certificate_id, position, payload_hash, leaf, sha256('\x00'::bytea || convert_to(leaf, 'UTF8'))
FROM written ORDER BY leaf_index;

-- At the very end of a transaction, so that nothing else waits while the lock is held, and whatever code wrote the row. A
-- certificate and its leaf are there together or not at all.
CREATE CONSTRAINT TRIGGER certificates_are_logged AFTER INSERT ON certificates
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION log_certificate();
CREATE CONSTRAINT TRIGGER status_changes_are_logged AFTER INSERT ON certificate_status_changes
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.position > 1) EXECUTE FUNCTION log_status_change();
