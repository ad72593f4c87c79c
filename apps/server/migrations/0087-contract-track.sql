-- Contracts are reviewed from now on: the families that read code and provenance sit over them too. New seats of the
-- contract family are added when the service starts.
UPDATE validators SET tracks = ARRAY['SKILL', 'CONTRACT'] WHERE built_in AND family IN ('code-taint', 'supply-chain', 'sandbox');
