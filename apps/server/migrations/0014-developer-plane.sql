-- Asking for a person, what a dashboard counts, and news of certified sources.

-- Once for each submission, whatever became of it.
CREATE TABLE submission_interventions (
  submission_id uuid PRIMARY KEY REFERENCES submissions (id),
  state         text NOT NULL CHECK (state IN ('REQUESTED', 'TAKEN', 'DONE')),
  reason        text NOT NULL,
  requested_at  timestamptz(3) NOT NULL
);

-- Submissions of one owner by state, and what one principal has spent, without a look at the rows.
CREATE INDEX submissions_by_owner_and_state ON submissions (owner, state);
CREATE INDEX payment_intents_spent ON payment_intents (principal) INCLUDE (amount) WHERE state IN ('PAID', 'CONSUMED');

-- The newest commit of a certified source that is not the certified one; null when there is none.
CREATE TABLE source_news (
  certificate_id text PRIMARY KEY REFERENCES certificates (id),
  owner_wallet   text NOT NULL,
  newer_commit   text,
  -- When the newer commit was first seen.
  seen_at        timestamptz(3) NOT NULL,
  checked_at     timestamptz(3) NOT NULL
);
CREATE INDEX source_news_by_owner ON source_news (owner_wallet, seen_at DESC) WHERE newer_commit IS NOT NULL;
