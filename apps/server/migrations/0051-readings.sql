-- What models said about bundles, each once: the same bytes under the same wording are never paid for twice.
CREATE TABLE model_readings (
  -- Digest of what the engine was given.
  input_digest   text NOT NULL,
  family         text NOT NULL,
  model          text NOT NULL,
  prompt_version text NOT NULL,
  pass           text NOT NULL,
  reading        jsonb NOT NULL,
  transcript     text NOT NULL,
  read_at        timestamptz(3) NOT NULL,
  PRIMARY KEY (input_digest, family, model, prompt_version, pass)
);
CREATE INDEX model_readings_by_transcript ON model_readings (transcript);

-- What was asked and answered, by the digest of its canonical JSON. Secrets of the bundle are masked; no key is ever in it.
CREATE TABLE model_transcripts (
  digest text PRIMARY KEY,
  body   bytea NOT NULL
);

-- Money of a day, reserved before a question is asked and settled after it.
CREATE TABLE model_spending (
  model        text NOT NULL,
  day          text NOT NULL CHECK (day ~ '^\d{4}-\d{2}-\d{2}$'),
  micros       bigint NOT NULL CHECK (micros >= 0),
  PRIMARY KEY (model, day)
);

CREATE TRIGGER model_readings_fixed BEFORE UPDATE OR DELETE ON model_readings FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER model_transcripts_fixed BEFORE UPDATE OR DELETE ON model_transcripts FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Tokens and money that this round cost; null where no model was asked.
ALTER TABLE rounds ADD COLUMN reading_usage jsonb;
