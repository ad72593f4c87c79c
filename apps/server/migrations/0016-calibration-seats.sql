-- Calibration cases of validators that review on their own machine: one seat for each case of an attempt.

CREATE TABLE calibration_seats (
  id           uuid PRIMARY KEY,
  validator_id text NOT NULL,
  track        text NOT NULL,
  attempt      integer NOT NULL,
  case_id      uuid NOT NULL REFERENCES canary_cases (id),
  -- Where a seat of the council names its round.
  round_id     uuid NOT NULL,
  -- What the engine found, as far as a seat is told.
  examined     jsonb NOT NULL,
  state        text NOT NULL CHECK (state IN ('ASSIGNED', 'COMMITTED', 'REVEALED', 'MISSED')),
  commitment   text,
  verdict      text CHECK (verdict IN ('SAFE', 'UNSAFE')),
  commit_by    timestamptz(3) NOT NULL,
  reveal_from  timestamptz(3),
  reveal_by    timestamptz(3),
  FOREIGN KEY (validator_id, track, attempt) REFERENCES calibrations (validator_id, track, attempt),
  CHECK ((state = 'REVEALED') = (verdict IS NOT NULL)),
  CHECK (state NOT IN ('COMMITTED', 'REVEALED') OR (commitment IS NOT NULL AND reveal_by IS NOT NULL))
);
CREATE INDEX calibration_seats_by_attempt ON calibration_seats (validator_id, track, attempt);
CREATE INDEX calibration_seats_open ON calibration_seats (commit_by) WHERE state IN ('ASSIGNED', 'COMMITTED');
