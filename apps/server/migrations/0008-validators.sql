-- Validators: their record, stake and pay, and the test cases that measure them.

CREATE TABLE validators (
  -- A name for built-in validators, the actor id for all others.
  id              text PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 64),
  actor_id        uuid NOT NULL UNIQUE,
  wallet          text UNIQUE,
  name            text NOT NULL,
  family          text NOT NULL,
  mode            text NOT NULL CHECK (mode IN ('HOSTED', 'REMOTE')),
  built_in        boolean NOT NULL,
  tracks          text[] NOT NULL,
  state           text NOT NULL CHECK (state IN ('CALIBRATING', 'ACTIVE', 'SUSPENDED', 'UNBONDING', 'INACTIVE')),
  -- The stake to restore after a slash.
  entry_stake     numeric(39, 0) NOT NULL CHECK (entry_stake >= 0),
  -- Earlier observations do not count: passing a calibration resets the record.
  measured_since  timestamptz(3) NOT NULL,
  unbonding_until timestamptz(3),
  since           timestamptz(3) NOT NULL,
  CHECK ((state = 'UNBONDING') = (unbonding_until IS NOT NULL)),
  CHECK (built_in = (wallet IS NULL))
);
CREATE INDEX validators_by_state ON validators (state);

-- Record -------------------------------------------------------------------------------------------------------------

-- One row per seat of a decided round. `verdict` is null if the seat did not vote.
CREATE TABLE judgements (
  seat_id      uuid PRIMARY KEY,
  validator_id text NOT NULL REFERENCES validators (id),
  round_id     uuid NOT NULL,
  panel_id     uuid NOT NULL,
  verdict      text CHECK (verdict IN ('SAFE', 'UNSAFE')),
  peers_safe   integer NOT NULL,
  peers_unsafe integer NOT NULL,
  judged_at    timestamptz(3) NOT NULL
);
CREATE INDEX judgements_by_validator ON judgements (validator_id, judged_at DESC, seat_id);
CREATE INDEX judgements_by_round ON judgements (round_id);
CREATE TRIGGER judgements_append_only BEFORE UPDATE OR DELETE ON judgements
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Ground truth only: plain canaries, reproduced findings, confirmed flags. The primary key counts each source once.
CREATE TABLE observations (
  validator_id text NOT NULL REFERENCES validators (id),
  track        text NOT NULL,
  kind         text NOT NULL CHECK (kind IN ('CANARY_CAUGHT', 'CANARY_MISSED', 'CANARY_PASSED', 'FALSE_ALARM',
    'FINDING_REPRODUCED', 'FLAG_FORESEEN', 'FLAG_MISSED')),
  ref_type     text NOT NULL CHECK (ref_type IN ('seat', 'flag')),
  ref_id       text NOT NULL,
  observed_at  timestamptz(3) NOT NULL,
  PRIMARY KEY (validator_id, ref_type, ref_id)
);
CREATE TRIGGER observations_append_only BEFORE UPDATE OR DELETE ON observations
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Money --------------------------------------------------------------------------------------------------------------

