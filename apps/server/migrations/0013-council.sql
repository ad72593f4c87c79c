-- Rounds of the council: what the engine saw, who sat, how they voted, what was decided.

CREATE TABLE rounds (
  id              uuid PRIMARY KEY,
  submission_id   uuid NOT NULL REFERENCES submissions (id),
  type            text NOT NULL CHECK (type IN ('INITIAL_AUDIT', 'RE_AUDIT')),
  state           text NOT NULL CHECK (state IN ('OPEN', 'ESCALATED', 'DECIDED', 'SETTLED', 'ABORTED')),
  -- The input was fixed by then; the beacon must be younger.
  sealed_at       timestamptz(3) NOT NULL,
  beacon          jsonb,
  decision        text CHECK (decision IN ('SAFE', 'UNSAFE')),
  -- Why, in the words of an operator or as the reason that the votes gave.
  reason          text,
  -- How often the engine was asked, and how often a step could not be done.
  examinations    integer NOT NULL,
  failures        integer NOT NULL,
  -- When somebody has to look again, if nothing happens before; null when only an event can move it. Whoever examines
  -- the bundle keeps this ahead of the clock.
  due_at          timestamptz(3),
  started_at      timestamptz(3) NOT NULL,
  completed_at    timestamptz(3),
  CHECK ((state IN ('DECIDED', 'SETTLED')) = (decision IS NOT NULL)),
  CHECK ((state IN ('OPEN', 'ESCALATED')) = (completed_at IS NULL))
);
CREATE UNIQUE INDEX rounds_one_open ON rounds (submission_id) WHERE state IN ('OPEN', 'ESCALATED', 'DECIDED');
CREATE INDEX rounds_by_submission ON rounds (submission_id, started_at DESC);
CREATE INDEX rounds_due ON rounds (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX rounds_without_beacon ON rounds (sealed_at) WHERE beacon IS NULL AND state = 'OPEN';

-- A beacon is drawn once, and a certificate's round never changes again. Only a dispute opens a decided round once more.
CREATE FUNCTION keep_round() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.beacon IS DISTINCT FROM NEW.beacon AND OLD.beacon IS NOT NULL
    OR (OLD.id, OLD.submission_id, OLD.type, OLD.sealed_at, OLD.started_at)
      IS DISTINCT FROM (NEW.id, NEW.submission_id, NEW.type, NEW.sealed_at, NEW.started_at)
    OR OLD.decision = 'SAFE'
      AND (OLD.decision, OLD.reason, OLD.completed_at) IS DISTINCT FROM (NEW.decision, NEW.reason, NEW.completed_at)
  THEN
    RAISE EXCEPTION 'a decided round is fixed' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER rounds_kept BEFORE UPDATE ON rounds FOR EACH ROW EXECUTE FUNCTION keep_round();
CREATE TRIGGER rounds_not_removed BEFORE DELETE ON rounds FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER rounds_no_truncate BEFORE TRUNCATE ON rounds FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The engine's report, gzip of its JSON.
CREATE TABLE round_reports (
  round_id    uuid PRIMARY KEY REFERENCES rounds (id),
  report      bytea NOT NULL,
  analyzed_at timestamptz(3) NOT NULL
);
CREATE TRIGGER round_reports_fixed BEFORE UPDATE OR DELETE ON round_reports FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER round_reports_no_truncate BEFORE TRUNCATE ON round_reports FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE panels (
  id          uuid PRIMARY KEY,
  round_id    uuid NOT NULL REFERENCES rounds (id),
  position    integer NOT NULL,
  phase       text NOT NULL CHECK (phase IN ('PRIMARY', 'SECOND', 'APPEAL', 'HUMAN')),
  state       text NOT NULL CHECK (state IN ('DRAWN', 'COMMITTING', 'REVEALING', 'TALLIED')),
  -- Everybody who could have been drawn, with the weight they had then: with the seed, enough to draw again.
  candidates  jsonb NOT NULL,
  drawn_at    timestamptz(3) NOT NULL,
  commit_by   timestamptz(3),
  reveal_from timestamptz(3),
  reveal_by   timestamptz(3),
  UNIQUE (round_id, position)
);

CREATE FUNCTION keep_panel() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state = 'TALLIED' OR OLD.candidates IS DISTINCT FROM NEW.candidates THEN
    RAISE EXCEPTION 'a tallied panel is fixed' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER panels_kept BEFORE UPDATE ON panels FOR EACH ROW EXECUTE FUNCTION keep_panel();
CREATE TRIGGER panels_not_removed BEFORE DELETE ON panels FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER panels_no_truncate BEFORE TRUNCATE ON panels FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE seats (
  id             uuid PRIMARY KEY,
  panel_id       uuid NOT NULL REFERENCES panels (id),
  -- Its number on the panel; a substitute has the number of the seat that stayed silent.
  position       integer NOT NULL,
  is_substitute  boolean NOT NULL,
  validator_id   text NOT NULL,
  validator_name text NOT NULL,
  family         text NOT NULL,
  mode           text NOT NULL CHECK (mode IN ('HOSTED', 'REMOTE')),
  state          text NOT NULL CHECK (state IN ('ASSIGNED', 'COMMITTED', 'REVEALED', 'MISSED', 'REPLACED')),
  commitment     text,
  committed_at   timestamptz(3),
  verdict        text CHECK (verdict IN ('SAFE', 'UNSAFE')),
  severity       text,
  findings       jsonb,
  salt           text,
  revealed_at    timestamptz(3),
  UNIQUE (panel_id, position, is_substitute),
  CHECK ((state = 'REVEALED') = (verdict IS NOT NULL AND severity IS NOT NULL AND findings IS NOT NULL AND salt IS NOT NULL)),
  CHECK (state NOT IN ('COMMITTED', 'REVEALED') OR commitment IS NOT NULL)
);
CREATE INDEX seats_by_validator ON seats (validator_id, state, id);

-- A vote is cast once: what was committed is what is revealed, and what was revealed stays.
CREATE FUNCTION keep_seat() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state IN ('REVEALED', 'MISSED', 'REPLACED')
    OR OLD.commitment IS DISTINCT FROM NEW.commitment AND OLD.commitment IS NOT NULL
    OR OLD.validator_id <> NEW.validator_id
  THEN
    RAISE EXCEPTION 'a seat that has acted is fixed' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER seats_kept BEFORE UPDATE ON seats FOR EACH ROW EXECUTE FUNCTION keep_seat();
CREATE TRIGGER seats_not_removed BEFORE DELETE ON seats FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER seats_no_truncate BEFORE TRUNCATE ON seats FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
