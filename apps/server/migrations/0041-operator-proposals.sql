-- What one administrator proposes and another one confirms, where the two-person rule is on.
CREATE TABLE operator_proposals (
  id          uuid PRIMARY KEY,
  action      text NOT NULL CHECK (action IN ('REVOKE_CERTIFICATE', 'ROTATE_KEYS')),
  subject_id  text NOT NULL,
  at_once     boolean NOT NULL,
  reason      text NOT NULL,
  proposed_by text NOT NULL,
  proposed_at timestamptz(3) NOT NULL,
  expires_at  timestamptz(3) NOT NULL,
  state       text NOT NULL CHECK (state IN ('OPEN', 'CONFIRMED', 'WITHDRAWN')),
  decided_by  text,
  decided_at  timestamptz(3),
  CHECK ((state = 'OPEN') = (decided_at IS NULL)),
  CHECK (state <> 'CONFIRMED' OR decided_by <> proposed_by)
);
CREATE INDEX operator_proposals_by_time ON operator_proposals (proposed_at);
