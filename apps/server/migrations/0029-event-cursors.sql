-- How far each follower of the published events has come. A follower has a transaction of its own: one that fails does not stop the publisher.
CREATE TABLE event_cursors (
  name text PRIMARY KEY CHECK (length(name) BETWEEN 1 AND 64),
  seq  bigint NOT NULL
);
INSERT INTO event_cursors (name, seq) VALUES ('webhooks', coalesce((SELECT max(seq) FROM events), 0));

-- What is due is looked up for each webhook, whatever others have waiting.
DROP INDEX webhook_deliveries_due;
CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (webhook_id, due_at) WHERE state = 'PENDING';
