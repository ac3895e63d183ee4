import WaymarkTrips

/// Finds the faults of a database.
struct DatabaseCheck {
    let db: Database

    private static let limit = 100

    func faults() throws -> [String] {
        var faults = try db.texts(sql: "PRAGMA integrity_check(\(Self.limit))").filter { $0 != "ok" }
        // Damaged pages would be reported once more for each row on them.
        guard faults.isEmpty else { return faults.map { "the database: \($0)" } }
        try addFaultsOfRecords(to: &faults)
        try addFaultsOfHistory(to: &faults)
        return faults
    }

    private func addFaultsOfRecords(to faults: inout [String]) throws {
        let links = try db.cachedStatement(sql: "SELECT target, keeps FROM link WHERE id = ?")
        let rows = DatabaseRows(db: db)
        let unreadCount = try rows.tombstones().unreadCount
        if unreadCount > 0 { faults.append("the database has \(unreadCount) rows that are not tombstones") }
        try rows.forEachRow(" ORDER BY id") { row in
            if faults.count >= Self.limit { return }
            let record: StoredRecord
            do throws(TripStoreError) { record = try row.get() } catch { return faults.append("\(error)") }
            if try !rows.has(record) {
                faults.append("record \(record.id): columns of the database do not follow from it")
            }
            let owners = record.record.ownerIDs.map { Link(target: $0, keeps: 0) }
            let wanted = Set(owners + record.record.keptIDs.map { Link(target: $0, keeps: 1) })
            var found: Set<Link> = []
            let targets = try StatementRows(links, [record.id.bytes])
            while let row = try targets.next() { found.insert(Link(target: row.id(0), keeps: row.integer(1))) }
            if found != wanted {
                faults.append("record \(record.id): the database links it to others than it names")
            }
        }
        let strays = "SELECT count(*) FROM link WHERE id NOT IN (SELECT id FROM record)"
        if let count = try db.integer(sql: strays), count > 0 {
            faults.append("the database has \(count) links of records that are missing")
        }
    }

    private struct Link: Hashable {
        let target: RecordID?
        let keeps: Int64?
    }

    private func addFaultsOfHistory(to faults: inout [String]) throws {
        let (cursor, forgotten): (ChangeCursor, Int64)
        do {
            (cursor, forgotten) = try ChangeTable(db: db).state()
        } catch {
            return faults.append("\(error)")
        }
        let sql = "SELECT count(DISTINCT number), min(number), max(number) FROM change"
        let row = try StatementRows(db.cachedStatement(sql: sql)).next()
        let (count, first, last) = (row?.integer(0) ?? 0, row?.integer(1), row?.integer(2))
        guard forgotten <= cursor.number, count == cursor.number - forgotten,
            count == 0 || first == forgotten + 1 && last == cursor.number
        else {
            faults.append("the database does not have the changes of \(cursor.number - forgotten) commits")
            return
        }
    }
}
