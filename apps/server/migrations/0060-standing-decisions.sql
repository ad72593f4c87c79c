-- A person's decision stands until a person lifts it.
ALTER TABLE certificate_states ADD COLUMN held_by_person boolean NOT NULL DEFAULT false;
-- Who decided was not kept until now: what may have been a person is taken for one.
UPDATE certificate_states SET held_by_person = true
  WHERE status = 'SUSPENDED' AND status_reason IN ('FLAG_CONFIRMED', 'PLATFORM_DETERMINATION');
ALTER TABLE certificate_states ADD CHECK (NOT held_by_person OR status = 'SUSPENDED');