CREATE TABLE slashes (
  validator_id   text NOT NULL REFERENCES validators (id),
  code           text NOT NULL
    CHECK (code IN ('NOT_REVEALED', 'CANARY_MISSED', 'FALSE_ALARM', 'SUSPENDED_CRITICAL', 'SUSPENDED_HIGH')),
  ref_type       text NOT NULL CHECK (ref_type IN ('seat', 'flag')),
  ref_id         text NOT NULL,
  bp             integer NOT NULL,
  amount         numeric(39, 0) NOT NULL CHECK (amount >= 0),
  certificate_id text,
  slashed_at     timestamptz(3) NOT NULL,
  PRIMARY KEY (validator_id, ref_type, ref_id)
);
CREATE TRIGGER slashes_append_only BEFORE UPDATE OR DELETE ON slashes
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- How the fee of a round was divided. A fee without a row is still in escrow. Canaries are paid from a pot that all fees
-- contribute to, so they have no submission.
CREATE TABLE settlements (
  round_id      uuid PRIMARY KEY,
  origin        text NOT NULL CHECK (origin IN ('REVIEW', 'CANARY')),
  submission_id uuid,
  fee           numeric(39, 0) NOT NULL,
  paid          numeric(39, 0) NOT NULL,
  reserved      numeric(39, 0) NOT NULL,
  taxed         numeric(39, 0) NOT NULL,
  settled_at    timestamptz(3) NOT NULL,
  CHECK (fee = paid + reserved + taxed),
  CHECK ((origin = 'REVIEW') = (submission_id IS NOT NULL))
);
CREATE INDEX settlements_by_submission ON settlements (submission_id, settled_at DESC);
CREATE TRIGGER settlements_append_only BEFORE UPDATE OR DELETE ON settlements
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- What a seat earned. Half of it vests at `due_at`.
CREATE TABLE validator_pays (
  seat_id      uuid NOT NULL,
  kind         text NOT NULL CHECK (kind IN ('SEAT', 'FINDING', 'CANARY')),
  validator_id text NOT NULL REFERENCES validators (id),
  round_id     uuid NOT NULL,
  amount       numeric(39, 0) NOT NULL CHECK (amount > 0),
  vesting      numeric(39, 0) NOT NULL CHECK (vesting BETWEEN 0 AND amount),
  paid_at      timestamptz(3) NOT NULL,
  due_at       timestamptz(3) NOT NULL,
  released_at  timestamptz(3),
  PRIMARY KEY (seat_id, kind)
);
CREATE INDEX validator_pays_by_validator ON validator_pays (validator_id);
CREATE INDEX validator_pays_due ON validator_pays (due_at) WHERE released_at IS NULL;

-- Test cases ---------------------------------------------------------------------------------------------------------

-- Packages with a known verdict, imported by an operator and never published. Validators know which cases belong to a
-- calibration, so these are never used as canaries.
CREATE TABLE canary_cases (
  id          uuid PRIMARY KEY,
  track       text NOT NULL,
  use         text NOT NULL CHECK (use IN ('calibration', 'canary')),
  expected    text NOT NULL CHECK (expected IN ('SAFE', 'UNSAFE')),
  kind        text NOT NULL CHECK (kind IN ('plain', 'hard')),
  bundle_id   text NOT NULL UNIQUE REFERENCES bundles (id),
  entry_path  text NOT NULL,
  imported_at timestamptz(3) NOT NULL,
  CHECK (use = 'canary' OR kind = 'plain')
);

-- One attempt of a validator to qualify for a track.
CREATE TABLE calibrations (
  validator_id text NOT NULL REFERENCES validators (id),
  track        text NOT NULL,
  attempt      integer NOT NULL,
  state        text NOT NULL CHECK (state IN ('PENDING', 'RUNNING', 'PASSED', 'FAILED')),
  correct      integer NOT NULL,
  of           integer NOT NULL,
  opened_at    timestamptz(3) NOT NULL,
  ended_at     timestamptz(3),
  PRIMARY KEY (validator_id, track, attempt),
  CHECK ((state IN ('PASSED', 'FAILED')) = (ended_at IS NOT NULL))
);
CREATE INDEX calibrations_open ON calibrations (opened_at) WHERE ended_at IS NULL;

-- Canaries to send, scheduled when the round that each accompanies is settled.
CREATE TABLE canary_tasks (
  key      text PRIMARY KEY,
  -- What a seat of the accompanied round earned; zero if nobody paid for it.
  seat_fee numeric(39, 0) NOT NULL CHECK (seat_fee >= 0),
  -- The next attempt.
  due_at   timestamptz(3) NOT NULL,
  attempts integer NOT NULL CHECK (attempts >= 0)
);
CREATE INDEX canary_tasks_due ON canary_tasks (due_at);

CREATE TABLE canary_rounds (
  -- Shown to its seats as their round id.
  id        uuid PRIMARY KEY,
  -- Names the accompanied panel: at most one canary per panel.
  key       text NOT NULL UNIQUE,
  -- Null for some old rounds, which are all judged.
  case_id   uuid REFERENCES canary_cases (id),
  seat_fee  numeric(39, 0) NOT NULL CHECK (seat_fee >= 0),
  -- When to check again if no seat acts before.
  due_at    timestamptz(3),
  judged_at timestamptz(3),
  CHECK ((due_at IS NULL) = (judged_at IS NOT NULL)),
  CHECK (case_id IS NOT NULL OR judged_at IS NOT NULL)
);
CREATE INDEX canary_rounds_due ON canary_rounds (due_at) WHERE due_at IS NOT NULL;
