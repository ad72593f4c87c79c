-- Developers' accounts, how they log in, the wallets and agents behind them, and the mail that goes out.

ALTER TABLE credentials ADD COLUMN last_used_at timestamptz(3);

-- The principal that may read an event of its own: 'account:<id>' or 'actor:<id>'. Null for what is public or nobody's.
ALTER TABLE events ADD COLUMN owner text;
CREATE INDEX events_by_owner ON events (owner, seq DESC) WHERE owner IS NOT NULL;

-- A deleted account keeps its id, which other rows name, and nothing personal.
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

-- A code that went out by mail. The code itself is not here, only its HMAC under a key that is not in the database.
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

-- The being behind a linked wallet. It becomes an actor of the world under this id.
CREATE TABLE agents (
  id             uuid PRIMARY KEY,
  wallet_address text NOT NULL UNIQUE,
  name           text NOT NULL,
  control        text NOT NULL CHECK (control IN ('AUTOPILOT', 'REMOTE')),
  created_at     timestamptz(3) NOT NULL,
  blocked_at     timestamptz(3)
);

CREATE TABLE outgoing_mails (
  id         uuid PRIMARY KEY,
  recipient  text NOT NULL,
  subject    text NOT NULL,
  text       text NOT NULL,
  html       text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  due_at     timestamptz(3) NOT NULL,
  tries      integer NOT NULL
);
CREATE INDEX outgoing_mails_by_due ON outgoing_mails (due_at);
CREATE INDEX outgoing_mails_by_age ON outgoing_mails (created_at DESC, id DESC);
