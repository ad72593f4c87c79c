-- How many bytes of inputs a caller sent to the world on a day.
CREATE TABLE world_input_usage (
  principal text NOT NULL CHECK (length(principal) BETWEEN 1 AND 160),
  day       date NOT NULL,
  bytes     bigint NOT NULL CHECK (bytes >= 0),
  PRIMARY KEY (principal, day)
);
CREATE INDEX world_input_usage_by_day ON world_input_usage (day);
-- What callers sent and an hour has decided, to delete it once no state is kept from which that hour could be replayed.
CREATE INDEX world_inputs_of_actors ON world_inputs (assigned_tick) WHERE principal LIKE 'actor:%' AND assigned_tick >= 0;
