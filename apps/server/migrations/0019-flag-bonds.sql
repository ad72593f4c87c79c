-- Marks that an actor stakes on a flag of its own. They lie in the ledger under `actor-bond` until the flag is decided.
ALTER TABLE flags
  ADD COLUMN bond numeric(39, 0) CHECK (bond > 0),
  ADD COLUMN bond_actor_id uuid,
  ADD COLUMN bond_state text CHECK (bond_state IN ('HELD', 'RETURNED', 'LOST')),
  ADD CHECK ((bond IS NULL) = (bond_actor_id IS NULL) AND (bond IS NULL) = (bond_state IS NULL));
-- Bonds of flags that nobody decided in time are returned.
CREATE INDEX flags_bonds_held ON flags (triage_due_at) WHERE bond_state = 'HELD';
