-- After a merge two records may have the same rank: they are in the order of their ids.
DROP INDEX record_order;
CREATE INDEX record_order ON record (kind, scope, rank, id) WHERE rank IS NOT NULL;

-- What is kept of purged records: their deletion.
CREATE TABLE tombstone (
    id BLOB NOT NULL PRIMARY KEY,
    root BLOB NOT NULL,
    time INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
