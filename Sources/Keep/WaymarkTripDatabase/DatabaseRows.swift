import WaymarkText
import WaymarkTimes
import WaymarkTrips

/// The rows of a database, within a transaction.
struct DatabaseRows: RecordRows {
    let db: Database

    /// The columns that ``record(_:)`` reads.
    static let columns = "id, kind, json, modified, rank, root, deleted, sum"

    /// The same, of a version that may be below 5, which has no checksums.
    static func columns(hasSum: Bool) -> String { hasSum ? columns : String(columns.dropLast(", sum".count)) }

    /// The record of a row, which has no checksum in a version below 5. For the zone see `Record.reading`.
    static func record(
        _ row: StatementRows, _ zone: inout ClockZone?, hasSum: Bool = true
    ) throws(TripStoreError) -> StoredRecord {
        guard let id = row.id(0), let kind = row.integer(1).flatMap(RecordKind.init(number:)),
            let json = row.utf8(2),
            let modified = row.integer(3).flatMap(Moment.init(milliseconds:))
        else { throw TripStoreError.failed(reason: "the database has a row that is not a record") }
        guard !hasSum || row.integer(7) == sum(of: row) else { throw TripStoreError.damaged(id) }
        var deletion: Deletion?
        if let root = row.id(5), let time = row.integer(6).flatMap(Moment.init(milliseconds:)) {
            deletion = Deletion(root: root, time: time)
        }
        do throws(FieldError) {
            let (record, unknown) = try Record.reading(json, kind: kind, id: id, zone: &zone)
            return StoredRecord(record, rank: row.rank(4), modified: modified, deletion: deletion, unknown: unknown)
        } catch {
            throw TripStoreError.invalid(id, error)
        }
    }

    /// The checksum of a row, of all that ``record(_:_:)`` reads.
    static func sum(of row: StatementRows) -> Int64 {
        sum(
            kind: row.integer(1), json: row.utf8(2) ?? [], [row.bytes(0), row.bytes(4), row.bytes(5)],
            [row.integer(3), row.integer(6)])
    }

    private static func sum(
        kind: Int64?, json: ContiguousArray<UInt8>, _ blobs: [[UInt8]?], _ numbers: [Int64?]
    ) -> Int64 {
        var bytes = ContiguousArray<UInt8>()
        for number in [kind] + numbers {
            bytes.append(number == nil ? 0 : 1)
            for shift in stride(from: 0, to: 64, by: 8) {
                bytes.append(UInt8(truncatingIfNeeded: (number ?? 0) >> shift))
            }
        }
        for blob in blobs {
            bytes.append(UInt8(truncatingIfNeeded: blob.map { $0.count + 1 } ?? 0))
            bytes += blob ?? []
        }
        var hash = XXH64(bytes.span)
        hash.update(json.span)
        return Int64(bitPattern: hash.value)
    }

    /// Calls `body` with each record, or why it cannot be read; `rest` is SQL behind the name of the table: an index, a
    /// condition, an order.
    func forEachRow(
        _ rest: String, _ arguments: StatementArguments = [], _ body: (RecordSnapshot.Row) throws -> Void
    ) throws {
        let statement = try db.cachedStatement(sql: "SELECT \(Self.columns) FROM record\(rest)")
        let rows = try StatementRows(statement, arguments)
        var zone: ClockZone?
        while let row = try rows.next() {
            try body(Result { () throws(TripStoreError) in try Self.record(row, &zone) })
        }
    }

    private func records(_ condition: String, _ arguments: StatementArguments) throws -> [StoredRecord] {
        var records: [StoredRecord] = []
        try forEachRow(" WHERE \(condition)", arguments) { records.append(try $0.get()) }
        return records
    }

    /// All rows that can be read, whatever pages are damaged: their numbers are looked for in the table from both ends, and in two
    /// indexes.
    ///
    /// - Throws: `DatabaseError` if nothing of the table can be found.
    func salvage() throws -> SalvagedRecords {
        var numbers: Set<Int64> = []
        var first: (any Error)?
        for source in [
            "NOT INDEXED ORDER BY rowid", "NOT INDEXED ORDER BY rowid DESC", "INDEXED BY record_kind", "ORDER BY id",
        ] {
            do {
                let rows = try StatementRows(db.cachedStatement(sql: "SELECT rowid FROM record \(source)"))
                while let row = try rows.next() { if let number = row.integer(0) { numbers.insert(number) } }
            } catch { first = first ?? error }
        }
        if numbers.isEmpty, let first { throw first }
        // Those of older versions have no checksums.
        let hasSums = (try? db.cachedStatement(sql: "SELECT sum FROM record")) != nil
        let columns = Self.columns(hasSum: hasSums)
        var found = SalvagedRecords()
        var seen: Set<RecordID> = []
        var zone: ClockZone?
        for number in numbers.sorted() {
            do {
                let statement = try db.cachedStatement(sql: "SELECT \(columns) FROM record WHERE rowid = ?")
                let rows = try StatementRows(statement, [number])
                // Of a row that only an index has nothing is left.
                guard let row = try rows.next() else { throw DatabaseError(message: "row \(number) is missing") }
                do throws(TripStoreError) {
                    let record = try Self.record(row, &zone, hasSum: hasSums)
                    if seen.insert(record.id).inserted { found.rows.append(record) }
                } catch {
                    found.broken.append(
                        .init(fault: "\(error)", id: row.bytes(0), kind: row.integer(1), json: row.utf8(2)))
                }
            } catch { found.broken.append(.init(fault: "\((error as? DatabaseError)?.message ?? "\(error)")")) }
        }
        found.purged = (try? tombstones().read) ?? []
        return found
    }

