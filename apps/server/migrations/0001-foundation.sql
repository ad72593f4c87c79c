-- Credentials, the operator's desk, events, certificates and flags.

CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- A row of these tables is evidence: nothing may change or remove it, whatever code asks for it.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

-- Who may call -------------------------------------------------------------------------------------------------------

CREATE TABLE credentials (
  id             text PRIMARY KEY,
  kind           text NOT NULL CHECK (kind IN ('dev', 'key')),
  principal_id   uuid NOT NULL,
  wallet_address text,
  secret_sha256  text NOT NULL,
  scopes         text[] NOT NULL,
  label          text,
  created_at     timestamptz(3) NOT NULL,
  expires_at     timestamptz(3),
  revoked_at     timestamptz(3),
  CHECK (kind <> 'key' OR wallet_address IS NOT NULL)
);
CREATE INDEX credentials_by_principal ON credentials (principal_id);

CREATE TABLE nonces (
  nonce      text PRIMARY KEY,
  purpose    text NOT NULL CHECK (purpose IN ('link', 'wallet', 'flag')),
  expires_at timestamptz(3) NOT NULL,
  used_at    timestamptz(3)
);
CREATE INDEX nonces_by_expiry ON nonces (expires_at);

CREATE TABLE idempotent_answers (
  principal   text NOT NULL,
  route       text NOT NULL,
  key         text NOT NULL,
  body_sha256 text NOT NULL,
  status      integer,
  headers     jsonb,
  body        text,
  created_at  timestamptz(3) NOT NULL,
  PRIMARY KEY (principal, route, key)
);
CREATE INDEX idempotent_answers_by_age ON idempotent_answers (created_at);

-- What happened ------------------------------------------------------------------------------------------------------

-- `seq` is given by the one publisher to rows that are already committed, so that no reader can skip a row.
CREATE TABLE events (
  id           uuid PRIMARY KEY,
  seq          bigint UNIQUE,
  kind         text NOT NULL,
  occurred_at  timestamptz(3) NOT NULL,
  subject_type text NOT NULL,
  subject_id   text NOT NULL,
  outcome      text NOT NULL CHECK (outcome IN ('success', 'fail', 'blocked')),
  data         jsonb NOT NULL,
  caused_by    jsonb,
  added        bigint GENERATED ALWAYS AS IDENTITY
);
CREATE INDEX events_unpublished ON events (added) WHERE seq IS NULL;
CREATE INDEX events_by_subject ON events (subject_type, subject_id, seq);
CREATE INDEX events_by_age ON events (occurred_at);
CREATE SEQUENCE event_seq;

-- Each row carries the hash of the one before it: a changed or missing row is found by walking the chain.
CREATE TABLE audit_log (
  position      bigint PRIMARY KEY,
  at            timestamptz(3) NOT NULL,
  actor         text NOT NULL,
  action        text NOT NULL,
  subject_type  text NOT NULL,
  subject_id    text NOT NULL,
  detail        jsonb NOT NULL,
  request_id    text,
  previous_hash text NOT NULL,
  hash          text NOT NULL UNIQUE
);
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE ON audit_log FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_log_no_truncate BEFORE TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE operator_queue (
  id         uuid PRIMARY KEY,
  kind       text NOT NULL CHECK (kind IN ('ROUND', 'FLAG', 'PLUGIN', 'TICKET', 'REFUND', 'INTERVENTION')),
  ref_type   text NOT NULL,
  ref_id     text NOT NULL,
  priority   integer NOT NULL,
  opened_at  timestamptz(3) NOT NULL,
  due_at     timestamptz(3) NOT NULL,
  state      text NOT NULL CHECK (state IN ('OPEN', 'TAKEN', 'DECIDED')),
  decision   jsonb
);
CREATE INDEX operator_queue_open ON operator_queue (priority DESC, opened_at, id) WHERE state <> 'DECIDED';
CREATE INDEX operator_queue_by_ref ON operator_queue (kind, ref_id);

-- Certificates -------------------------------------------------------------------------------------------------------

-- The sealed record. `payload` is the canonical JSON text whose hash is `payload_hash`; the other columns are
-- copies of its members, for search.
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
  payload        text NOT NULL,
  payload_hash   text NOT NULL,
  payload_sha256 text NOT NULL,
  key_id         text NOT NULL,
  statement      text NOT NULL,
  sealed_at      timestamptz(3) NOT NULL
);
CREATE TRIGGER certificates_append_only BEFORE UPDATE OR DELETE ON certificates FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER certificates_no_truncate BEFORE TRUNCATE ON certificates FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE INDEX certificates_by_skill ON certificates (skill_key, sealed_at DESC);
CREATE INDEX certificates_by_owner ON certificates (owner_wallet, sealed_at DESC, id DESC);
CREATE INDEX certificates_by_type ON certificates (product_type, sealed_at DESC, id DESC);
CREATE INDEX certificates_by_age ON certificates (sealed_at DESC, id DESC);
CREATE INDEX certificates_by_name ON certificates ((lower(name) COLLATE "C"), id);
CREATE INDEX certificates_by_text ON certificates USING gin (search_text gin_trgm_ops);
CREATE INDEX certificates_by_entry ON certificates (entry_sha256);
CREATE INDEX certificates_by_raw ON certificates (raw_sha256);
CREATE INDEX certificates_by_bundle ON certificates (bundle_sha256);

CREATE TABLE certificate_states (
  certificate_id    text PRIMARY KEY REFERENCES certificates (id),
  status            text NOT NULL CHECK (status IN ('APPROVED', 'DEPRECATED', 'SUSPENDED')),
  status_reason     text,
  status_changed_at timestamptz(3) NOT NULL,
  revoked           boolean NOT NULL DEFAULT false,
  superseded_by     text REFERENCES certificates (id),
  deprecated_for    text CHECK (deprecated_for IN ('NEWER_VERSION', 'OWNER_DEPRECATED')),
  feed_seq          bigint,
  CHECK (NOT revoked OR status = 'SUSPENDED'),
  CHECK ((status = 'APPROVED') = (status_reason IS NULL))
);
-- Nearly all are approved: only the others are worth finding by status.
CREATE INDEX certificate_states_not_approved ON certificate_states (status) WHERE status <> 'APPROVED';
CREATE INDEX certificate_states_by_feed ON certificate_states (feed_seq DESC);

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
  CHECK ((state IN ('CONFIRMED', 'DISMISSED')) = (decision IS NOT NULL))
);
CREATE INDEX flags_by_certificate ON flags (certificate_id, opened_at DESC, id DESC);
CREATE INDEX flags_open ON flags (certificate_id) WHERE state = 'OPEN';
CREATE INDEX flags_by_wallet ON flags (wallet_address, state);
-- One live flag per wallet and certificate. What a stranger sends in somebody's name must not block that wallet's own.
CREATE UNIQUE INDEX flags_one_live ON flags (certificate_id, wallet_address, wallet_proven)
  WHERE state IN ('RECEIVED', 'OPEN');
