-- Work that waits for a worker. It is gone when it is taken: whoever sent it looks whether it was done.
CREATE TABLE waiting_jobs (
  queue text NOT NULL,
  id    bigint GENERATED ALWAYS AS IDENTITY,
  key   text NOT NULL,
  PRIMARY KEY (queue, id)
);
CREATE INDEX waiting_jobs_by_key ON waiting_jobs (queue, key);

-- What is done again and again, once for all processes.
CREATE TABLE repeating_jobs (
  name   text PRIMARY KEY,
  due_at timestamptz(3) NOT NULL
);

-- The queues of before. What waits there is sent again by the looks of its senders.
DROP SCHEMA IF EXISTS jobs CASCADE;
