-- Submissions in preparation.

-- `input` is JSON as text: a file may hold U+0000, which jsonb refuses and an escape carries.
CREATE TABLE drafts (
  id            uuid PRIMARY KEY,
  account_id    uuid NOT NULL REFERENCES accounts (id),
  revision      integer NOT NULL CHECK (revision > 0),
  state         text NOT NULL CHECK (state IN ('OPEN', 'SUBMITTED')),
  input         text NOT NULL,
  submission_id uuid,
  created_at    timestamptz(3) NOT NULL,
  updated_at    timestamptz(3) NOT NULL,
  CHECK ((state = 'SUBMITTED') = (submission_id IS NOT NULL))
);
CREATE INDEX drafts_by_account ON drafts (account_id, updated_at DESC, id DESC);
