-- Review rounds: the engine's report, panels, seats and votes, and the readings of language models.

-- Rounds -------------------------------------------------------------------------------------------------------------

CREATE TABLE rounds (
  id             uuid PRIMARY KEY,
  submission_id  uuid NOT NULL REFERENCES submissions (id),
  type           text NOT NULL CHECK (type IN ('INITIAL_AUDIT', 'RE_AUDIT')),
  state          text NOT NULL CHECK (state IN ('OPEN', 'ESCALATED', 'DECIDED', 'SETTLED', 'ABORTED')),
  -- The input is fixed from this moment. The beacon must be younger, so that nobody can choose an input for its panel.
  sealed_at      timestamptz(3) NOT NULL,
  beacon         jsonb,
  decision       text CHECK (decision IN ('SAFE', 'UNSAFE')),
  -- The level at the time of the decision, which depends on who had read the instructions; null for old rounds.
  security_level text CHECK (security_level IN ('CLEAR', 'LOW', 'MEDIUM', 'HIGH', 'CRITICAL')),
  -- An operator's text, or the reason code of the votes.
  reason         text,
  -- Runs of the engine, and steps that failed.
  examinations   integer NOT NULL,
  failures       integer NOT NULL,
  -- Tokens and cost of the model readings; null if no model was asked.
  reading_usage  jsonb,
  -- When a worker has to look again if nothing happens before; null if only an event can advance the round. A worker
  -- moves it into the future while it examines the bundle, so that no other worker starts.
  due_at         timestamptz(3),
  started_at     timestamptz(3) NOT NULL,
  completed_at   timestamptz(3),
  CHECK ((state IN ('DECIDED', 'SETTLED')) = (decision IS NOT NULL)),
  CHECK ((state IN ('OPEN', 'ESCALATED')) = (completed_at IS NULL))
);
CREATE UNIQUE INDEX rounds_one_open ON rounds (submission_id) WHERE state IN ('OPEN', 'ESCALATED', 'DECIDED');
CREATE INDEX rounds_by_submission ON rounds (submission_id, started_at DESC);
CREATE INDEX rounds_due ON rounds (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX rounds_without_beacon ON rounds (sealed_at) WHERE beacon IS NULL AND state = 'OPEN';

-- A beacon is drawn once, and the round of a certificate never changes. A dispute may reopen an UNSAFE round.
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

-- The engine's report as gzipped JSON.
CREATE TABLE round_reports (
  round_id       uuid PRIMARY KEY REFERENCES rounds (id),
  report         bytea NOT NULL,
  analyzed_at    timestamptz(3) NOT NULL,
  -- For the public statistics; null for old reports.
  ruleset_digest text
);
CREATE INDEX round_reports_by_ruleset ON round_reports (ruleset_digest, analyzed_at) WHERE ruleset_digest IS NOT NULL;
CREATE TRIGGER round_reports_fixed BEFORE UPDATE OR DELETE ON round_reports
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER round_reports_no_truncate BEFORE TRUNCATE ON round_reports
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Panels and seats ---------------------------------------------------------------------------------------------------

CREATE TABLE panels (
  id          uuid PRIMARY KEY,
  round_id    uuid NOT NULL REFERENCES rounds (id),
  position    integer NOT NULL,
  phase       text NOT NULL CHECK (phase IN ('PRIMARY', 'SECOND', 'APPEAL', 'HUMAN')),
  state       text NOT NULL CHECK (state IN ('DRAWN', 'COMMITTING', 'REVEALING', 'TALLIED')),
  -- All eligible validators with their weights at the time. With the seed and the draw rules, anyone can repeat the draw.
  candidates  jsonb NOT NULL,
  drawn_at    timestamptz(3) NOT NULL,
  commit_by   timestamptz(3),
  reveal_from timestamptz(3),
  reveal_by   timestamptz(3),
  -- Version of the draw rules. The default, 1, is for processes of an older version, which do not set it.
  draw_rules  integer NOT NULL DEFAULT 1,
  UNIQUE (round_id, position)
);

CREATE FUNCTION keep_panel() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state = 'TALLIED' OR OLD.candidates IS DISTINCT FROM NEW.candidates OR OLD.draw_rules <> NEW.draw_rules THEN
    RAISE EXCEPTION 'a tallied panel is fixed' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER panels_kept BEFORE UPDATE ON panels FOR EACH ROW EXECUTE FUNCTION keep_panel();
CREATE TRIGGER panels_not_removed BEFORE DELETE ON panels FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER panels_no_truncate BEFORE TRUNCATE ON panels FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Seats of reviews, canaries and calibrations share one table, so that a validator cannot tell them apart by how they are
-- presented.
CREATE TABLE seats (
  id             uuid PRIMARY KEY,
  origin         text NOT NULL CHECK (origin IN ('REVIEW', 'CANARY', 'CALIBRATION')),
  -- As shown to the validator: an id in `rounds` or `canary_rounds`, or an arbitrary one for a calibration.
  round_id       uuid NOT NULL,
  phase          text NOT NULL CHECK (phase IN ('PRIMARY', 'SECOND', 'APPEAL')),
  validator_id   text NOT NULL,
  validator_name text NOT NULL,
  family         text NOT NULL,
  mode           text NOT NULL CHECK (mode IN ('HOSTED', 'REMOTE')),
  state          text NOT NULL CHECK (state IN ('ASSIGNED', 'COMMITTED', 'REVEALED', 'MISSED', 'REPLACED')),

  -- Of a review. A substitute has the position of the seat that it replaces.
  panel_id       uuid REFERENCES panels (id),
  position       integer,
  is_substitute  boolean NOT NULL,
  -- Of a canary or calibration.
  case_id        uuid REFERENCES canary_cases (id),
  -- Of a calibration.
  track          text,
  attempt        integer,

  -- The fee shown to the validator.
  fee            numeric(39, 0) NOT NULL CHECK (fee >= 0),
  -- What a remote seat is asked to review; null if no seat of the panel is remote, and for old reviews.
  brief          jsonb,
  -- A remote seat that has not fetched its bundle by then is replaced at once; null after the download and for hosted
  -- seats.
  download_by    timestamptz(3),
  commit_by      timestamptz(3) NOT NULL,
  reveal_from    timestamptz(3),
  reveal_by      timestamptz(3),

  commitment     text,
  committed_at   timestamptz(3),
  verdict        text CHECK (verdict IN ('SAFE', 'UNSAFE')),
  severity       text,
  findings       jsonb,
  salt           text,
  revealed_at    timestamptz(3),

  UNIQUE (panel_id, position, is_substitute),
  FOREIGN KEY (validator_id, track, attempt) REFERENCES calibrations (validator_id, track, attempt),
  CHECK ((origin = 'REVIEW') = (panel_id IS NOT NULL AND position IS NOT NULL)),
  CHECK ((origin = 'REVIEW') = (case_id IS NULL)),
  CHECK ((origin = 'CALIBRATION') = (track IS NOT NULL AND attempt IS NOT NULL)),
  CHECK ((state = 'REVEALED') = (verdict IS NOT NULL)),
  -- Old votes on test cases have no findings.
  CHECK (state <> 'REVEALED' OR origin <> 'REVIEW' OR (severity IS NOT NULL AND findings IS NOT NULL AND salt IS NOT NULL)),
  -- Hosted seats vote on a canary immediately: there is nobody to hide the vote from.
  CHECK (state NOT IN ('COMMITTED', 'REVEALED') OR commitment IS NOT NULL OR (origin = 'CANARY' AND mode = 'HOSTED'))
);
CREATE INDEX seats_by_validator ON seats (validator_id, state, id);
CREATE INDEX seats_by_round ON seats (round_id);
CREATE INDEX seats_by_case ON seats (case_id, validator_id) WHERE case_id IS NOT NULL;
CREATE INDEX seats_by_attempt ON seats (validator_id, track, attempt) WHERE attempt IS NOT NULL;
CREATE INDEX seats_of_calibrations ON seats (commit_by) WHERE origin = 'CALIBRATION' AND state IN ('ASSIGNED', 'COMMITTED');

-- A vote is cast once: the reveal must match the commitment, and a revealed vote is final. Only the reveal window may
-- still change, because it opens for all seats of a panel at once.
CREATE FUNCTION keep_seat() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state IN ('REVEALED', 'MISSED', 'REPLACED')
      AND to_jsonb(OLD) - 'reveal_from' - 'reveal_by' <> to_jsonb(NEW) - 'reveal_from' - 'reveal_by'
    OR OLD.commitment IS DISTINCT FROM NEW.commitment AND OLD.commitment IS NOT NULL
    OR (OLD.origin, OLD.round_id, OLD.validator_id, OLD.panel_id, OLD.case_id)
      IS DISTINCT FROM (NEW.origin, NEW.round_id, NEW.validator_id, NEW.panel_id, NEW.case_id)
  THEN
    RAISE EXCEPTION 'a seat that has acted is fixed' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER seats_kept BEFORE UPDATE ON seats FOR EACH ROW EXECUTE FUNCTION keep_seat();
CREATE TRIGGER seats_not_removed BEFORE DELETE ON seats FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER seats_no_truncate BEFORE TRUNCATE ON seats FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Model readings -----------------------------------------------------------------------------------------------------

-- Cached by input and prompt, so that the same question is never paid for twice.
CREATE TABLE model_readings (
  -- Digest of the engine's input.
  input_digest   text NOT NULL,
  family         text NOT NULL,
  model          text NOT NULL,
  prompt_version text NOT NULL,
  pass           text NOT NULL,
  reading        jsonb NOT NULL,
  transcript     text NOT NULL,
  read_at        timestamptz(3) NOT NULL,
  PRIMARY KEY (input_digest, family, model, prompt_version, pass)
);
CREATE INDEX model_readings_by_transcript ON model_readings (transcript);
CREATE TRIGGER model_readings_fixed BEFORE UPDATE OR DELETE ON model_readings
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Prompt and response, by the digest of their canonical JSON. Secrets of the bundle are masked; API keys are not included.
CREATE TABLE model_transcripts (
  digest text PRIMARY KEY,
  body   bytea NOT NULL
);
CREATE TRIGGER model_transcripts_fixed BEFORE UPDATE OR DELETE ON model_transcripts
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Daily budget: cost is reserved before a request and corrected after it.
CREATE TABLE model_spending (
  model         text NOT NULL,
  day           text NOT NULL CHECK (day ~ '^\d{4}-\d{2}-\d{2}$'),
  micros        bigint NOT NULL CHECK (micros >= 0),
  input_tokens  bigint NOT NULL DEFAULT 0 CHECK (input_tokens >= 0),
  output_tokens bigint NOT NULL DEFAULT 0 CHECK (output_tokens >= 0),
  -- Requests that were not made because the budget was spent.
  not_asked     bigint NOT NULL DEFAULT 0 CHECK (not_asked >= 0),
  PRIMARY KEY (model, day)
);
