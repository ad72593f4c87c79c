-- Lists say who read the instructions without reading whole payloads. Payloads of the first schema name no reader.
ALTER TABLE certificates ADD COLUMN instructions_read_by text NOT NULL
  GENERATED ALWAYS AS (coalesce(payload::json ->> 'instructionsReadBy', 'NONE')) STORED;
