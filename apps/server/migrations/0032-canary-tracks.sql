-- Canaries of every track. Cases that the installation generates are told apart from imported ones, because right answers to
-- generated cases give no record.
ALTER TABLE canary_cases ADD COLUMN origin text NOT NULL DEFAULT 'IMPORTED' CHECK (origin IN ('IMPORTED', 'GENERATED'));
ALTER TABLE canary_cases ALTER COLUMN origin DROP DEFAULT;

-- The track of the accompanied panel.
ALTER TABLE canary_tasks ADD COLUMN track text NOT NULL DEFAULT 'SKILL';
ALTER TABLE canary_tasks ALTER COLUMN track DROP DEFAULT;
