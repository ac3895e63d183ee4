import WaymarkTrips

/// The commits that a database remembers.
struct ChangeTable {
    let db: Database

    /// The last commit, and how many are forgotten.
    func state() throws -> (cursor: ChangeCursor, forgotten: Int64) {
        let statement = try db.cachedStatement(sql: "SELECT id, number, forgotten FROM history")
        guard let row = try StatementRows(statement).next(), let id = row.id(0), let number = row.integer(1),
            let forgotten = row.integer(2)
        else { throw TripStoreError.failed(reason: "the database has no history") }
        guard number < .max, forgotten >= 0, forgotten <= number else {
            throw TripStoreError.failed(
                reason:
                    "the history of the database is damaged: it has \(number) commits, and has forgotten \(forgotten)")
        }
        return (ChangeCursor(history: id, number: number), forgotten)
    }

    /// Adds a commit, unless it is empty.
    func append(_ changes: [RecordChange]) throws -> ChangeCursor {
        let cursor = try state().cursor
        guard !changes.isEmpty else { return cursor }
        let number = cursor.number + 1
        let statement = try db.cachedStatement(
            sql: "INSERT INTO change (number, place, id, kind, action) VALUES (?, ?, ?, ?, ?)")
        for (place, change) in changes.enumerated() {
            try statement.execute(arguments: [
                number, place, change.id.bytes, change.kind.number, change.action.rawValue,
            ])
        }
        try db.cachedStatement(sql: "UPDATE history SET number = ?").execute(arguments: [number])
        return ChangeCursor(history: cursor.history, number: number)
    }

    func commits(after cursor: ChangeCursor, limit: Int) throws -> [TripCommit] {
        let (last, forgotten) = try state()
        guard cursor.history == last.history, (forgotten...last.number).contains(cursor.number) else {
            throw TripStoreError.cursorTooOld(cursor)
        }
        let count = min(last.number - cursor.number, Int64(limit))
        let end = cursor.number + count
        let statement = try db.cachedStatement(
            sql:
                "SELECT number, id, kind, action FROM change WHERE number > ? AND number <= ? ORDER BY number, place"
        )
        let rows = try StatementRows(statement, [cursor.number, end])
        var changes: [[RecordChange]] = Array(repeating: [], count: Int(count))
        while let row = try rows.next() {
            guard let number = row.integer(0), let id = row.id(1),
                let kind = row.integer(2).flatMap(RecordKind.init(number:)),
                let action = row.text(3).flatMap(RecordChange.Action.init(rawValue:))
            else { throw TripStoreError.failed(reason: "the database has a row that is not a change") }
            changes[Int(number - cursor.number - 1)].append(RecordChange(id: id, kind: kind, action: action))
        }
        return changes.enumerated().map { place, changes in
            TripCommit(
                cursor: ChangeCursor(history: cursor.history, number: cursor.number + Int64(place) + 1),
                changes: changes)
        }
    }

    func forget(keeping count: Int) throws {
        let (last, forgotten) = try state()
        let first = max(forgotten, last.number - Int64(count))
        try db.cachedStatement(sql: "DELETE FROM change WHERE number <= ?").execute(arguments: [first])
        try db.cachedStatement(sql: "UPDATE history SET forgotten = ?").execute(arguments: [first])
    }
}
