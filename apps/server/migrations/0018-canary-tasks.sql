-- Canaries are judged by the case they are about.

ALTER TABLE canary_rounds
  -- Unknown for those that were judged without a remote seat before this was kept.
  ADD COLUMN case_id uuid REFERENCES canary_cases (id);
UPDATE canary_rounds r SET case_id = s.case_id FROM case_seats s WHERE s.round_id = r.id;
ALTER TABLE canary_rounds ADD CHECK (case_id IS NOT NULL OR judged_at IS NOT NULL);
