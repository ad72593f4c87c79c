-- Validators: who they are, what ground truth says about them, what they earned and lost, and the cases that test them.

CREATE TABLE validators (
  -- A built-in has a name of its own; everybody else the id of the actor.
  id              text PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 64),
  actor_id        uuid NOT NULL UNIQUE,
  wallet          text UNIQUE,
  name            text NOT NULL,
  family          text NOT NULL,
  mode            text NOT NULL CHECK (mode IN ('HOSTED', 'REMOTE')),
  built_in        boolean NOT NULL,
  tracks          text[] NOT NULL,
  state           text NOT NULL CHECK (state IN ('CALIBRATING', 'ACTIVE', 'SUSPENDED', 'UNBONDING', 'INACTIVE')),
  -- What the stake is filled up to again after a slash.
  entry_stake     numeric(39, 0) NOT NULL CHECK (entry_stake >= 0),
  -- Ground truth from before does not count: a calibration passed later made it good.
  measured_since  timestamptz(3) NOT NULL,
  unbonding_until timestamptz(3),
  since           timestamptz(3) NOT NULL,
  CHECK ((state = 'UNBONDING') = (unbonding_until IS NOT NULL)),
  CHECK (built_in = (wallet IS NULL))
);
CREATE INDEX validators_by_state ON validators (state);

-- One row for each seat of a decided round. `verdict` is null where the seat stayed silent.
CREATE TABLE judgements (
  seat_id       uuid PRIMARY KEY,
  validator_id  text NOT NULL REFERENCES validators (id),
  round_id      uuid NOT NULL,
  panel_id      uuid NOT NULL,
  verdict       text CHECK (verdict IN ('SAFE', 'UNSAFE')),
  peers_safe    integer NOT NULL,
  peers_unsafe  integer NOT NULL,
  judged_at     timestamptz(3) NOT NULL
);
CREATE INDEX judgements_by_validator ON judgements (validator_id, judged_at DESC, seat_id);
CREATE INDEX judgements_by_round ON judgements (round_id);
CREATE TRIGGER judgements_append_only BEFORE UPDATE OR DELETE ON judgements FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Ground truth only: plain canaries, reproduced findings, confirmed flags.
CREATE TABLE observations (
  validator_id text NOT NULL REFERENCES validators (id),
  track        text NOT NULL,
  kind         text NOT NULL CHECK (kind IN ('CANARY_CAUGHT', 'CANARY_MISSED', 'CANARY_PASSED', 'FALSE_ALARM', 'FINDING_REPRODUCED', 'FLAG_FORESEEN', 'FLAG_MISSED')),
  -- What it was learnt from: a seat or a flag. Learnt again, it counts once.
  ref_type     text NOT NULL CHECK (ref_type IN ('seat', 'flag')),
  ref_id       text NOT NULL,
  observed_at  timestamptz(3) NOT NULL,
  PRIMARY KEY (validator_id, ref_type, ref_id)
);
CREATE TRIGGER observations_append_only BEFORE UPDATE OR DELETE ON observations FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TABLE slashes (
  validator_id   text NOT NULL REFERENCES validators (id),
  code           text NOT NULL CHECK (code IN ('NOT_REVEALED', 'CANARY_MISSED', 'FALSE_ALARM', 'SUSPENDED_CRITICAL', 'SUSPENDED_HIGH')),
  ref_type       text NOT NULL CHECK (ref_type IN ('seat', 'flag')),
  ref_id         text NOT NULL,
  bp             integer NOT NULL,
  amount         numeric(39, 0) NOT NULL CHECK (amount >= 0),
  certificate_id text,
  slashed_at     timestamptz(3) NOT NULL,
  PRIMARY KEY (validator_id, ref_type, ref_id)
);
CREATE TRIGGER slashes_append_only BEFORE UPDATE OR DELETE ON slashes FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- What became of a round's fee: fee = paid + reserved + taxed; what is not listed here is still in escrow.
CREATE TABLE settlements (
  round_id      uuid PRIMARY KEY,
  submission_id uuid NOT NULL,
  fee           numeric(39, 0) NOT NULL,
  paid          numeric(39, 0) NOT NULL,
  reserved      numeric(39, 0) NOT NULL,
  taxed         numeric(39, 0) NOT NULL,
  settled_at    timestamptz(3) NOT NULL,
  CHECK (fee = paid + reserved + taxed)
);
CREATE INDEX settlements_by_submission ON settlements (submission_id, settled_at DESC);
CREATE TRIGGER settlements_append_only BEFORE UPDATE OR DELETE ON settlements FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- What a seat earned. Half of it is held back until `due_at`.
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

-- Packages whose verdict is known. Imported by an operator, never part of the repository.
CREATE TABLE canary_cases (
  id          uuid PRIMARY KEY,
  track       text NOT NULL,
  expected    text NOT NULL CHECK (expected IN ('SAFE', 'UNSAFE')),
  kind        text NOT NULL CHECK (kind IN ('plain', 'hard')),
  bundle_id   text NOT NULL UNIQUE REFERENCES bundles (id),
  entry_path  text NOT NULL,
  imported_at timestamptz(3) NOT NULL
);

-- One attempt at a licence: `of` cases whose verdict is known, `pass` of which must be right.
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
