import WaymarkTrips

/// The tables, and the steps that lead to them from each version before.
enum Schema {
    /// Says that the file is a store of trips: "WMTR".
    static let applicationID = 0x574D_5452

    /// The step from each version to the next; the first makes a store.
    static let steps: [@Sendable (Database) throws -> Void] = [
        { db in
            // A record is its JSON, as in a backup. The other columns, by which records are found, follow from it.
            try db.execute(
                sql: """
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
                    """)
        },
        { db in
            // Trips lie between their stops and pictures: a list of them reads this index, not a page for each.
            try db.execute(
                sql: """
                    CREATE INDEX record_trip ON record (sort_time, id, json, modified, root, deleted, rank, kind)
                    WHERE kind = 2;
                    """)
        },
        { _ in },  // Version 3 was never released.
        { db in
            // After a merge two records may have the same rank: they are in the order of their ids.
            try db.execute(
                sql: """
                    DROP INDEX record_order;
                    CREATE INDEX record_order ON record (kind, scope, rank, id) WHERE rank IS NOT NULL;

                    -- What is kept of purged records: their deletion.
                    CREATE TABLE tombstone (
                        id BLOB NOT NULL PRIMARY KEY,
                        root BLOB NOT NULL,
                        time INTEGER NOT NULL
                    ) STRICT, WITHOUT ROWID;
                    """)
        },
        { db in
            // Each record has a checksum, so that changed bytes are found. Plans are kept, which programs of version 4 would
            // take for damage.
            try db.execute(
                sql: """
                    ALTER TABLE record ADD COLUMN sum INTEGER;
                    DROP INDEX record_trip;
                    CREATE INDEX record_trip ON record (sort_time, id, json, modified, root, deleted, rank, kind, sum)
                    WHERE kind = 2;
                    """)
            var sums: [(row: Int64, sum: Int64)] = []
            do {
                let columns = DatabaseRows.columns(hasSum: false)
                let rows = try StatementRows(db.cachedStatement(sql: "SELECT \(columns), rowid FROM record"))
                while let row = try rows.next() {
                    if let number = row.integer(7) { sums.append((number, DatabaseRows.sum(of: row))) }
                }
            }
            let change = try db.cachedStatement(sql: "UPDATE record SET sum = ? WHERE rowid = ?")
            for (row, sum) in sums { try change.execute(arguments: [sum, row]) }
        },
    ]

    /// The version of a database; 0 of an empty one.
    ///
    /// - Throws: `TripStoreError/newerVersion(_:known:)`; `TripStoreError/failed(reason:)` for another
    ///   program's file, and for version 3.
    static func version(of db: Database) throws -> Int {
        let version = try db.integer(sql: "PRAGMA user_version") ?? 0
        let application = try db.integer(sql: "PRAGMA application_id") ?? 0
        let isEmpty = try db.integer(sql: "SELECT count(*) FROM sqlite_master") == 0
        guard isEmpty || application == applicationID else {
            throw TripStoreError.failed(reason: "the database of another program")
        }
        guard version >= 0, isEmpty == (version == 0) else {
            throw TripStoreError.failed(reason: "the database is damaged: its version is \(version)")
        }
        guard version <= steps.count else { throw TripStoreError.newerVersion(version, known: steps.count) }
        // It had the edits of several devices, beside the records that mending keeps.
        guard version != 3 else {
            throw TripStoreError.failed(reason: "its version is 3, which was never released; mending keeps its records")
        }
        return version
    }

    /// Brings a database up to date, within a transaction.
    ///
    /// - Throws: As ``version(of:)``.
    static func migrate(_ db: Database, history: RecordID) throws {
        let version = try version(of: db)
        guard version < steps.count else { return }
        for step in steps[version...] { try step(db) }
        if version == 0 {
            try db.cachedStatement(sql: "INSERT INTO history (one, id, number, forgotten) VALUES (1, ?, 0, 0)")
                .execute(arguments: [history.bytes])
        }
        try db.execute(sql: "PRAGMA application_id = \(applicationID); PRAGMA user_version = \(steps.count)")
    }
}
