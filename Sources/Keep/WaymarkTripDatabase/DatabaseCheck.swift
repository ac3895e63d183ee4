import WaymarkTimes
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
        let conditions = DatabaseRows.allColumns.map { "\($0) IS ?" }.joined(separator: " AND ")
        let same = try db.cachedStatement(sql: "SELECT 1 FROM record WHERE \(conditions)")
        let links = try db.cachedStatement(sql: "SELECT target, keeps FROM link WHERE id = ?")
        let rows = try StatementRows(
            db.cachedStatement(sql: "SELECT \(DatabaseRows.columns) FROM record ORDER BY id"))
        var zone: ClockZone?
        while let row = try rows.next() {
            let record: StoredRecord
            do {
                record = try DatabaseRows.record(row, &zone)
            } catch {
                faults.append("\(error)")
                continue
            }
            if try StatementRows(same, DatabaseRows.values(of: record)).next() == nil {
                faults.append("record \(record.id): columns of the database do not follow from it")
            }
            var wanted: Set<Link> = []
            for id in record.record.ownerIDs { wanted.insert(Link(target: id, keeps: 0)) }
            for id in record.record.keptIDs { wanted.insert(Link(target: id, keeps: 1)) }
            var found: Set<Link> = []
            let targets = try StatementRows(links, [record.id.bytes])
            while let row = try targets.next() { found.insert(Link(target: row.id(0), keeps: row.integer(1))) }
            if found != wanted {
                faults.append("record \(record.id): the database links it to others than it names")
            }
            if faults.count >= Self.limit { return }
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
