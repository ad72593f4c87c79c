-- Certificates, their status, flags against them, and monitoring.

-- Certificates -------------------------------------------------------------------------------------------------------

-- `payload` is the canonical JSON whose hash is `payload_hash`. The other columns repeat its members for search.
CREATE TABLE certificates (
  id             text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{24}$'),
  submission_id  uuid NOT NULL UNIQUE,
  skill_key      text NOT NULL,
  name           text NOT NULL,
  version        text NOT NULL,
  description    text NOT NULL,
  search_text    text NOT NULL GENERATED ALWAYS AS (lower(name) || ' ' || lower(description)) STORED,
  product_type   text NOT NULL,
  security_level text NOT NULL,
  warnings       jsonb NOT NULL,
  owner_wallet   text,
  source_url     text,
  source_ref     text NOT NULL,
  entry_sha256   text NOT NULL,
  raw_sha256     text NOT NULL,
  bundle_sha256  text NOT NULL,
  -- Covers file kinds as well as bytes; null for certificates of payload version 1.
  tree_sha256    text CHECK (tree_sha256 ~ '^[0-9a-f]{64}$'),
  payload        text NOT NULL,
  payload_hash   text NOT NULL,
  payload_sha256 text NOT NULL,
  key_id         text NOT NULL,
  statement      text NOT NULL,
  sealed_at      timestamptz(3) NOT NULL
);
CREATE INDEX certificates_by_skill ON certificates (skill_key, sealed_at DESC);
CREATE INDEX certificates_by_owner ON certificates (owner_wallet, sealed_at DESC, id DESC);
CREATE INDEX certificates_by_type ON certificates (product_type, sealed_at DESC, id DESC);
CREATE INDEX certificates_by_age ON certificates (sealed_at DESC, id DESC);
CREATE INDEX certificates_by_name ON certificates ((lower(name) COLLATE "C"), id);
CREATE INDEX certificates_by_text ON certificates USING gin (search_text gin_trgm_ops);
CREATE INDEX certificates_by_entry ON certificates (entry_sha256);
CREATE INDEX certificates_by_raw ON certificates (raw_sha256);
CREATE INDEX certificates_by_bundle ON certificates (bundle_sha256);
CREATE INDEX certificates_tree_sha256 ON certificates (tree_sha256) WHERE tree_sha256 IS NOT NULL;
CREATE TRIGGER certificates_append_only BEFORE UPDATE OR DELETE ON certificates
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER certificates_no_truncate BEFORE TRUNCATE ON certificates
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Status -------------------------------------------------------------------------------------------------------------

CREATE TABLE certificate_states (
  certificate_id    text PRIMARY KEY REFERENCES certificates (id),
  status            text NOT NULL CHECK (status IN ('APPROVED', 'DEPRECATED', 'SUSPENDED')),
  status_reason     text,
  status_changed_at timestamptz(3) NOT NULL,
  revoked           boolean NOT NULL DEFAULT false,
  -- Suspended by a person: only a person may lift it.
  held_by_person    boolean NOT NULL DEFAULT false,
  superseded_by     text REFERENCES certificates (id),
  deprecated_for    text CHECK (deprecated_for IN ('NEWER_VERSION', 'OWNER_DEPRECATED')),
  -- The last decided RE_AUDIT, as verify returns it: {roundId, rulesetDigest, securityLevel, sandboxRiskLevel,
  -- retainedWarnings}.
  re_audit          jsonb,
  feed_seq          bigint,
  CHECK (NOT revoked OR status = 'SUSPENDED'),
  CHECK ((status = 'APPROVED') = (status_reason IS NULL)),
  CHECK (NOT held_by_person OR status = 'SUSPENDED')
);
-- Partial, because nearly all certificates are approved.
CREATE INDEX certificate_states_not_approved ON certificate_states (status) WHERE status <> 'APPROVED';
CREATE INDEX certificate_states_by_feed ON certificate_states (feed_seq DESC);

