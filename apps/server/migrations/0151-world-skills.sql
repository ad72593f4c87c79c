-- The certificates that the world has been told of: somebody has offered them there, or set a business to work with them.
-- It hears of their changes and of no others.
CREATE TABLE world_skills (
  certificate_id text PRIMARY KEY REFERENCES certificates (id)
);
-- A world of before was told of all that there were.
INSERT INTO world_skills (certificate_id) SELECT id FROM certificates WHERE EXISTS (SELECT FROM world);
