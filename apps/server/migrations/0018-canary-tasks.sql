-- Canaries are written down before they go out, judged by the case they are about, and never cases of a calibration.

ALTER TABLE canary_rounds
  -- Unknown for those that were judged without a remote seat before this was kept.
  ADD COLUMN case_id uuid REFERENCES canary_cases (id);
UPDATE canary_rounds r SET case_id = s.case_id FROM case_seats s WHERE s.round_id = r.id;
ALTER TABLE canary_rounds ADD CHECK (case_id IS NOT NULL OR judged_at IS NOT NULL);

-- Canaries that are to go out, written down when the round beside which they go is settled.
CREATE TABLE canary_tasks (
  key      text PRIMARY KEY,
  -- What a seat beside it earned; zero where nobody ever paid.
  seat_fee numeric(39, 0) NOT NULL CHECK (seat_fee >= 0),
  -- When to try, and then when to try again.
  due_at   timestamptz(3) NOT NULL,
  attempts integer NOT NULL CHECK (attempts >= 0)
);
CREATE INDEX canary_tasks_due ON canary_tasks (due_at);

-- What a case is for: whoever is calibrated is told so, sees its cases and may leave again, so none of them tests anybody
-- later. Those that were shown so already stay there; the rest of the plain ones is halved, and hard ones are canaries.
ALTER TABLE canary_cases ADD COLUMN use text;
UPDATE canary_cases c SET use = 'calibration'
  WHERE EXISTS (SELECT FROM case_seats s WHERE s.case_id = c.id AND s.attempt IS NOT NULL);
UPDATE canary_cases c SET use = CASE WHEN kind = 'plain' AND half.number % 2 = 0 THEN 'calibration' ELSE 'canary' END
  FROM (SELECT id, row_number() OVER (PARTITION BY track, expected, kind ORDER BY id) AS number
        FROM canary_cases WHERE use IS NULL) half
  WHERE half.id = c.id;
ALTER TABLE canary_cases
  ALTER COLUMN use SET NOT NULL,
  ADD CHECK (use IN ('calibration', 'canary')),
  ADD CHECK (use = 'canary' OR kind = 'plain');
