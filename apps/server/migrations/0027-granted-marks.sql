-- Marks of a settlement grant that are not spent: they are neither staked nor put up as a bond.
ALTER TABLE world_purses ADD COLUMN granted numeric(39, 0) NOT NULL DEFAULT 0;
