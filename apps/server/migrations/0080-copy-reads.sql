-- Checks of a copy by its digest, as installers and agent hooks make them, are counted beside views and verifications.
ALTER TABLE certificate_reads DROP CONSTRAINT certificate_reads_kind_check;
ALTER TABLE certificate_reads ADD CONSTRAINT certificate_reads_kind_check CHECK (kind IN ('view', 'verification', 'copy'));
