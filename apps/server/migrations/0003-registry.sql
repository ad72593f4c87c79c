-- The embedded chain's journal, what is to be sent to a chain and what became of it, and the anchors of certificates.

-- Every block of the embedded chain. The chain itself lives in memory and is rebuilt from these rows.
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

-- Who may send: one process at a time owns the nonces of an account. Times are the database's own.
CREATE TABLE chain_leases (
  name       text PRIMARY KEY,
  holder     uuid NOT NULL,
  expires_at timestamptz NOT NULL
);

-- One effect on a chain, wanted once. A row is written with the change that wants it, and sent afterwards.
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

-- Every transaction that was ever signed, stored before it was first sent. Several of one nonce differ in their fees.
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

-- Every certificate is to be anchored; `outbox_id` is null until it is known how, alone or in a batch.
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

-- Certificates of the time before there was a chain are anchored too.
INSERT INTO certificate_anchors (certificate_id, submission_id, payload_hash, queued_at)
  SELECT id, submission_id, payload_hash, sealed_at FROM certificates;
