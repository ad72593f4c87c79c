-- A remote seat has to fetch its bundle soon, or it is given to somebody else at once. Null once it has, and for hosted seats.
ALTER TABLE seats ADD COLUMN download_by timestamptz(3);