    /// The kinds of all records whose id and kind can be read.
    func kinds() throws -> [RecordID: RecordKind] {
        let rows = try StatementRows(db.cachedStatement(sql: "SELECT id, kind FROM record"))
        var kinds: [RecordID: RecordKind] = [:]
        while let row = try rows.next() {
            if let id = row.id(0), let kind = row.integer(1).flatMap(RecordKind.init(number:)) { kinds[id] = kind }
        }
        return kinds
    }

    /// The files of all attachments, by their records: columns may be damaged.
    ///
    /// - Throws: `TripStoreError` for a row that cannot be read, which may be that of an attachment.
    func attachedFiles() throws -> Set<ContentHash> {
        let hasSums = try Schema.version(of: db) >= 5
        let columns = Self.columns(hasSum: hasSums)
        let rows = try StatementRows(db.cachedStatement(sql: "SELECT \(columns) FROM record NOT INDEXED"))
        var (zone, files): (ClockZone?, Set<ContentHash>) = (nil, [])
        while let row = try rows.next() {
            if let file = try Self.record(row, &zone, hasSum: hasSums).attachedFile { files.insert(file) }
        }
        return files
    }

    /// Whether indexes have as many records as each other: what one lacks would be missing without a word.
    ///
    /// - Complexity: O(*n*), in pages of indexes alone.
    func isWhole() throws -> Bool {
        func count(_ rest: String) throws -> Int? { try db.integer(sql: "SELECT count(*) FROM record \(rest)") }
        let all = try count("INDEXED BY record_kind WHERE kind >= 0")
        let ordered = RecordKind.allCases.filter(\.isOrdered).map { "\($0.number)" }.joined(separator: ", ")
        return try count("INDEXED BY sqlite_autoindex_record_1 WHERE id >= x''") == all
            && count("INDEXED BY record_time WHERE kind >= 0") == all
            && count("INDEXED BY record_order WHERE rank IS NOT NULL")
                == count("INDEXED BY record_kind WHERE kind IN (\(ordered))")
            && count("INDEXED BY record_trip WHERE kind = 2") == count("INDEXED BY record_kind WHERE kind = 2")
    }

    /// The number of rows of no kind.
    func strayCount() throws -> Int {
        let count = "SELECT count(*) FROM record WHERE kind"
        return try db.integer(sql: "SELECT (\(count) < 0) + (\(count) >= \(RecordKind.allCases.count))") ?? 0
    }

    /// Whether all columns of a record are as they would be written.
    func has(_ row: StoredRecord) throws -> Bool { try exists(Self.comparison, Self.values(of: row)) }

    private static let comparison =
        "SELECT 1 FROM record WHERE " + allColumns.map { "\($0) IS ?" }.joined(separator: " AND ")

    private func exists(_ sql: String, _ arguments: StatementArguments) throws -> Bool {
        try StatementRows(db.cachedStatement(sql: sql), arguments).next() != nil
    }

    func row(_ id: RecordID) throws -> StoredRecord? { try records("id = ?", [id.bytes]).first }

    func owned(by id: RecordID) throws -> [StoredRecord] {
        try records("id IN (SELECT id FROM link WHERE target = ? AND keeps = 0)", [id.bytes])
    }

    func isKept(_ id: RecordID) throws -> Bool {
        try exists("SELECT 1 FROM link WHERE target = ? AND keeps = 1", [id.bytes])
    }

    func rank(above rank: Rank?, in scope: RecordScope) throws -> Rank? {
        try self.rank(
            "rank > ? ORDER BY rank", [scope.kind.number, scope.bytes, rank.map { Array($0.bytes) } ?? []])
    }

    func rows(at rank: Rank, in scope: RecordScope) throws -> [StoredRecord] {
        try records(
            "kind = ? AND scope = ? AND rank = ? ORDER BY id", [scope.kind.number, scope.bytes, Array(rank.bytes)])
    }

    func tombstone(_ id: RecordID) throws -> Tombstone? { try tombstones(" WHERE id = ?", [id.bytes]).read.first }

    /// The tombstones that a condition finds, and the number of those that cannot be read.
    func tombstones(
        _ rest: String = "", _ arguments: StatementArguments = []
    ) throws -> (read: [Tombstone], unreadCount: Int) {
        let rows = try StatementRows(
            db.cachedStatement(sql: "SELECT id, root, time FROM tombstone\(rest)"), arguments)
        var (read, unreadCount) = ([Tombstone](), 0)
        while let row = try rows.next() {
            if let id = row.id(0), let root = row.id(1),
                let time = row.integer(2).flatMap(Moment.init(milliseconds:))
            {
                read.append(Tombstone(id: id, deletion: Deletion(root: root, time: time)))
            } else {
                unreadCount += 1
            }
        }
        return (read, unreadCount)
    }

