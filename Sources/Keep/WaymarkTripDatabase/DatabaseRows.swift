import WaymarkTimes
import WaymarkTrips

/// The rows of a database, within a transaction.
struct DatabaseRows: RecordRows {
    let db: Database

    /// The columns that ``record(_:)`` reads.
    static let columns = "id, kind, json, modified, rank, root, deleted"

    /// The record of a row.
    ///
    /// - Parameters:
    ///   - row: The row.
    ///   - zone: The last zone that was read: see `Record.reading`.
    /// - Returns: The record, with its rank, times and unknown fields.
    /// - Throws: `TripStoreError` for a row that Waymark did not write.
    static func record(
        _ row: StatementRows, _ zone: inout ClockZone?
    ) throws(TripStoreError) -> StoredRecord {
        guard let id = row.id(0), let kind = row.integer(1).flatMap(RecordKind.init(number:)),
            let json = row.utf8(2),
            let modified = row.integer(3).flatMap(Moment.init(milliseconds:))
        else { throw TripStoreError.failed(reason: "the database has a row that is not a record") }
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

    /// Calls `body` with each record that a condition finds, or why it cannot be read.
    ///
    /// - Parameters:
    ///   - rest: SQL behind the name of the table: an index, a condition, an order.
    ///   - arguments: The values of its parameters.
    ///   - body: Takes each record.
    /// - Throws: `DatabaseError`, or what `body` throws.
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

    /// The kinds of all records whose id and kind can be read.
    func kinds() throws -> [RecordID: RecordKind] {
        let rows = try StatementRows(db.cachedStatement(sql: "SELECT id, kind FROM record"))
        var kinds: [RecordID: RecordKind] = [:]
        while let row = try rows.next() {
            if let id = row.id(0), let kind = row.integer(1).flatMap(RecordKind.init(number:)) { kinds[id] = kind }
        }
        return kinds
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

    /// All columns.
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
        var content: String?
        if case .attachment(let attachment) = record { content = "\(attachment.content)" }
        let (days, coordinate) = (record.days(), record.coordinate)
        return [
            row.id.bytes, record.kind.number, record.json(with: row.unknown), row.modified.milliseconds,
            row.rank.map { Array($0.bytes) }, row.deletion?.root.bytes, row.deletion?.time.milliseconds,
            record.scope?.bytes, record.sortTime, days?.lowerBound, days?.upperBound, coordinate?.latitude,
            coordinate?.longitude, content,
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
