-- Canaries are written down before they go out, and judged by the case they are about.

ALTER TABLE canary_rounds
  -- Unknown for those that were judged without a remote seat before this was kept.
  ADD COLUMN case_id uuid REFERENCES canary_cases (id);
UPDATE canary_rounds r SET case_id = s.case_id FROM case_seats s WHERE s.round_id = r.id;
ALTER TABLE canary_rounds ADD CHECK (case_id IS NOT NULL OR judged_at IS NOT NULL);

-- Canaries that are to go out, written down when the round beside which they go is settled.
CREATE TABLE canary_tasks (
  key      text PRIMARY KEY,
  -- When to try, and then when to try again.
  due_at   timestamptz(3) NOT NULL,
  attempts integer NOT NULL CHECK (attempts >= 0)
);
CREATE INDEX canary_tasks_due ON canary_tasks (due_at);
