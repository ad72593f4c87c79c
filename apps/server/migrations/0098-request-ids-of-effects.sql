-- The request that caused each of these, for the log lines of reviews, chain transactions and webhook deliveries. Null for those that no
-- request caused.
ALTER TABLE rounds ADD COLUMN request_id text;
ALTER TABLE events ADD COLUMN request_id text;
ALTER TABLE webhook_deliveries ADD COLUMN request_id text;
ALTER TABLE certificate_anchors ADD COLUMN request_id text;
ALTER TABLE chain_outbox ADD COLUMN request_id text;
