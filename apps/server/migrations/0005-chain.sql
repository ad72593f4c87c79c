-- The embedded chain, the transactions sent to a chain, and the anchors of certificates.

-- Every block of the embedded chain, which lives in memory and is rebuilt from these rows.
CREATE TABLE chain_journal (
  sequence        bigint PRIMARY KEY CHECK (sequence > 0),
  parent_hash     text NOT NULL,
  block_timestamp bigint NOT NULL,
  raw_transaction text
);
CREATE TRIGGER chain_journal_append_only BEFORE UPDATE OR DELETE ON chain_journal
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER chain_journal_no_truncate BEFORE TRUNCATE ON chain_journal
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- One process at a time owns the nonces of a sender. Times come from the database clock.
CREATE TABLE chain_leases (
  name       text PRIMARY KEY,
  holder     uuid NOT NULL,
  expires_at timestamptz NOT NULL
);

-- Transactional outbox: a row commits together with the change that requires it, and is sent afterwards, once.
CREATE TABLE chain_outbox (
  id              uuid PRIMARY KEY,
  kind            text NOT NULL CHECK (kind IN ('COMMIT', 'COMMIT_ROOT', 'TRANSFER')),
  ref_type        text NOT NULL,
  ref_id          text NOT NULL,
  call            jsonb NOT NULL,
  network         text NOT NULL,
  embedded        boolean NOT NULL,
  state           text NOT NULL CHECK (state IN ('QUEUED', 'SENT', 'MINED', 'FINAL', 'FAILED')),
  sender          text,
  nonce           bigint,
  tx_hash         text,
  block_number    bigint,
  block_hash      text,
  last_error      text,
  queued_at       timestamptz(3) NOT NULL,
  next_attempt_at timestamptz(3) NOT NULL,
  changed_at      timestamptz(3) NOT NULL,
  CONSTRAINT chain_outbox_once UNIQUE (kind, ref_type, ref_id),
  CHECK ((nonce IS NULL) = (sender IS NULL)),
  CHECK (state NOT IN ('SENT', 'MINED') OR nonce IS NOT NULL)
);
CREATE UNIQUE INDEX chain_outbox_one_per_nonce ON chain_outbox (network, sender, nonce);
CREATE INDEX chain_outbox_open ON chain_outbox (network, queued_at, id) WHERE state IN ('QUEUED', 'SENT', 'MINED');
CREATE INDEX chain_outbox_by_age ON chain_outbox (queued_at DESC, id DESC);

-- Every signed transaction, stored before it is first sent. Those with the same nonce differ in their fees.
CREATE TABLE chain_transactions (
  tx_hash                  text PRIMARY KEY,
  outbox_id                uuid NOT NULL REFERENCES chain_outbox (id),
  network                  text NOT NULL,
  sender                   text NOT NULL,
  nonce                    bigint NOT NULL,
  raw_transaction          text NOT NULL,
  max_fee_per_gas          numeric(39, 0) NOT NULL,
  max_priority_fee_per_gas numeric(39, 0) NOT NULL,
  signed_at                timestamptz(3) NOT NULL
);
CREATE INDEX chain_transactions_by_outbox ON chain_transactions (outbox_id, nonce);
CREATE INDEX chain_transactions_by_nonce ON chain_transactions (network, sender, nonce);
CREATE TRIGGER chain_transactions_append_only BEFORE UPDATE OR DELETE ON chain_transactions
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- One row per certificate. `outbox_id` is null until the certificate is scheduled, alone or in a batch.
CREATE TABLE certificate_anchors (
  certificate_id text PRIMARY KEY REFERENCES certificates (id),
  submission_id  uuid NOT NULL UNIQUE,
  payload_hash   text NOT NULL,
  outbox_id      uuid REFERENCES chain_outbox (id),
  proof          jsonb,
  queued_at      timestamptz(3) NOT NULL
);
CREATE INDEX certificate_anchors_waiting ON certificate_anchors (queued_at, certificate_id) WHERE outbox_id IS NULL;
CREATE INDEX certificate_anchors_by_outbox ON certificate_anchors (outbox_id);
