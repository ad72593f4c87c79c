-- The request that caused a job, for the log lines of the worker. Null for jobs that no request caused.
ALTER TABLE waiting_jobs ADD COLUMN request_id text;
