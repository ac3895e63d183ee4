-- Trips lie between their stops and pictures: a list of them reads this index, not a page for each.
CREATE INDEX record_trip ON record (sort_time, id, json, modified, root, deleted, rank, kind)
WHERE kind = 2;