-- Certificates of each wallet by status, maintained by the trigger below so that a dashboard does not count thousands of
-- rows. One row per wallet gives transactions that change several of its certificates a single lock to wait for.
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

CREATE TABLE certificate_status_changes (
  certificate_id text NOT NULL REFERENCES certificates (id),
  position       integer NOT NULL,
  status         text NOT NULL,
  status_reason  text,
  revoked        boolean NOT NULL,
  note           text,
  at             timestamptz(3) NOT NULL,
  PRIMARY KEY (certificate_id, position)
);
CREATE TRIGGER status_changes_append_only BEFORE UPDATE OR DELETE ON certificate_status_changes
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER status_changes_no_truncate BEFORE TRUNCATE ON certificate_status_changes
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE certificate_reads (
  certificate_id text NOT NULL,
  kind           text NOT NULL CHECK (kind IN ('view', 'verification')),
  hour           timestamptz NOT NULL,
  reads          bigint NOT NULL,
  PRIMARY KEY (certificate_id, kind, hour)
);

-- Flags --------------------------------------------------------------------------------------------------------------

CREATE TABLE flags (
  id             uuid PRIMARY KEY,
  certificate_id text NOT NULL REFERENCES certificates (id),
  state          text NOT NULL CHECK (state IN ('RECEIVED', 'OPEN', 'CONFIRMED', 'DISMISSED', 'WITHDRAWN')),
  category       text NOT NULL,
  severity       text NOT NULL CHECK (severity IN ('LOW', 'MEDIUM', 'HIGH', 'CRITICAL')),
  description    text NOT NULL,
  evidence       jsonb NOT NULL,
  wallet_address text NOT NULL,
  wallet_proven  boolean NOT NULL,
  opened_at      timestamptz(3) NOT NULL,
  triage_due_at  timestamptz(3) NOT NULL,
  decided_at     timestamptz(3),
  decision       jsonb,
  -- When a worker has to look at the flag; null if it is decided or an operator has to act. A worker moves it into the
  -- future while it works, so that no other worker starts.
  due_at         timestamptz(3),
  CHECK ((state IN ('CONFIRMED', 'DISMISSED')) = (decision IS NOT NULL))
);
CREATE INDEX flags_by_certificate ON flags (certificate_id, opened_at DESC, id DESC);
CREATE INDEX flags_open ON flags (certificate_id) WHERE state = 'OPEN';
CREATE INDEX flags_by_wallet ON flags (wallet_address, state);
CREATE INDEX flags_due ON flags (due_at) WHERE due_at IS NOT NULL;
-- One open flag per wallet and certificate. `wallet_proven` is part of the key, so that a flag sent without proof in the
-- name of a wallet does not block the flag of its owner.
CREATE UNIQUE INDEX flags_one_live ON flags (certificate_id, wallet_address, wallet_proven)
  WHERE state IN ('RECEIVED', 'OPEN');

-- Monitoring ---------------------------------------------------------------------------------------------------------

CREATE TABLE monitorings (
  certificate_id  text PRIMARY KEY REFERENCES certificates (id),
  -- [{kind, result, detail, checkedAt}], one per kind.
  checks          jsonb NOT NULL,
  -- Digest of the ruleset of the last replay; null before the first.
  replayed_with   text,
  -- A worker moves this into the future while it checks, so that no other worker starts.
  next_check_at   timestamptz(3) NOT NULL,
  last_checked_at timestamptz(3)
);
CREATE INDEX monitorings_due ON monitorings (next_check_at);

-- The newest commit of a certified source; null if it is the certified one.
CREATE TABLE source_news (
  certificate_id text PRIMARY KEY REFERENCES certificates (id),
  owner_wallet   text NOT NULL,
  newer_commit   text,
  -- When the newer commit was first seen.
  seen_at        timestamptz(3) NOT NULL,
  checked_at     timestamptz(3) NOT NULL
);
CREATE INDEX source_news_by_owner ON source_news (owner_wallet, seen_at DESC) WHERE newer_commit IS NOT NULL;
