-- What `quality` was computed from. Plugins are measured again, because quality is now the share of all attacks that only the
-- plugin finds, and needs at least 200 cases.
ALTER TABLE plugins ADD COLUMN measurement jsonb;
UPDATE plugins SET quality = NULL, measured_with = NULL;
