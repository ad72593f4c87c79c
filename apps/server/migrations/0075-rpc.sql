-- What an operator asked of forked worlds, for a day, and what an operator's writes led to.
CREATE TABLE rpc_analyses (
  id         uuid PRIMARY KEY,
  -- Null while it is worked on.
  result     jsonb,
  started_at timestamptz(3) NOT NULL
);
CREATE INDEX rpc_analyses_by_age ON rpc_analyses (started_at);

CREATE TABLE rpc_effects (
  input_id    bigint PRIMARY KEY,
  event_ids   uuid[] NOT NULL,
  journal_ids uuid[] NOT NULL
);
