-- What an event of the world is about, beside its subject.
ALTER TABLE events
  ADD COLUMN tick bigint,
  ADD COLUMN actor_id uuid,
  ADD COLUMN city_id uuid,
  ADD COLUMN business_id uuid,
  ADD COLUMN journal_ids uuid[];

CREATE INDEX events_by_actor ON events (actor_id, seq DESC) WHERE actor_id IS NOT NULL;
CREATE INDEX events_by_city ON events (city_id, seq) WHERE city_id IS NOT NULL;
CREATE INDEX events_by_business ON events (business_id, seq) WHERE business_id IS NOT NULL;
CREATE INDEX events_of_world ON events (seq) WHERE tick IS NOT NULL;
