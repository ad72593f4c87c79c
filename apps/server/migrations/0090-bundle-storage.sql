-- PostgreSQL 15 cannot set the storage of a column when it creates the table (0007). No change on later versions.
ALTER TABLE bundle_contents ALTER COLUMN bytes SET STORAGE EXTERNAL;
