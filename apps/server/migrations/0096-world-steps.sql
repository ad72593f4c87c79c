-- An operator resumes a paused world for some ticks: the process that writes the tick before this one pauses it again.
ALTER TABLE world ADD COLUMN pause_at_tick bigint;
