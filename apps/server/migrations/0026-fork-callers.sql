-- Who asked, to limit what one caller asks. A hash: an address is not kept. Null for questions of before.
ALTER TABLE world_forks ADD COLUMN asked_by text CHECK (length(asked_by) BETWEEN 1 AND 160);
CREATE INDEX world_forks_of_caller ON world_forks (asked_by, created_at) WHERE asked_by IS NOT NULL;
