-- Events sent to addresses of their readers.

-- The secret must be read back to sign with it, so it is encrypted under a key that is not in the database.
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
