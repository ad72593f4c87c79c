-- A developer's own events of one kind, newest first.
CREATE INDEX events_by_owner_and_kind ON events (owner, kind, seq DESC) WHERE owner IS NOT NULL;
