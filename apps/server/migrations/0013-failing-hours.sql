-- A world that runs may have an hour that fails and is tried again: its row says why until an hour is stored.
ALTER TABLE world DROP CONSTRAINT world_check;
ALTER TABLE world ADD CONSTRAINT world_check CHECK (state = 'RUNNING' OR fault IS NOT NULL);
