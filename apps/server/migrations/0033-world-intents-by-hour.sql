-- Decided intents are deleted with the inputs of their hours.
CREATE INDEX world_intents_decided ON world_intents (decided_tick) WHERE decided_tick IS NOT NULL;
