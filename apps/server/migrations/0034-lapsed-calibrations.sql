-- Attempts at calibration that were opened before this moment do not count: the validator was suspended, or returned with
-- another mode or family. Null if all count.
ALTER TABLE validators ADD COLUMN calibrations_lapsed_at timestamptz(3);
