-- Which keys sign here and which did before: every version that was ever published, as it was signed.
CREATE TABLE trust_roots (
  version integer PRIMARY KEY CHECK (version >= 1),
  document text NOT NULL
);
CREATE TRIGGER trust_roots_append_only BEFORE UPDATE OR DELETE ON trust_roots FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER trust_roots_no_truncate BEFORE TRUNCATE ON trust_roots FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Keys made by a rotation, closed with a key that follows from the configured one. The first key is in the configuration alone.
CREATE TABLE signing_seeds (
  key_id text PRIMARY KEY,
  sealed_seed text NOT NULL
);
