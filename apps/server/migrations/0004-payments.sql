-- Quotes, payment intents, what claims and credits them, refunds and bounties.

-- A stored price for one exact input.
CREATE TABLE quotes (
  id           uuid PRIMARY KEY,
  principal    text NOT NULL,
  product_type text NOT NULL,
  base         numeric(39, 0) NOT NULL,
  drivers      jsonb NOT NULL,
  total        numeric(39, 0) NOT NULL CHECK (total > 0),
  input_sha256 text NOT NULL,
  created_at   timestamptz(3) NOT NULL,
  expires_at   timestamptz(3) NOT NULL
);
CREATE TRIGGER quotes_append_only BEFORE UPDATE ON quotes FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- The terms (chain, token, recipient, amount) are a snapshot: a later change of configuration does not move them.
CREATE TABLE payment_intents (
  id             uuid PRIMARY KEY,
  principal      text NOT NULL,
  purpose        text NOT NULL CHECK (purpose IN ('SUBMISSION', 'RE_AUDIT', 'TOPUP')),
  state          text NOT NULL CHECK (state IN ('REQUIRES_PAYMENT', 'PENDING', 'PAID', 'CONSUMED', 'REFUND_DUE', 'REFUNDED')),
  method         text CHECK (method IN ('DIRECT', 'X402')),
  amount         numeric(39, 0) NOT NULL CHECK (amount > 0),
  quote          jsonb NOT NULL,
  terms          jsonb NOT NULL,
  x402           jsonb NOT NULL,
  -- The paid request that the intent was made for, if it was made by one.
  resource       text,
  request_sha256 text,
  payer          text,
  tx_hash        text,
  last_error     jsonb,
  consumed_by    jsonb,
  created_at     timestamptz(3) NOT NULL,
  expires_at     timestamptz(3) NOT NULL,
  changed_at     timestamptz(3) NOT NULL,
  CHECK (state IN ('REQUIRES_PAYMENT', 'REFUND_DUE', 'REFUNDED') OR method IS NOT NULL),
  CHECK (state <> 'CONSUMED' OR consumed_by IS NOT NULL)
);
CREATE INDEX payment_intents_by_principal ON payment_intents (principal, created_at DESC);
CREATE INDEX payment_intents_pending ON payment_intents (changed_at) WHERE state = 'PENDING';
CREATE UNIQUE INDEX payment_intents_one_per_request ON payment_intents (principal, resource, request_sha256)
  WHERE state IN ('REQUIRES_PAYMENT', 'PENDING');

-- An x402 authorization, written before it is settled and bound to one request of one caller. Taken back only when it is
-- certain that nothing was paid.
CREATE TABLE payment_claims (
  id                 uuid PRIMARY KEY,
  intent_id          uuid NOT NULL REFERENCES payment_intents (id),
  network            text NOT NULL,
  asset              text NOT NULL,
  payer              text NOT NULL,
  nonce              text NOT NULL,
  principal          text NOT NULL,
  request_sha256     text NOT NULL,
  payment_identifier text UNIQUE,
  payment            jsonb NOT NULL,
  state              text NOT NULL CHECK (state IN ('CLAIMED', 'SETTLING', 'UNKNOWN', 'SETTLED')),
  from_block         bigint NOT NULL,
  valid_before       timestamptz(3) NOT NULL,
  claimed_at         timestamptz(3) NOT NULL,
  changed_at         timestamptz(3) NOT NULL,
  CONSTRAINT payment_claims_once UNIQUE (network, asset, payer, nonce)
);
CREATE INDEX payment_claims_open ON payment_claims (changed_at) WHERE state <> 'SETTLED';

-- Every transfer that ever paid for something, whichever way it came: one transfer never pays twice.
CREATE TABLE payment_transfers (
  network      text NOT NULL,
  tx_hash      text NOT NULL,
  log_index    integer NOT NULL,
  intent_id    uuid NOT NULL UNIQUE REFERENCES payment_intents (id),
  payer        text NOT NULL,
  amount       numeric(39, 0) NOT NULL,
  block_number bigint NOT NULL,
  block_time   timestamptz(3) NOT NULL,
  journal_id   uuid NOT NULL,
  receipt_id   uuid NOT NULL UNIQUE,
  credited_at  timestamptz(3) NOT NULL,
  PRIMARY KEY (network, tx_hash, log_index)
);
CREATE TRIGGER payment_transfers_append_only BEFORE UPDATE OR DELETE ON payment_transfers
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TABLE refunds (
  id         uuid PRIMARY KEY,
  intent_id  uuid NOT NULL REFERENCES payment_intents (id),
  amount     numeric(39, 0) NOT NULL,
  reason     text NOT NULL,
  state      text NOT NULL CHECK (state IN ('DUE', 'APPROVED', 'PAID', 'REFUSED')),
  tx_hash    text,
  due_at     timestamptz(3) NOT NULL,
  changed_at timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX refunds_one_live ON refunds (intent_id) WHERE state <> 'REFUSED';

-- What a confirmed flag earns, in minor units of ASY.
CREATE TABLE bounties (
  flag_id        uuid PRIMARY KEY REFERENCES flags (id),
  certificate_id text NOT NULL,
  wallet_address text NOT NULL,
  amount         numeric(39, 0) NOT NULL,
  state          text NOT NULL CHECK (state IN ('PENDING', 'SENT', 'PAID')),
  tx_hash        text,
  queued_at      timestamptz(3) NOT NULL,
  changed_at     timestamptz(3) NOT NULL
);
CREATE INDEX bounties_pending ON bounties (queued_at) WHERE state = 'PENDING';
