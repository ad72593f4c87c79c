-- Bundles, the inputs sealed with a quote, drafts and submissions.

-- Bundles ------------------------------------------------------------------------------------------------------------

-- Content-addressed: equal files are stored once.
CREATE TABLE bundle_contents (
  sha256 text PRIMARY KEY,
  bytes  bytea STORAGE EXTERNAL NOT NULL
);
CREATE TRIGGER bundle_contents_fixed BEFORE UPDATE ON bundle_contents
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER bundle_contents_no_truncate BEFORE TRUNCATE ON bundle_contents
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- `id` covers paths, kinds and contents; the published `bundle_sha256` covers paths and contents.
CREATE TABLE bundles (
  id            text PRIMARY KEY,
  bundle_sha256 text NOT NULL,
  stored_at     timestamptz(3) NOT NULL
);
CREATE TRIGGER bundles_fixed BEFORE UPDATE ON bundles
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER bundles_no_truncate BEFORE TRUNCATE ON bundles
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE bundle_entries (
  bundle_id text NOT NULL REFERENCES bundles (id) ON DELETE CASCADE,
  path      text NOT NULL,
  kind      text NOT NULL CHECK (kind IN ('file', 'exec', 'symlink', 'submodule')),
  sha256    text NOT NULL REFERENCES bundle_contents (sha256),
  size      integer NOT NULL,
  PRIMARY KEY (bundle_id, path)
);
CREATE INDEX bundle_entries_by_content ON bundle_entries (sha256);
-- Entries are deleted together with their bundle or not at all.
CREATE FUNCTION refuse_partial_bundle() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM bundles WHERE id = OLD.bundle_id) THEN
    RAISE EXCEPTION 'bundle_entries is append-only' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER bundle_entries_whole BEFORE DELETE ON bundle_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_partial_bundle();
CREATE TRIGGER bundle_entries_fixed BEFORE UPDATE ON bundle_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER bundle_entries_no_truncate BEFORE TRUNCATE ON bundle_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Inputs -------------------------------------------------------------------------------------------------------------

-- The input that a quote prices and that is reviewed once it is paid. Rows without a submission are deleted after some
-- days.
CREATE TABLE sealed_inputs (
  quote_id        uuid PRIMARY KEY REFERENCES quotes (id),
  owner           text NOT NULL,
  -- Digest of the input as requested.
  input_sha256    text NOT NULL,
  -- Covers owner, source, entry and bundle: equal for the same product with the same bytes.
  identity        text NOT NULL,
  product_type    text NOT NULL,
  name            text NOT NULL,
  version         text NOT NULL,
  description     text NOT NULL,
  source          jsonb NOT NULL,
  manifest        jsonb NOT NULL,
  -- False for the default manifest: it declares nothing, so behaviour cannot contradict it.
  has_manifest    boolean NOT NULL,
  bundle_id       text NOT NULL REFERENCES bundles (id),
  entry_path      text NOT NULL,
  entry_sha256    text NOT NULL,
  may_probe       boolean NOT NULL,
  may_publish     boolean NOT NULL,
  draft_id        uuid,
  sealed_at       timestamptz(3) NOT NULL,
  -- The git tree id computed from the bytes of the reviewed folder. Null if the commit was not proven to contain them:
  -- inline content and old archive downloads.
  git_tree        text CHECK (git_tree ~ '^[0-9a-f]{40}$'),
  -- Ignores the product's name, to recognize content that was suspended under another one.
  content_sha256  text CHECK (content_sha256 ~ '^[0-9a-f]{64}$'),
  -- The code at the contract's deployed address, to detect a change during monitoring.
  deployed_sha256 text CHECK (deployed_sha256 ~ '^[0-9a-f]{64}$')
);
CREATE INDEX sealed_inputs_by_bundle ON sealed_inputs (bundle_id);
CREATE INDEX sealed_inputs_by_age ON sealed_inputs (sealed_at);
CREATE INDEX sealed_inputs_by_content ON sealed_inputs (content_sha256) WHERE content_sha256 IS NOT NULL;
CREATE TRIGGER sealed_inputs_fixed BEFORE UPDATE ON sealed_inputs
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER sealed_inputs_no_truncate BEFORE TRUNCATE ON sealed_inputs
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- `input` is JSON stored as text, because jsonb rejects U+0000, which a file may contain.
CREATE TABLE drafts (
  id            uuid PRIMARY KEY,
  account_id    uuid NOT NULL REFERENCES accounts (id),
  revision      integer NOT NULL CHECK (revision > 0),
  state         text NOT NULL CHECK (state IN ('OPEN', 'SUBMITTED')),
  input         text NOT NULL,
  submission_id uuid,
  created_at    timestamptz(3) NOT NULL,
  updated_at    timestamptz(3) NOT NULL,
  -- The quote for the current revision.
  quote_id      uuid REFERENCES sealed_inputs (quote_id),
  CHECK ((state = 'SUBMITTED') = (submission_id IS NOT NULL))
);
CREATE INDEX drafts_by_account ON drafts (account_id, updated_at DESC, id DESC);

-- Submissions --------------------------------------------------------------------------------------------------------

CREATE TABLE submissions (
  id           uuid PRIMARY KEY,
  quote_id     uuid NOT NULL UNIQUE REFERENCES sealed_inputs (quote_id),
  owner        text NOT NULL,
  owner_wallet text,
  identity     text NOT NULL,
  product_type text NOT NULL,
  state        text NOT NULL
    CHECK (state IN ('SUBMITTED', 'SANDBOXING', 'IN_REVIEW', 'ESCALATED', 'CERTIFIED', 'REJECTED', 'FAILED')),
  -- Null only for the service's own samples.
  intent_id    uuid UNIQUE REFERENCES payment_intents (id),
  created_at   timestamptz(3) NOT NULL,
  updated_at   timestamptz(3) NOT NULL
);
CREATE INDEX submissions_by_owner ON submissions (owner, created_at DESC, id DESC);
CREATE INDEX submissions_by_owner_and_state ON submissions (owner, state);
CREATE INDEX submissions_open ON submissions (created_at)
  WHERE state IN ('SUBMITTED', 'SANDBOXING', 'IN_REVIEW', 'ESCALATED');
-- The same bytes are reviewed once, unless the service failed to finish the review.
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

-- Requests for a human review, at most one per submission, whatever its outcome.
CREATE TABLE submission_interventions (
  submission_id uuid PRIMARY KEY REFERENCES submissions (id),
  state         text NOT NULL CHECK (state IN ('REQUESTED', 'TAKEN', 'DONE')),
  reason        text NOT NULL,
  requested_at  timestamptz(3) NOT NULL
);
