import WaymarkTables
import WaymarkText

/// Backups of stores as JSON, in the form of `Documentation/Trips.md`: the same content gives the same bytes.
public enum TripBackup {
    /// The version of the form.
    public static let version: Int64 = 4

    static let purgedKey = "purged"
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

    /// A content as a backup.
    package static func json(of content: TripContent) -> ContiguousArray<UInt8> {
        // What is checked can be written.
        do { return try json(of: RecordSnapshot(content.rows, purged: content.purged)) } catch {
            preconditionFailure("\(error)")
        }
    }

    private static func json(of snapshot: RecordSnapshot) throws -> ContiguousArray<UInt8> {
        var bytes = ContiguousArray<UInt8>()
        try write(snapshot) { piece in
            unsafe piece.withUnsafeBufferPointer { piece in unsafe bytes.append(contentsOf: piece) }
        }
        return bytes
    }

    /// Writes a backup to a file, which appears under its name when it is complete.
    ///
    /// Where records of the store are damaged, an older backup stays: what can be saved is written beside it, under a free
    /// name such as `trips.incomplete.json`. Nothing is saved of them to standard output or a pipe.
    ///
    /// - Returns: The path, and what the backup lacks.
    /// - Throws: ``TripStoreError``, or `TableError` if the file cannot be written; an older file is then as it was.
    /// - Complexity: O(*n* log *n*). Of a store on disk the ids and links of the records are held, and the records only if
    ///   some are damaged.
    @discardableResult
    public static func write(_ store: any TripStore, to path: String) throws -> BackupGaps {
        try BackupGaps.writing(store, to: path) { snapshot, output, _ in
            try Self.write(snapshot) { try output.write($0) }
        }
    }

    /// Gives the bytes of a backup, in pieces.
    ///
    /// - Throws: ``TripStoreError`` where a record cannot be read, or its backup could not be restored, before the end.
    static func write(_ snapshot: RecordSnapshot, _ take: (Span<UInt8>) throws -> Void) throws {
        var bytes: ContiguousArray<UInt8> = [UInt8(ascii: "{")]
        var hash = XXH64()
        var writer = FieldWriter()
        func handOver() throws {
            size += bytes.count
            guard size <= TripArchive.maxJSON else {
                throw TableError.writeFailed(
                    path: "the backup",
                    reason: "the JSON of the backup would have more than \(TripArchive.maxJSON) bytes")
            }
            hash.update(bytes.span)
            try take(bytes.span)
            bytes.removeAll(keepingCapacity: true)
        }
        guard snapshot.strayCount == 0 else {
            throw TripStoreError.failed(reason: "the database has a row that is not a record")
        }
        var links = RecordLinks()
        var isFirst = true
        var (count, size) = (0, 0)
        func append(_ unknown: [UnknownField], _ write: (inout FieldWriter) -> Void) throws {
            if !isFirst { bytes.append(",") }
            isFirst = false
            writer.start(with: unknown)
            write(&writer)
            writer.append(to: &bytes)
            if bytes.count >= pieceSize { try handOver() }
        }
        // Sorted by name; the version and the checksum are behind the lists.
        let lists = RecordKind.allCases.map { ($0.plural, $0) as (String, RecordKind?) } + [(purgedKey, nil)]
        for (name, kind) in lists.sorted(by: { $0.0 < $1.0 }) {
            JSONText.append(name, to: &bytes)
            bytes.append(":[")
            isFirst = true
            if let kind {
                try snapshot.forEachRecord(of: kind) { row in
                    do { try links.add(row) } catch { throw TripStoreError.failed(reason: "\(error)") }
                    guard (row.rank != nil) == kind.isOrdered else {
                        throw TripStoreError.failed(
                            reason: "record \(row.id) does not have the place in an order that its kind has")
                    }
                    count += 1
                    try append(row.unknown, row.write)
                }
            } else {
                for tombstone in snapshot.purged { try append([], tombstone.write) }
            }
            bytes.append("],")
        }
        guard snapshot.count.map({ $0 == count }) ?? true else {
            throw TripStoreError.failed(reason: "an index of the database lacks records")
        }
        do { try links.check() } catch { throw TripStoreError.failed(reason: "\(error)") }
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
