-- The agent world: one row that says where it stands, who may move it on, what came in, what each hour did, and the states
-- from which it can be lived again.

CREATE TABLE world (
  id             smallint PRIMARY KEY CHECK (id = 1),
  name           text NOT NULL,
  kernel_version integer NOT NULL,
  -- The hour that is processed next.
  tick           bigint NOT NULL CHECK (tick >= 0),
  chain_hash     bytea NOT NULL,
  state          text NOT NULL CHECK (state IN ('RUNNING', 'PAUSED', 'FAULTED', 'DIVERGED')),
  -- Why it stands still; null while it runs.
  fault          jsonb,
  tick_ms        integer NOT NULL CHECK (tick_ms >= 0),
  next_tick_at   timestamptz(3) NOT NULL,
  -- Marks in all, and those of them that the service's own ledger keeps.
  money_supply   numeric(39, 0) NOT NULL,
  outside        numeric(39, 0) NOT NULL,
  -- Of the lease under which it is written: a process whose lease was taken writes nothing any more.
  generation     bigint NOT NULL,
  created_at     timestamptz(3) NOT NULL,
  CHECK ((state = 'RUNNING') = (fault IS NULL))
);

-- Who moves the world on: one process at a time. Times are the database's own.
CREATE TABLE world_lease (
  id         smallint PRIMARY KEY CHECK (id = 1),
  holder     uuid NOT NULL,
  generation bigint NOT NULL,
  expires_at timestamptz NOT NULL
);

-- Everything that came from outside. Order is given when the hour takes it up, in the hour's own transaction.
CREATE TABLE world_inputs (
  id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind          text NOT NULL,
  -- As text: digests are over these bytes, and jsonb would sort its members.
  payload       text NOT NULL,
  -- The actor whose purse it is about, for sums of what is held and not yet taken.
  actor_id      uuid,
  amount        numeric(39, 0),
  principal     text NOT NULL,
  idem_key      text,
  created_at    timestamptz(3) NOT NULL,
  assigned_tick bigint,
  ordinal       integer,
  result        jsonb,
  CONSTRAINT world_inputs_once UNIQUE (principal, idem_key),
  CHECK ((assigned_tick IS NULL) = (ordinal IS NULL)),
  CHECK ((assigned_tick IS NULL) = (result IS NULL))
);
CREATE INDEX world_inputs_waiting ON world_inputs (id) WHERE assigned_tick IS NULL;
CREATE UNIQUE INDEX world_inputs_by_tick ON world_inputs (assigned_tick, ordinal);

CREATE TABLE world_ticks (
  tick           bigint PRIMARY KEY,
  chain_hash     bytea NOT NULL,
  previous       bytea NOT NULL,
  input_digest   bytea NOT NULL,
  posting_digest bytea NOT NULL,
  event_digest   bytea NOT NULL,
  inputs         integer NOT NULL,
  events         integer NOT NULL,
  postings       integer NOT NULL,
  processed_at   timestamptz(3) NOT NULL
);
CREATE TRIGGER world_ticks_append_only BEFORE UPDATE OR DELETE ON world_ticks
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- The whole state before hour `tick`, compressed, in pieces.
CREATE TABLE world_snapshots (
  tick           bigint PRIMARY KEY,
  kernel_version integer NOT NULL,
  state_hash     bytea NOT NULL,
  chain_hash     bytea NOT NULL,
  pieces         integer NOT NULL,
  -- State hashes stay when the bytes are dropped.
  is_kept        boolean NOT NULL,
  taken_at       timestamptz(3) NOT NULL
);
CREATE TABLE world_snapshot_pieces (
  tick    bigint NOT NULL REFERENCES world_snapshots (tick),
  ordinal integer NOT NULL,
  bytes   bytea NOT NULL,
  PRIMARY KEY (tick, ordinal)
);

-- All postings of an hour, as the kernel's columns, compressed.
CREATE TABLE world_posting_blocks (
  tick  bigint PRIMARY KEY,
  count integer NOT NULL,
  bytes bytea NOT NULL
);

-- Purses that somebody outside looks at or draws on: of linked wallets, validators and whoever is followed.
CREATE TABLE world_purses (
  actor_id  uuid PRIMARY KEY,
  available numeric(39, 0) NOT NULL CHECK (available >= 0),
  tick      bigint NOT NULL
);

-- What went in and out of these purses.
CREATE TABLE world_postings (
  actor_id          uuid NOT NULL,
  tick              bigint NOT NULL,
  ordinal           integer NOT NULL,
  journal_id        uuid NOT NULL,
  kind              text NOT NULL,
  amount            numeric(39, 0) NOT NULL,
  balance_after     numeric(39, 0) NOT NULL,
  counterparty_type text NOT NULL,
  counterparty_id   text NOT NULL,
  occurred_at       timestamptz(3) NOT NULL,
  PRIMARY KEY (actor_id, tick, ordinal)
);
