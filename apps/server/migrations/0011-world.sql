-- The agent world: its state, inputs, hash chain and snapshots, and the history that the kernel does not keep.

-- State --------------------------------------------------------------------------------------------------------------

CREATE TABLE world (
  id             smallint PRIMARY KEY CHECK (id = 1),
  name           text NOT NULL,
  kernel_version integer NOT NULL,
  -- The next hour to process.
  tick           bigint NOT NULL CHECK (tick >= 0),
  chain_hash     bytea NOT NULL,
  state          text NOT NULL CHECK (state IN ('RUNNING', 'PAUSED', 'FAULTED', 'DIVERGED')),
  -- Why the world does not run.
  fault          jsonb,
  tick_ms        integer NOT NULL CHECK (tick_ms >= 0),
  next_tick_at   timestamptz(3) NOT NULL,
  -- All marks, and the part of them that is in the service's ledger.
  money_supply   numeric(39, 0) NOT NULL,
  outside        numeric(39, 0) NOT NULL,
  -- Fencing token: a process whose lease was taken over can no longer write.
  generation     bigint NOT NULL,
  created_at     timestamptz(3) NOT NULL,
  CHECK ((state = 'RUNNING') = (fault IS NULL))
);

-- One process at a time advances the world. Times come from the database clock.
CREATE TABLE world_lease (
  id         smallint PRIMARY KEY CHECK (id = 1),
  holder     uuid NOT NULL,
  generation bigint NOT NULL,
  expires_at timestamptz NOT NULL
);

-- All input from outside. The transaction of an hour assigns the order of the inputs that it takes.
CREATE TABLE world_inputs (
  id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind          text NOT NULL,
  -- Text, because digests cover these bytes and jsonb would reorder members.
  payload       text NOT NULL,
  -- The actor whose purse is affected, to sum the holds that no hour has taken yet.
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
-- Every payment sums the open holds of a purse, while thousands of inputs may be waiting.
CREATE INDEX world_inputs_held ON world_inputs (actor_id) WHERE assigned_tick IS NULL AND kind = 'hold';
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

-- The whole state before hour `tick`, compressed and split into pieces, from which later hours can be replayed.
CREATE TABLE world_snapshots (
  tick           bigint PRIMARY KEY,
  kernel_version integer NOT NULL,
  state_hash     bytea NOT NULL,
  chain_hash     bytea NOT NULL,
  pieces         integer NOT NULL,
  -- False once the pieces are deleted; the hashes stay.
  is_kept        boolean NOT NULL,
  taken_at       timestamptz(3) NOT NULL
);
CREATE TABLE world_snapshot_pieces (
  tick    bigint NOT NULL REFERENCES world_snapshots (tick),
  ordinal integer NOT NULL,
  bytes   bytea NOT NULL,
  PRIMARY KEY (tick, ordinal)
);

-- Money --------------------------------------------------------------------------------------------------------------

-- All postings of an hour, compressed, in the kernel's column format.
CREATE TABLE world_posting_blocks (
  tick  bigint PRIMARY KEY,
  count integer NOT NULL,
  bytes bytea NOT NULL
);

-- Purses that are read or used from outside the world: of linked wallets, validators and followed actors.
CREATE TABLE world_purses (
  actor_id  uuid PRIMARY KEY,
  available numeric(39, 0) NOT NULL CHECK (available >= 0),
  tick      bigint NOT NULL
);

-- The postings of these purses.
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
-- Payments between actors show whether a buyer and a seller are connected.
CREATE INDEX world_postings_between_actors ON world_postings (actor_id, counterparty_id) WHERE counterparty_type = 'actor';

-- History ------------------------------------------------------------------------------------------------------------

CREATE TABLE world_city_months (
  city_id  uuid NOT NULL,
  tick     bigint NOT NULL,
  snapshot jsonb NOT NULL,
  PRIMARY KEY (city_id, tick)
);

-- Kept for two years of the world.
CREATE TABLE world_business_months (
  business_id uuid NOT NULL,
  tick        bigint NOT NULL,
  unit_price  numeric(39, 0),
  wage        numeric(39, 0) NOT NULL,
  workers     integer NOT NULL,
  sales       numeric(39, 0) NOT NULL,
  profit      numeric(39, 0) NOT NULL,
  -- Debt service of the month.
  principal   numeric(39, 0) NOT NULL,
  interest    numeric(39, 0) NOT NULL,
  -- Wages at the end of the month, one item per worker.
  payroll     jsonb NOT NULL,
  PRIMARY KEY (business_id, tick)
);
CREATE INDEX world_business_months_by_tick ON world_business_months (tick);

-- Suggestions to actors and their outcome.
CREATE TABLE world_intents (
  id                     uuid PRIMARY KEY,
  seq                    bigint NOT NULL,
  actor_id               uuid NOT NULL,
  type                   text NOT NULL,
  params                 jsonb NOT NULL,
  priority               double precision NOT NULL,
  source                 text NOT NULL,
  status                 text NOT NULL,
  reason_code            text,
  reason                 text,
  rewritten_to           uuid,
  acceptance_probability double precision NOT NULL,
  submitted_tick         bigint NOT NULL,
  not_before_tick        bigint,
  expires_at_tick        bigint NOT NULL,
  decided_tick           bigint,
  event_ids              uuid[] NOT NULL
);
CREATE INDEX world_intents_by_actor ON world_intents (actor_id, submitted_tick DESC);

-- The certificates that the world knows, because a listing or a business uses them. Status changes of other certificates
-- are not sent to it.
CREATE TABLE world_skills (
  certificate_id text PRIMARY KEY REFERENCES certificates (id)
);

-- Operators ----------------------------------------------------------------------------------------------------------

-- Analyses on forked worlds, kept for a day.
CREATE TABLE rpc_analyses (
  id         uuid PRIMARY KEY,
  -- Null while the analysis runs.
  result     jsonb,
  started_at timestamptz(3) NOT NULL
);
CREATE INDEX rpc_analyses_by_age ON rpc_analyses (started_at);

-- The events and journals caused by an operator's input.
CREATE TABLE rpc_effects (
  input_id    bigint PRIMARY KEY,
  event_ids   uuid[] NOT NULL,
  journal_ids uuid[] NOT NULL
);
