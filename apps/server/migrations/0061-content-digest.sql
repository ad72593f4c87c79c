-- What a bundle says, whatever it calls itself: by it content is recognised that was suspended under another name.
ALTER TABLE sealed_inputs ADD COLUMN content_sha256 text CHECK (content_sha256 ~ '^[0-9a-f]{64}$');
CREATE INDEX sealed_inputs_by_content ON sealed_inputs (content_sha256) WHERE content_sha256 IS NOT NULL;
