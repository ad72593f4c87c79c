-- An address has several live codes: who asked for each decides which one gives way. A keyed hash, never the client's address.
ALTER TABLE login_challenges ADD COLUMN requester text NOT NULL DEFAULT '';
