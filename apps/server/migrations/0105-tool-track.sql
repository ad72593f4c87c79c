-- Tools are reviewed from now on: the families that read sentences, code and provenance sit over them too, and so do the
-- models. New seats of the tool family are added when the service starts.
UPDATE validators SET tracks = tracks || 'TOOL'::text
WHERE built_in AND NOT 'TOOL' = ANY (tracks) AND 'SKILL' = ANY (tracks);
