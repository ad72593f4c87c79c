-- Unpaid intents are deleted some months after they expired, and so are quotes that nothing refers to.
CREATE INDEX payment_intents_unpaid ON payment_intents (expires_at) WHERE state = 'REQUIRES_PAYMENT';
CREATE INDEX quotes_by_expiry ON quotes (expires_at);
