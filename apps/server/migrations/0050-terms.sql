-- Accepted terms, by principal ('account:<id>' or 'actor:<id>'), with the digest of exactly the text that was accepted.
CREATE TABLE terms_acceptances (
  principal   text NOT NULL,
  sha256      text NOT NULL,
  version     text NOT NULL,
  accepted_at timestamptz(3) NOT NULL,
  PRIMARY KEY (principal, sha256)
);
CREATE TRIGGER terms_acceptances_fixed BEFORE UPDATE OR DELETE ON terms_acceptances
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER terms_acceptances_no_truncate BEFORE TRUNCATE ON terms_acceptances
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The terms that the owner of a submission had accepted when it was accepted; null if none, and for earlier submissions.
ALTER TABLE submissions ADD COLUMN terms_version text, ADD COLUMN terms_sha256 text;
