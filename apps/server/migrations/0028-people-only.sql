-- No model and no remote validator gets the content of such a submission; a person reads it.
ALTER TABLE sealed_inputs ADD COLUMN is_people_only boolean NOT NULL DEFAULT false;
