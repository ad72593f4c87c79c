-- Cases whose verdict is known, shown to validators that review on their own machine: those of a calibration, and canaries
-- among their reviews.

ALTER TABLE calibration_seats RENAME TO case_seats;
ALTER INDEX calibration_seats_pkey RENAME TO case_seats_pkey;
ALTER INDEX calibration_seats_by_attempt RENAME TO case_seats_by_attempt;
ALTER INDEX calibration_seats_open RENAME TO case_seats_open;

ALTER TABLE case_seats
  -- Null for the seat of a canary, whose round is in canary_rounds.
  ALTER COLUMN attempt DROP NOT NULL,
  ADD COLUMN phase text NOT NULL DEFAULT 'PRIMARY' CHECK (phase IN ('PRIMARY', 'SECOND', 'APPEAL')),
  -- What the seat is told that it earns.
  ADD COLUMN fee numeric(39, 0) NOT NULL DEFAULT 0 CHECK (fee >= 0),
  ADD FOREIGN KEY (validator_id) REFERENCES validators (id),
  DROP CONSTRAINT calibration_seats_state_check,
  DROP CONSTRAINT calibration_seats_check1,
  ADD CHECK (state IN ('ASSIGNED', 'COMMITTED', 'REVEALED', 'MISSED', 'REPLACED')),
  ADD CHECK (state NOT IN ('COMMITTED', 'REVEALED') OR commitment IS NOT NULL),
  ADD CHECK (state <> 'REVEALED' OR reveal_by IS NOT NULL);
ALTER TABLE case_seats ALTER COLUMN phase DROP DEFAULT, ALTER COLUMN fee DROP DEFAULT;

-- Until now no case came with a manifest.
UPDATE case_seats SET examined = examined || '{"manifest": {"capabilities": [], "externalCalls": [], "externalCallDetails": [],
  "declaredEndpoints": [], "secrets": [], "tools": [], "safety": {"network": "NONE", "filesystem": "NONE"}}}';

CREATE INDEX case_seats_by_round ON case_seats (round_id);
CREATE INDEX case_seats_by_validator ON case_seats (validator_id, state, id);
CREATE INDEX case_seats_by_case ON case_seats (case_id, validator_id);

CREATE TABLE canary_rounds (
  -- What its seats are told as the id of their round.
  id        uuid PRIMARY KEY,
  -- Names the panel that it goes out beside, so that one goes out for each.
  key       text NOT NULL UNIQUE,
  seat_fee  numeric(39, 0) NOT NULL CHECK (seat_fee >= 0),
  -- The votes of hosted seats: [{seatId, validatorId, verdict}].
  hosted    jsonb NOT NULL,
  -- When to look again, if nobody acts before.
  due_at    timestamptz(3),
  judged_at timestamptz(3),
  CHECK ((due_at IS NULL) = (judged_at IS NOT NULL))
);
CREATE INDEX canary_rounds_due ON canary_rounds (due_at) WHERE due_at IS NOT NULL;
