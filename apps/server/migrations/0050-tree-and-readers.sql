-- Kinds of files beside their bytes; unknown for what was sealed before.
ALTER TABLE certificates ADD COLUMN tree_sha256 text CHECK (tree_sha256 ~ '^[0-9a-f]{64}$');
CREATE INDEX certificates_tree_sha256 ON certificates (tree_sha256) WHERE tree_sha256 IS NOT NULL;

-- What git calls the folder that was read, computed from its bytes; null for content that was sent, and for what was
-- taken from an archive before. Only what has it is bound to its commit.
ALTER TABLE sealed_inputs ADD COLUMN git_tree text CHECK (git_tree ~ '^[0-9a-f]{40}$');

-- The level of a decided round, as its verdict was given: who had read it counts. Null for rounds decided before.
ALTER TABLE rounds ADD COLUMN security_level text CHECK (security_level IN ('CLEAR', 'LOW', 'MEDIUM', 'HIGH', 'CRITICAL'));
