-- What a posting of a purse belongs to: the object that the service booked it for, the event that tells of it, and words.
ALTER TABLE world_postings
  ADD COLUMN reference text,
  ADD COLUMN event_id uuid,
  ADD COLUMN memo text;
