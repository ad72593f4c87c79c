-- How long a job has waited is what an operator wants to know first. A default of PostgreSQL's own: older programs write as before.
ALTER TABLE waiting_jobs ADD COLUMN waiting_since timestamptz(3) NOT NULL DEFAULT now();