    func bury(_ tombstone: Tombstone) throws {
        try db.cachedStatement(sql: "INSERT OR REPLACE INTO tombstone (id, root, time) VALUES (?, ?, ?)")
            .execute(arguments: [
                tombstone.id.bytes, tombstone.deletion.root.bytes, tombstone.deletion.time.milliseconds,
            ])
    }

    func lastRank(in scope: RecordScope) throws -> Rank? {
        try rank("rank IS NOT NULL ORDER BY rank DESC", [scope.kind.number, scope.bytes])
    }

    private func rank(_ condition: String, _ arguments: StatementArguments) throws -> Rank? {
        let sql = "SELECT rank FROM record WHERE kind = ? AND scope = ? AND \(condition) LIMIT 1"
        return try StatementRows(db.cachedStatement(sql: sql), arguments).next()?.rank(0)
    }

    func deleted(with root: RecordID) throws -> [StoredRecord] { try records("root = ?", [root.bytes]) }

    func deleted(before time: Moment) throws -> [StoredRecord] {
        try records("root IS NOT NULL AND deleted < ?", [time.milliseconds])
    }

    func isUsed(_ content: ContentHash) throws -> Bool {
        try exists("SELECT 1 FROM record WHERE content = ? AND root IS NULL", ["\(content)"])
    }

    func attached(_ content: ContentHash) throws -> [StoredRecord] { try records("content = ?", ["\(content)"]) }

    mutating func write(_ row: StoredRecord) throws {
        try unlink(row.id)
        try add(row)
    }

    /// Writes a row whose id has no links.
    func add(_ row: StoredRecord) throws {
        let statement = try db.cachedStatement(sql: Self.insertion)
        try statement.execute(arguments: Self.values(of: row))
        guard !row.record.ownerIDs.isEmpty || !row.record.keptIDs.isEmpty else { return }
        let link = try db.cachedStatement(sql: "INSERT INTO link (target, keeps, id) VALUES (?, ?, ?)")
        for id in row.record.ownerIDs { try link.execute(arguments: [id.bytes, 0, row.id.bytes]) }
        for id in row.record.keptIDs { try link.execute(arguments: [id.bytes, 1, row.id.bytes]) }
    }

    static let allColumns =
        columns.split(separator: ", ").map(String.init) + [
            "scope", "sort_time", "first_day", "last_day", "latitude", "longitude", "content",
        ]

    /// Adds a row, or replaces that of its id, whose kind is the same.
    private static let insertion = """
        INSERT INTO record (\(allColumns.joined(separator: ", ")))
        VALUES (\(allColumns.map { _ in "?" }.joined(separator: ", ")))
        ON CONFLICT (id) DO UPDATE SET
        \(allColumns.filter { $0 != "id" && $0 != "kind" }.map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
        """

    /// What a row has in ``allColumns``.
    static func values(of row: StoredRecord) -> StatementArguments {
        let record = row.record
        let (days, coordinate) = (record.days(), record.coordinate)
        let (json, rank, deletion) = (record.json(with: row.unknown), row.rank.map { Array($0.bytes) }, row.deletion)
        let sum = sum(
            kind: Int64(record.kind.number), json: ContiguousArray(json.utf8),
            [row.id.bytes, rank, deletion?.root.bytes],
            [row.modified.milliseconds, deletion?.time.milliseconds])
        return [
            row.id.bytes, record.kind.number, json, row.modified.milliseconds, rank, deletion?.root.bytes,
            deletion?.time.milliseconds, sum, record.scope?.bytes, record.sortTime, days?.lowerBound, days?.upperBound,
            coordinate?.latitude, coordinate?.longitude, row.attachedFile.map { "\($0)" },
        ]
    }

    mutating func remove(_ id: RecordID) throws {
        try db.cachedStatement(sql: "DELETE FROM record WHERE id = ?").execute(arguments: [id.bytes])
        try unlink(id)
    }

    private func unlink(_ id: RecordID) throws {
        try db.cachedStatement(sql: "DELETE FROM link WHERE id = ?").execute(arguments: [id.bytes])
    }
}

extension RecordScope {
    /// The owner as a column has it: no bytes where there is none.
    fileprivate var bytes: [UInt8] { owner?.bytes ?? [] }
}

extension RecordID {
    /// The 16 bytes of the id.
    var bytes: [UInt8] { unsafe withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { unsafe Array($0) } }

    /// Reads 16 bytes; nil for another number of them.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count == 16 else { return nil }
        self.init(
            high: UInt64(bigEndian: unsafe bytes.loadUnaligned(as: UInt64.self)),
            low: UInt64(bigEndian: unsafe bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
    }
}

extension RecordKind {
    init?(number: Int64) {
        guard let kind = Self.allCases.first(where: { $0.number == number }) else { return nil }
        self = kind
    }
}
