-- When the storage for unpaid content is full, content of the network address that stored most is deleted first. The
-- column has a keyed digest of the address and is deleted with its row. Null for earlier rows.
ALTER TABLE unsubmitted_bytes ADD COLUMN origin text;
ALTER TABLE drafts ADD COLUMN origin text;
CREATE INDEX unsubmitted_bytes_by_origin ON unsubmitted_bytes (origin);
CREATE INDEX drafts_by_origin ON drafts (origin);
