-- A contract may be submitted together with the address that it is deployed at: what lay there is kept as a digest, so that
-- monitoring sees when something else does.
ALTER TABLE sealed_inputs ADD COLUMN deployed_sha256 text CHECK (deployed_sha256 ~ '^[0-9a-f]{64}$');
