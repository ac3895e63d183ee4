import WaymarkTables
import WaymarkText

/// Backups of stores as JSON, in the form of `Documentation/Trips.md`: the same content gives the same bytes.
public enum TripBackup {
    /// The version of the form.
    public static let version: Int64 = 2

    /// The lists of a backup by kind.
    static func list(of kind: RecordKind) -> String {
        switch kind {
        case .category: "categories"
        case .entry: "entries"
        case .companion, .trip, .stop, .attachment, .visit, .route: "\(kind)s"
        }
    }

    static let versionKey = "waymark_trips"
    static let checksumKey = "xxh64"
    static let purgedKey = "purged"
    static let originKey = "changes"

    /// The names of all parts but the version and the checksum.
    static let parts = RecordKind.allCases.map(list) + [purgedKey, originKey]

    /// Whose changes a file has, where it is not a backup of a whole store.
    struct Origin: Hashable, Sendable {
        let device: UInt64
        let start: Int64?
        let end: Int64
    }

    /// The content of a store, with what is deleted and not purged.
    ///
    /// - Throws: ``TripStoreError``.
    /// - Complexity: O(*n* log *n*).
    public static func json(of store: any TripStore) throws(TripStoreError) -> ContiguousArray<UInt8> {
        do {
            return try store.withSnapshot(json)
        } catch {
            throw error as? TripStoreError ?? .failed(reason: "\(error)")
        }
    }

    /// Records as a backup.
    package static func json(of rows: [StoredRecord], purged: [Tombstone] = []) -> ContiguousArray<UInt8> {
        json(of: rows, purged: purged, origin: nil)
    }

    /// The same, with whose changes they are.
    static func json(of rows: [StoredRecord], purged: [Tombstone], origin: Origin?) -> ContiguousArray<UInt8> {
        do {
            return try json(of: RecordSnapshot(rows, purged: purged), origin)
        } catch {
            preconditionFailure("\(error)")
        }
    }

    private static func json(of snapshot: RecordSnapshot) throws -> ContiguousArray<UInt8> {
        try json(of: snapshot, nil)
    }

    private static func json(of snapshot: RecordSnapshot, _ origin: Origin?) throws -> ContiguousArray<UInt8> {
        var bytes = ContiguousArray<UInt8>()
        try write(snapshot, origin) { piece in
            unsafe piece.withUnsafeBufferPointer { piece in unsafe bytes.append(contentsOf: piece) }
        }
        return bytes
    }

    /// Writes a backup to a file, which appears under its name when it is complete. Memory does not grow with the
    /// records of a store on disk.
    ///
    /// - Throws: ``TripStoreError``, or `TableError` if the file cannot be written; an older file is then as it was.
    /// - Complexity: O(*n* log *n*).
    public static func write(_ store: any TripStore, to path: String) throws {
        let output = try OutputFile(path: path)
        try store.withSnapshot { snapshot in try write(snapshot) { try output.write($0) } }
        try output.commit()
    }

    /// Gives the bytes of a backup, in pieces.
    static func write(
        _ snapshot: RecordSnapshot, _ origin: Origin? = nil, _ take: (Span<UInt8>) throws -> Void
    ) throws {
        var bytes: ContiguousArray<UInt8> = [UInt8(ascii: "{")]
        var hash = XXH64()
        var writer = FieldWriter()
        func handOver() throws {
            hash.update(bytes.span)
            try take(bytes.span)
            bytes.removeAll(keepingCapacity: true)
        }
        func add(_ write: (inout FieldWriter) -> Void, unknown: [UnknownField] = [], isFirst: inout Bool) {
            if !isFirst { bytes.append(",") }
            isFirst = false
            writer.start(with: unknown)
            write(&writer)
            writer.append(to: &bytes)
        }
        // Sorted by name; the version and the checksum are behind the lists.
        for name in parts.sorted() {
            if name == purgedKey && snapshot.purged.isEmpty || name == originKey && origin == nil { continue }
            JSONText.append(name, to: &bytes)
            bytes.append(":")
            var isFirst = true
            if let origin, name == originKey {
                add(origin.write, isFirst: &isFirst)
                bytes.append(",")
                continue
            }
            bytes.append("[")
            if let kind = RecordKind.allCases.first(where: { list(of: $0) == name }) {
                try snapshot.forEachRecord(of: kind) { row in
                    add(row.write, unknown: row.unknown, isFirst: &isFirst)
                    if bytes.count >= pieceSize { try handOver() }
                }
            } else {
                for tombstone in snapshot.purged { add(tombstone.write, isFirst: &isFirst) }
            }
            bytes.append("],")
        }
        JSONText.append(versionKey, to: &bytes)
        bytes.append(":")
        NumberText.append(integer: Int(version), to: &bytes)
        try handOver()
        bytes.append(",")
        JSONText.append(checksumKey, to: &bytes)
        bytes.append(":")
        JSONText.append(hash.text, to: &bytes)
        bytes.append("}")
        try take(bytes.span)
    }

    private static let pieceSize = 1 << 16
}

/// What a restore in place of the content writes and removes, and its report.
package struct RestoreWork {
    /// The ids of the rows to remove first, also of those that are replaced.
    package let freed: [RecordID]
    /// The rows to add then.
    package let written: [StoredRecord]
    /// What became of each record.
    package var report: RestoreReport

    /// Works out what a restore does to rows.
    package init(_ content: TripContent, replacing old: [StoredRecord]) {
        let before = Dictionary(uniqueKeysWithValues: old.map { ($0.id, $0) })
        let after = Set(content.rows.map(\.id))
        func decision(_ row: StoredRecord) -> RestoreReport.Decision {
            guard let old = before[row.id] else { return .added }
            return old.record.kind == row.record.kind && CanonicalJSON.areSame(old.stateJSON, row.stateJSON)
                ? .same : .taken
        }
        let decisions =
            content.rows.map { ($0, decision($0)) } + old.filter { !after.contains($0.id) }.map { ($0, .removed) }
        written = decisions.filter { $0.1 == .added || $0.1 == .taken }.map(\.0)
        freed = decisions.filter { $0.1 == .removed || $0.1 == .taken }.map(\.0.id)
        report = RestoreReport(
            items: decisions.map {
                RestoreReport.Item(id: $0.id, kind: $0.record.kind, decision: $1, isAdjusted: false)
            }, cursor: nil)
    }
}
