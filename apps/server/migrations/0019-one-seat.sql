-- Seats of reviews, canaries and calibrations are rows of one table: what a validator is shown of them cannot differ.

ALTER TABLE seats DISABLE TRIGGER USER;
ALTER TABLE seats
  ADD COLUMN origin      text NOT NULL DEFAULT 'REVIEW' CHECK (origin IN ('REVIEW', 'CANARY', 'CALIBRATION')),
  -- As the seat is told it. Of a canary, it is in canary_rounds; of a calibration it names nothing.
  ADD COLUMN round_id    uuid,
  ADD COLUMN phase       text CHECK (phase IN ('PRIMARY', 'SECOND', 'APPEAL')),
  -- What the seat is told that it earns.
  ADD COLUMN fee         numeric(39, 0) NOT NULL DEFAULT 0 CHECK (fee >= 0),
  -- What a remote seat is told about; null for those of reviews that were drawn before it was kept.
  ADD COLUMN brief       jsonb,
  ADD COLUMN commit_by   timestamptz(3),
  ADD COLUMN reveal_from timestamptz(3),
  ADD COLUMN reveal_by   timestamptz(3),
  ADD COLUMN case_id     uuid REFERENCES canary_cases (id),
  ADD COLUMN track       text,
  ADD COLUMN attempt     integer,
  ALTER COLUMN panel_id DROP NOT NULL,
  ALTER COLUMN position DROP NOT NULL,
  DROP CONSTRAINT seats_check,
  DROP CONSTRAINT seats_check1;

-- A fifth of the panel's two fifths of the fee, while it lies in escrow.
UPDATE seats s SET round_id = p.round_id, phase = p.phase, commit_by = coalesce(p.commit_by, p.drawn_at),
  reveal_from = p.reveal_from, reveal_by = p.reveal_by,
  fee = coalesce((SELECT div(div(a.balance * 2, 5), 5) FROM rounds r
    JOIN ledger_accounts a ON a.owner_kind = 'submission' AND a.owner_id = r.submission_id::text AND a.currency = 'MARK'
    WHERE r.id = p.round_id), 0)
  FROM panels p WHERE p.id = s.panel_id;

INSERT INTO seats (id, origin, round_id, phase, validator_id, validator_name, family, mode, state, fee, brief, commit_by,
    reveal_from, reveal_by, commitment, verdict, is_substitute, case_id, track, attempt)
  SELECT c.id, CASE WHEN c.attempt IS NULL THEN 'CANARY' ELSE 'CALIBRATION' END, c.round_id, c.phase, c.validator_id, v.name,
    v.family, 'REMOTE', c.state, c.fee,
    c.examined || jsonb_build_object('productType', 'SKILL', 'bundleId', k.bundle_id, 'entryPath', k.entry_path), c.commit_by,
    c.reveal_from, c.reveal_by, c.commitment, c.verdict, false, c.case_id, CASE WHEN c.attempt IS NULL THEN NULL ELSE c.track END,
    c.attempt
  FROM case_seats c JOIN validators v ON v.id = c.validator_id JOIN canary_cases k ON k.id = c.case_id;

-- Hosted seats of a canary had voted when it went out. Of some that were judged long ago nobody knows the case.
INSERT INTO seats (id, origin, round_id, phase, validator_id, validator_name, family, mode, state, fee, commit_by, verdict,
    is_substitute, case_id)
  SELECT h."seatId", 'CANARY', r.id, split_part(r.key, '/', 2), v.id, v.name, v.family, 'HOSTED',
    CASE WHEN h.verdict IS NULL THEN 'MISSED' ELSE 'REVEALED' END, 0, coalesce(r.judged_at, r.due_at), h.verdict, false, r.case_id
  FROM canary_rounds r
  CROSS JOIN LATERAL jsonb_to_recordset(r.hosted) AS h ("seatId" uuid, "validatorId" text, verdict text)
  JOIN validators v ON v.id = h."validatorId"
  WHERE r.case_id IS NOT NULL;

DROP TABLE case_seats;
ALTER TABLE canary_rounds DROP COLUMN hosted;

ALTER TABLE seats
  ALTER COLUMN origin DROP DEFAULT,
  ALTER COLUMN fee DROP DEFAULT,
  ALTER COLUMN round_id SET NOT NULL,
  ALTER COLUMN phase SET NOT NULL,
  ALTER COLUMN commit_by SET NOT NULL,
  ADD FOREIGN KEY (validator_id, track, attempt) REFERENCES calibrations (validator_id, track, attempt),
  ADD CHECK ((origin = 'REVIEW') = (panel_id IS NOT NULL AND position IS NOT NULL)),
  ADD CHECK ((origin = 'REVIEW') = (case_id IS NULL)),
  ADD CHECK ((origin = 'CALIBRATION') = (track IS NOT NULL AND attempt IS NOT NULL)),
  ADD CHECK ((state = 'REVEALED') = (verdict IS NOT NULL)),
  -- Votes on cases were kept without their reasons once.
  ADD CHECK (state <> 'REVEALED' OR origin <> 'REVIEW' OR (severity IS NOT NULL AND findings IS NOT NULL AND salt IS NOT NULL)),
  -- Hosted seats vote on a canary at once, with nobody to hide it from.
  ADD CHECK (state NOT IN ('COMMITTED', 'REVEALED') OR commitment IS NOT NULL OR (origin = 'CANARY' AND mode = 'HOSTED'));
CREATE INDEX seats_by_round ON seats (round_id);
CREATE INDEX seats_by_case ON seats (case_id, validator_id) WHERE case_id IS NOT NULL;
CREATE INDEX seats_by_attempt ON seats (validator_id, track, attempt) WHERE attempt IS NOT NULL;
CREATE INDEX seats_of_calibrations ON seats (commit_by) WHERE origin = 'CALIBRATION' AND state IN ('ASSIGNED', 'COMMITTED');

-- A vote is cast once: what was committed is what is revealed, and what was revealed stays. Only the window of a reveal may
-- still open, for all seats of a panel at once.
CREATE OR REPLACE FUNCTION keep_seat() RETURNS trigger LANGUAGE plpgsql AS $$
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
ALTER TABLE seats ENABLE TRIGGER USER;

-- What a canary paid is settled like what a review paid, only from another pot.
ALTER TABLE settlements
  ADD COLUMN origin text NOT NULL DEFAULT 'REVIEW' CHECK (origin IN ('REVIEW', 'CANARY')),
  ALTER COLUMN submission_id DROP NOT NULL;
ALTER TABLE settlements
  ALTER COLUMN origin DROP DEFAULT,
  ADD CHECK ((origin = 'REVIEW') = (submission_id IS NOT NULL));
INSERT INTO settlements (round_id, origin, submission_id, fee, paid, reserved, taxed, settled_at)
  SELECT round_id, 'CANARY', NULL, sum(amount), sum(amount), 0, 0, max(paid_at)
  FROM validator_pays WHERE kind = 'CANARY' GROUP BY round_id;
