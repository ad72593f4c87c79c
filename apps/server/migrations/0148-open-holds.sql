-- What a purse has promised and no hour has taken yet is summed for every payment, while thousands of inputs may wait.
CREATE INDEX world_inputs_held ON world_inputs (actor_id) WHERE assigned_tick IS NULL AND kind = 'hold';
