-- Developer accounts: login, credentials, wallets and agents, support tickets, webhooks.

-- Credentials --------------------------------------------------------------------------------------------------------

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
  last_used_at   timestamptz(3),
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

-- Accounts -----------------------------------------------------------------------------------------------------------

-- A deleted account keeps its id, because other rows refer to it, and no personal data.
CREATE TABLE accounts (
  id                uuid PRIMARY KEY,
  email             text UNIQUE,
  display_name      text NOT NULL,
  notify            text[] NOT NULL,
  terms_accepted_at timestamptz(3) NOT NULL,
  created_at        timestamptz(3) NOT NULL,
  deleted_at        timestamptz(3),
  CHECK ((email IS NULL) = (deleted_at IS NOT NULL))
);

-- Login codes sent by mail, stored as an HMAC under a key that is not in the database.
CREATE TABLE login_challenges (
  id           uuid PRIMARY KEY,
  email        text NOT NULL,
  code_hmac    text NOT NULL,
  registers_as text,
  tries_left   integer NOT NULL CHECK (tries_left >= 0),
  expires_at   timestamptz(3) NOT NULL,
  used_at      timestamptz(3)
);
CREATE INDEX login_challenges_by_email ON login_challenges (email);
CREATE INDEX login_challenges_by_expiry ON login_challenges (expires_at);

-- Device logins that wait for approval in the browser. The device code is stored as a digest only.
CREATE TABLE device_logins (
  device_sha256 text PRIMARY KEY,
  user_code     text NOT NULL UNIQUE,
  label         text NOT NULL,
  expires_at    timestamptz(3) NOT NULL,
  account_id    uuid REFERENCES accounts (id),
  is_approved   boolean,
  used_at       timestamptz(3),
  CHECK ((account_id IS NULL) = (is_approved IS NULL))
);
CREATE INDEX device_logins_by_expiry ON device_logins (expires_at);

CREATE TABLE wallet_links (
  id          uuid PRIMARY KEY,
  account_id  uuid NOT NULL REFERENCES accounts (id),
  address     text NOT NULL UNIQUE,
  label       text NOT NULL,
  is_primary  boolean NOT NULL,
  verified_at timestamptz(3) NOT NULL
);
CREATE INDEX wallet_links_by_account ON wallet_links (account_id, verified_at);
CREATE UNIQUE INDEX wallet_links_one_primary ON wallet_links (account_id) WHERE is_primary;

-- The agent of a linked wallet. It has the same id as an actor of the world.
CREATE TABLE agents (
  id             uuid PRIMARY KEY,
  wallet_address text NOT NULL UNIQUE,
  name           text NOT NULL,
  control        text NOT NULL CHECK (control IN ('AUTOPILOT', 'REMOTE')),
  created_at     timestamptz(3) NOT NULL,
  blocked_at     timestamptz(3)
);

-- Support ------------------------------------------------------------------------------------------------------------

CREATE TABLE support_tickets (
  id         uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts (id),
  subject    text NOT NULL,
  category   text NOT NULL CHECK (category IN ('PAYMENT', 'SUBMISSION', 'CERTIFICATE', 'ACCOUNT', 'OTHER')),
  state      text NOT NULL CHECK (state IN ('OPEN', 'ANSWERED', 'CLOSED')),
  ref_type   text,
  ref_id     text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CHECK ((ref_type IS NULL) = (ref_id IS NULL))
);
CREATE INDEX support_tickets_by_account ON support_tickets (account_id, updated_at DESC, id DESC);

CREATE TABLE ticket_messages (
  id        uuid PRIMARY KEY,
  ticket_id uuid NOT NULL REFERENCES support_tickets (id) ON DELETE CASCADE,
  sender    text NOT NULL CHECK (sender IN ('developer', 'operator')),
  text      text NOT NULL,
  at        timestamptz(3) NOT NULL
);
CREATE INDEX ticket_messages_by_ticket ON ticket_messages (ticket_id, at, id);

-- Webhooks -----------------------------------------------------------------------------------------------------------

-- Signing needs the secret itself, so it is encrypted (not hashed) under a key that is not in the database.
CREATE TABLE webhooks (
  id              uuid PRIMARY KEY,
  owner           text NOT NULL,
  url             text NOT NULL,
  kinds           text[] NOT NULL,
  certificate_ids text[],
  description     text NOT NULL,
  sealed_secret   text NOT NULL,
  state           text NOT NULL CHECK (state IN ('ACTIVE', 'DISABLED')),
  failing_since   timestamptz(3),
  created_at      timestamptz(3) NOT NULL
);
CREATE INDEX webhooks_by_owner ON webhooks (owner, created_at);

CREATE TABLE webhook_deliveries (
  id          uuid PRIMARY KEY,
  webhook_id  uuid NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
  event_id    uuid NOT NULL,
  kind        text NOT NULL,
  body        text NOT NULL,
  state       text NOT NULL CHECK (state IN ('PENDING', 'DELIVERED', 'FAILED')),
  tries       integer NOT NULL,
  last_status integer,
  last_error  text,
  due_at      timestamptz(3) NOT NULL,
  created_at  timestamptz(3) NOT NULL,
  finished_at timestamptz(3),
  CHECK ((state = 'PENDING') = (finished_at IS NULL))
);
CREATE UNIQUE INDEX webhook_deliveries_once ON webhook_deliveries (webhook_id, event_id);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (due_at) WHERE state = 'PENDING';
CREATE INDEX webhook_deliveries_by_webhook ON webhook_deliveries (webhook_id, created_at DESC, id DESC);
CREATE INDEX webhook_deliveries_by_age ON webhook_deliveries (created_at);
