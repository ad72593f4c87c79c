-- Questions "what if?" about the world, and their answers.
CREATE TABLE world_forks (
  id             uuid PRIMARY KEY,
  state          text NOT NULL CHECK (state IN ('QUEUED', 'RUNNING', 'DONE', 'FAILED')),
  question       text,
  changes        jsonb NOT NULL,
  months         integer NOT NULL CHECK (months BETWEEN 1 AND 60),
  replicas       integer NOT NULL CHECK (replicas BETWEEN 1 AND 16),
  replicas_done  integer NOT NULL DEFAULT 0,
  kernel_version integer,
  base_tick      bigint,
  base_hash      text,
  series         jsonb,
  hash           text,
  error          text,
  created_at     timestamptz(3) NOT NULL,
  -- Renewed with every replica: what has not been touched for long is taken up again.
  touched_at     timestamptz(3) NOT NULL,
  finished_at    timestamptz(3),
  CHECK ((state = 'DONE') = (hash IS NOT NULL)),
  CHECK ((state IN ('DONE', 'FAILED')) = (finished_at IS NOT NULL))
);
CREATE INDEX world_forks_unfinished ON world_forks (touched_at) WHERE state IN ('QUEUED', 'RUNNING');
CREATE INDEX world_forks_newest ON world_forks (created_at DESC, id DESC);
