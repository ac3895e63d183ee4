-- A record is its JSON, as in a backup. The other columns, by which records are found, follow from it.
CREATE TABLE record (
    id BLOB NOT NULL PRIMARY KEY,
    kind INTEGER NOT NULL,
    json TEXT NOT NULL,
    modified INTEGER NOT NULL,
    rank BLOB,
    root BLOB,
    deleted INTEGER,
    scope BLOB,
    sort_time INTEGER NOT NULL,
    first_day INTEGER,
    last_day INTEGER,
    latitude REAL,
    longitude REAL,
    content TEXT
) STRICT;
CREATE UNIQUE INDEX record_order ON record (kind, scope, rank) WHERE rank IS NOT NULL;
CREATE INDEX record_kind ON record (kind, id);
CREATE INDEX record_time ON record (kind, sort_time, id);
CREATE INDEX record_root ON record (root) WHERE root IS NOT NULL;
CREATE INDEX record_latitude ON record (latitude) WHERE latitude IS NOT NULL;
CREATE INDEX record_content ON record (content) WHERE content IS NOT NULL;

-- Which record goes with another (keeps = 0), or names one that stays (keeps = 1).
CREATE TABLE link (
    target BLOB NOT NULL,
    keeps INTEGER NOT NULL,
    id BLOB NOT NULL,
    PRIMARY KEY (target, keeps, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX link_id ON link (id);

CREATE TABLE change (
    number INTEGER NOT NULL,
    place INTEGER NOT NULL,
    id BLOB NOT NULL,
    kind INTEGER NOT NULL,
    action TEXT NOT NULL,
    PRIMARY KEY (number, place)
) STRICT, WITHOUT ROWID;

-- The history, the number of commits, and how many of them are forgotten.
CREATE TABLE history (
    one INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
    id BLOB NOT NULL,
    number INTEGER NOT NULL,
    forgotten INTEGER NOT NULL
) STRICT;
