-- The models that the submitter was shown and agreed to. No other model gets the content. Null for earlier inputs, which no model reads.
ALTER TABLE sealed_inputs ADD COLUMN readers jsonb, ADD COLUMN names_readers boolean NOT NULL DEFAULT false;
