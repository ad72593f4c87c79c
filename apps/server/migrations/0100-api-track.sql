-- APIs are reviewed from now on: the families that read sentences, code and provenance sit over them too, and so do the
-- models. New seats of the family for APIs are added when the service starts.
UPDATE validators SET tracks = tracks || 'API'::text
WHERE built_in AND NOT 'API' = ANY (tracks) AND 'SKILL' = ANY (tracks);
