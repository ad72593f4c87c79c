-- A row of each API process that reads from a replica. The newest token, once the replica shows it, proves that the replica has
-- everything that was committed before it was written.
CREATE TABLE replica_beats (
  process uuid PRIMARY KEY,
  token   uuid NOT NULL,
  at      timestamptz(3) NOT NULL
);
