#if Store
    import GRDB
    import WaymarkTrips

    /// Finds what is wrong with a database.
    struct DatabaseCheck {
        let db: Database

        private static let limit = 100

        func faults() throws -> [String] {
            var faults = try String.fetchAll(db, sql: "PRAGMA integrity_check(\(Self.limit))").filter { $0 != "ok" }
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
            let rows = try Row.fetchCursor(
                try db.cachedStatement(sql: "SELECT \(DatabaseRows.columns) FROM record ORDER BY id"))
            while let row = try rows.next() {
                let record: StoredRecord
                do {
                    record = try DatabaseRows.record(row)
                } catch {
                    faults.append("\(error)")
                    continue
                }
                if try Row.fetchOne(same, arguments: DatabaseRows.values(of: record)) == nil {
                    faults.append("record \(record.id): columns of the database do not follow from it")
                }
                var wanted: Set<Link> = []
                for id in record.record.ownerIDs { wanted.insert(Link(target: id, keeps: 0)) }
                for id in record.record.keptIDs { wanted.insert(Link(target: id, keeps: 1)) }
                let found = try Row.fetchAll(links, arguments: [record.id.data]).map {
                    Link(target: $0.id(0), keeps: $0.integer(1))
                }
                if Set(found) != wanted {
                    faults.append("record \(record.id): the database links it to others than it names")
                }
                if faults.count >= Self.limit { return }
            }
            let strays = "SELECT count(*) FROM link WHERE id NOT IN (SELECT id FROM record)"
            if let count = try Int.fetchOne(db, sql: strays), count > 0 {
                faults.append("the database has \(count) links of records that are missing")
            }
        }

        private struct Link: Hashable {
            let target: RecordID?
            let keeps: Int64?
        }

        private func addFaultsOfHistory(to faults: inout [String]) throws {
            let (cursor, forgotten) = try ChangeTable(db: db).state()
            let sql = "SELECT count(DISTINCT number), min(number), max(number) FROM change"
            let row = try Row.fetchOne(db, sql: sql)
            let (count, first, last) = (row?.integer(0) ?? 0, row?.integer(1), row?.integer(2))
            guard forgotten <= cursor.number, count == cursor.number - forgotten,
                count == 0 || first == forgotten + 1 && last == cursor.number
            else {
                faults.append("the database does not have the changes of \(cursor.number - forgotten) commits")
                return
            }
        }
    }
#endif
