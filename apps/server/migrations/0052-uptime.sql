-- Minutes of each hour in which the service answered a check of its own. An hour without a row is an hour without service.
CREATE TABLE uptime_hours (
  hour    timestamptz PRIMARY KEY,
  minutes integer NOT NULL CHECK (minutes BETWEEN 1 AND 60),
  last_at timestamptz(3) NOT NULL
);
