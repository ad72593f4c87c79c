-- A wallet signs which of its API keys are revoked.
ALTER TABLE nonces DROP CONSTRAINT nonces_purpose_check;
ALTER TABLE nonces ADD CONSTRAINT nonces_purpose_check CHECK (purpose IN ('link', 'wallet', 'flag', 'revoke'));
