-- Quotes, payments, refunds and bounties.

-- The price of one exact input.
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

-- `terms` (chain, token, recipient, amount) are a snapshot: later changes of the configuration do not affect them.
CREATE TABLE payment_intents (
  id             uuid PRIMARY KEY,
  principal      text NOT NULL,
  purpose        text NOT NULL CHECK (purpose IN ('SUBMISSION', 'RE_AUDIT', 'TOPUP')),
  state          text NOT NULL
    CHECK (state IN ('REQUIRES_PAYMENT', 'PENDING', 'PAID', 'CONSUMED', 'REFUND_DUE', 'REFUNDED')),
  method         text CHECK (method IN ('DIRECT', 'X402')),
  amount         numeric(39, 0) NOT NULL CHECK (amount > 0),
  quote          jsonb,
  terms          jsonb NOT NULL,
  x402           jsonb NOT NULL,
  -- The paid request that created the intent, if one did.
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
  CHECK (state <> 'CONSUMED' OR consumed_by IS NOT NULL),
  -- The caller sets the amount of a top-up.
  CONSTRAINT payment_intents_quoted CHECK ((quote IS NULL) = (purpose = 'TOPUP'))
);
CREATE INDEX payment_intents_by_principal ON payment_intents (principal, created_at DESC);
CREATE INDEX payment_intents_pending ON payment_intents (changed_at) WHERE state = 'PENDING';
-- Includes the amount, so that the dashboard sums what a principal spent by an index-only scan.
CREATE INDEX payment_intents_spent ON payment_intents (principal) INCLUDE (amount) WHERE state IN ('PAID', 'CONSUMED');
CREATE UNIQUE INDEX payment_intents_one_per_request ON payment_intents (principal, resource, request_sha256)
  WHERE state IN ('REQUIRES_PAYMENT', 'PENDING');

-- An x402 authorization, stored before settlement and bound to one request of one caller. Deleted only if it is certain
-- that nothing was paid.
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

-- Every transfer that was credited, by whichever method. The primary key prevents a transfer from paying twice.
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

-- The reward for a confirmed flag, in minor units of ASY. HELD waits for an operator's approval; REFUSED did not get it.
CREATE TABLE bounties (
  flag_id        uuid PRIMARY KEY REFERENCES flags (id),
  certificate_id text NOT NULL,
  wallet_address text NOT NULL,
  amount         numeric(39, 0) NOT NULL,
  state          text NOT NULL CHECK (state IN ('HELD', 'PENDING', 'SENT', 'PAID', 'REFUSED')),
  tx_hash        text,
  queued_at      timestamptz(3) NOT NULL,
  changed_at     timestamptz(3) NOT NULL
);
CREATE INDEX bounties_pending ON bounties (queued_at) WHERE state = 'PENDING';
