-- Bundles, sealed inputs, submissions and what became of them.

-- Content by digest: the same file is kept once, whoever sent it and however often.
CREATE TABLE bundle_contents (
  sha256 text PRIMARY KEY,
  bytes  bytea NOT NULL
);
ALTER TABLE bundle_contents ALTER COLUMN bytes SET STORAGE EXTERNAL;
CREATE TRIGGER bundle_contents_fixed BEFORE UPDATE ON bundle_contents FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER bundle_contents_no_truncate BEFORE TRUNCATE ON bundle_contents FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- A sealed list of files. `id` covers paths, kinds and contents; `bundle_sha256`, which the world sees, paths and contents.
CREATE TABLE bundles (
  id            text PRIMARY KEY,
  bundle_sha256 text NOT NULL,
  stored_at     timestamptz(3) NOT NULL
);
CREATE TRIGGER bundles_fixed BEFORE UPDATE ON bundles FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER bundles_no_truncate BEFORE TRUNCATE ON bundles FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE bundle_entries (
  bundle_id text NOT NULL REFERENCES bundles (id) ON DELETE CASCADE,
  path      text NOT NULL,
  kind      text NOT NULL CHECK (kind IN ('file', 'exec', 'symlink', 'submodule')),
  sha256    text NOT NULL REFERENCES bundle_contents (sha256),
  size      integer NOT NULL,
  PRIMARY KEY (bundle_id, path)
);
CREATE INDEX bundle_entries_by_content ON bundle_entries (sha256);
CREATE TRIGGER bundle_entries_fixed BEFORE UPDATE ON bundle_entries FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER bundle_entries_no_truncate BEFORE TRUNCATE ON bundle_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- A bundle goes as a whole (nobody submitted it) or not at all.
CREATE FUNCTION refuse_partial_bundle() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM bundles WHERE id = OLD.bundle_id) THEN
    RAISE EXCEPTION 'bundle_entries is append-only' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER bundle_entries_whole BEFORE DELETE ON bundle_entries FOR EACH ROW EXECUTE FUNCTION refuse_partial_bundle();

-- What was priced, and what is reviewed if it is paid: one for each quote. Those nobody submits are removed some days later.
CREATE TABLE sealed_inputs (
  quote_id     uuid PRIMARY KEY REFERENCES quotes (id),
  owner        text NOT NULL,
  -- SHA-256 of the input as it was asked for.
  input_sha256 text NOT NULL,
  -- Owner, source, entry and bundle: the same skill with the same bytes.
  identity     text NOT NULL,
  product_type text NOT NULL,
  name         text NOT NULL,
  version      text NOT NULL,
  description  text NOT NULL,
  source       jsonb NOT NULL,
  manifest     jsonb NOT NULL,
  -- A manifest that nobody gave declares nothing, and breaks no promise.
  has_manifest boolean NOT NULL,
  bundle_id    text NOT NULL REFERENCES bundles (id),
  entry_path   text NOT NULL,
  entry_sha256 text NOT NULL,
  may_probe    boolean NOT NULL,
  may_publish  boolean NOT NULL,
  draft_id     uuid,
  sealed_at    timestamptz(3) NOT NULL
);
CREATE INDEX sealed_inputs_by_bundle ON sealed_inputs (bundle_id);
CREATE INDEX sealed_inputs_by_age ON sealed_inputs (sealed_at);
CREATE TRIGGER sealed_inputs_fixed BEFORE UPDATE ON sealed_inputs FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER sealed_inputs_no_truncate BEFORE TRUNCATE ON sealed_inputs FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE submissions (
  id           uuid PRIMARY KEY,
  quote_id     uuid NOT NULL UNIQUE REFERENCES sealed_inputs (quote_id),
  owner        text NOT NULL,
  owner_wallet text,
  identity     text NOT NULL,
  product_type text NOT NULL,
  state        text NOT NULL CHECK (state IN ('SUBMITTED', 'SANDBOXING', 'IN_REVIEW', 'ESCALATED', 'CERTIFIED', 'REJECTED', 'FAILED')),
  -- Null only for the samples that the service reviews for itself.
  intent_id    uuid UNIQUE REFERENCES payment_intents (id),
  created_at   timestamptz(3) NOT NULL,
  updated_at   timestamptz(3) NOT NULL
);
CREATE INDEX submissions_by_owner ON submissions (owner, created_at DESC, id DESC);
CREATE INDEX submissions_open ON submissions (created_at) WHERE state IN ('SUBMITTED', 'SANDBOXING', 'IN_REVIEW', 'ESCALATED');
-- The same bytes are reviewed once; only a review that the service could not finish may be asked for again.
CREATE UNIQUE INDEX submissions_once ON submissions (identity) WHERE state <> 'FAILED';

CREATE TABLE submission_changes (
  submission_id uuid NOT NULL REFERENCES submissions (id),
  position      integer NOT NULL,
  trigger       text NOT NULL,
  state         text NOT NULL,
  reason        text,
  at            timestamptz(3) NOT NULL,
  PRIMARY KEY (submission_id, position)
);
CREATE TRIGGER submission_changes_append_only BEFORE UPDATE OR DELETE ON submission_changes
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER submission_changes_no_truncate BEFORE TRUNCATE ON submission_changes
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE submission_disputes (
  submission_id uuid PRIMARY KEY REFERENCES submissions (id),
  state         text NOT NULL CHECK (state IN ('OPEN', 'UPHELD', 'OVERTURNED')),
  reason        text NOT NULL,
  finding_ids   jsonb NOT NULL,
  evidence      jsonb NOT NULL,
  opened_at     timestamptz(3) NOT NULL,
  decided_at    timestamptz(3),
  CHECK ((state = 'OPEN') = (decided_at IS NULL))
);

-- The quote that holds for a draft as it is now.
ALTER TABLE drafts ADD COLUMN quote_id uuid REFERENCES sealed_inputs (quote_id);
