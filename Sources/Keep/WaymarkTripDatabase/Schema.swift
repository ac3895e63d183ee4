import WaymarkTrips

/// The tables, and the steps that lead to them from each version before.
enum Schema {
    /// Says that the file is a store of trips: "WMTR".
    static let applicationID = 0x574D_5452

    /// The step from each version to the next; the first makes a store.
    static let steps: [@Sendable (Database) throws -> Void] = [
        { try $0.execute(sql: String(decoding: PackageResources.version1_sql, as: UTF8.self)) },
        { try $0.execute(sql: String(decoding: PackageResources.version2_sql, as: UTF8.self)) },
        { _ in },  // Version 3 was never released.
        { try $0.execute(sql: String(decoding: PackageResources.version4_sql, as: UTF8.self)) },
        { db in
            try db.execute(sql: String(decoding: PackageResources.version5_sql, as: UTF8.self))
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
