import WaymarkTables
import WaymarkText

/// Backups of stores as JSON, in the form of `Documentation/Trips.md`: the same content gives the same bytes.
public enum TripBackup {
    /// The version of the form.
    public static let version: Int64 = 1

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
    package static func json(of rows: [StoredRecord]) -> ContiguousArray<UInt8> {
        do { return try json(of: RecordSnapshot(rows)) } catch { preconditionFailure("\(error)") }
    }

    private static func json(of snapshot: RecordSnapshot) throws -> ContiguousArray<UInt8> {
        var bytes = ContiguousArray<UInt8>()
        try write(snapshot) { piece in
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
    static func write(_ snapshot: RecordSnapshot, _ take: (Span<UInt8>) throws -> Void) throws {
        var bytes: ContiguousArray<UInt8> = [UInt8(ascii: "{")]
        var hash = XXH64()
        var writer = FieldWriter()
        func handOver() throws {
            hash.update(bytes.span)
            try take(bytes.span)
            bytes.removeAll(keepingCapacity: true)
        }
        // Sorted by name; the version and the checksum are behind the lists.
        for kind in RecordKind.allCases.sorted(by: { list(of: $0) < list(of: $1) }) {
            JSONText.append(list(of: kind), to: &bytes)
            bytes.append(":[")
            var isFirst = true
            try snapshot.forEachRecord(of: kind) { row in
                if !isFirst { bytes.append(",") }
                isFirst = false
                writer.start(with: row.unknown)
                row.write(to: &writer)
                writer.append(to: &bytes)
                if bytes.count >= pieceSize { try handOver() }
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

/// What a restore writes and removes, and its report.
package struct RestoreWork {
    /// The ids of the rows to remove first, also of those that are replaced: they may have places in orders that others
    /// get.
    package let freed: [RecordID]
    /// The rows to add then.
    package let written: [StoredRecord]
    /// The changes of the commit, sorted by kind, then by id.
    package let changes: [RecordChange]
    /// What became of each record.
    package let report: RestoreReport

    /// Works out what a restore does to rows.
    ///
    /// - Throws: ``TripStoreError/notMerged(_:)``.
    package init(_ content: TripContent, _ mode: RestoreMode, over old: [StoredRecord]) throws(TripStoreError) {
        let rows: [StoredRecord]
        do throws(RestoreError) {
            (rows, report) = try content.restored(over: old, mode)
        } catch {
            throw .notMerged(error)
        }
        let before = Dictionary(uniqueKeysWithValues: old.map { ($0.id, $0) })
        written = rows.filter { row in
            before[row.id].map {
                $0.record.kind != row.record.kind || !CanonicalJSON.areSame($0.stateJSON, row.stateJSON)
            } ?? true
        }
        var freed = written.map(\.id).filter { before[$0] != nil }
        if freed.count < before.count {
            let after = Set(rows.map(\.id))
            freed += old.map(\.id).filter { !after.contains($0) }
        }
        self.freed = freed
        changes = written.compactMap { row in
            let old = before[row.id]
            let (wasLive, isLive) = (old?.isLive ?? false, row.isLive)
            guard wasLive || isLive else { return nil }
            return RecordChange(
                id: row.id, kind: row.record.kind, action: !wasLive ? .inserted : isLive ? .changed : .deleted)
        }
    }
}
