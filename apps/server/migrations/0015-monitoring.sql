-- Life after issue: what a later round found, flags that a worker still has to look at, bounties that wait for a
-- person, and what monitoring has seen.

-- The last decided RE_AUDIT, as verify shows it: {roundId, rulesetDigest, securityLevel, sandboxRiskLevel, retainedWarnings}.
ALTER TABLE certificate_states ADD COLUMN re_audit jsonb;

-- When a worker has to look at the flag; null when it is decided or a person's turn. Whoever looks keeps it ahead of the clock.
ALTER TABLE flags ADD COLUMN due_at timestamptz(3);
CREATE INDEX flags_due ON flags (due_at) WHERE due_at IS NOT NULL;

-- HELD waits for an operator's approval, REFUSED did not get it.
ALTER TABLE bounties DROP CONSTRAINT bounties_state_check;
ALTER TABLE bounties ADD CONSTRAINT bounties_state_check
  CHECK (state IN ('HELD', 'PENDING', 'SENT', 'PAID', 'REFUSED'));

CREATE TABLE monitorings (
  certificate_id  text PRIMARY KEY REFERENCES certificates (id),
  -- [{kind, result, detail, checkedAt}], each kind once.
  checks          jsonb NOT NULL,
  -- The rules that the bytes were last reviewed with; null until a replay.
  replayed_with   text,
  -- Whoever checks keeps this ahead of the clock until it is done.
  next_check_at   timestamptz(3) NOT NULL,
  last_checked_at timestamptz(3)
);
CREATE INDEX monitorings_due ON monitorings (next_check_at);
