-- Under which rules a report was made, so that the public figures can list them. Null for reports from before.
ALTER TABLE round_reports ADD COLUMN ruleset_digest text;
CREATE INDEX round_reports_by_ruleset ON round_reports (ruleset_digest, analyzed_at) WHERE ruleset_digest IS NOT NULL;
