-- Each record has a checksum, so that changed bytes are found. Plans are kept, which programs of version 4 would take for
-- damage.
ALTER TABLE record ADD COLUMN sum INTEGER;
DROP INDEX record_trip;
CREATE INDEX record_trip ON record (sort_time, id, json, modified, root, deleted, rank, kind, sum)
WHERE kind = 2;
