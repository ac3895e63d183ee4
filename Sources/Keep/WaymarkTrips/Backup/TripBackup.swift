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
        case .companion: "companions"
        case .trip: "trips"
        case .stop: "stops"
        case .entry: "entries"
        case .attachment: "attachments"
        case .visit: "visits"
        case .route: "routes"
        }
    }

    static let versionKey = "waymark_trips"
    static let checksumKey = "xxh64"

    /// The content of a store, with what is deleted and not purged.
    ///
    /// - Throws: ``TripStoreError``.
    /// - Complexity: O(*n* log *n*).
    public static func json(of store: any TripStore) throws(TripStoreError) -> ContiguousArray<UInt8> {
        json(of: try store.records(TripQuery(life: .all)))
    }

    /// Records as a backup.
    package static func json(of rows: [StoredRecord]) -> ContiguousArray<UInt8> {
        let rows = Dictionary(grouping: rows) { $0.record.kind }
        // Sorted by name; the version and the checksum are behind the lists.
        let lists = RecordKind.allCases.map { (list(of: $0), $0) }.sorted { $0.0 < $1.0 }
        var bytes: ContiguousArray<UInt8> = []
        bytes.append("{")
        for (name, kind) in lists {
            JSONText.append(name, to: &bytes)
            bytes.append(":[")
            for (place, row) in rows[kind, default: []].sorted(by: TripContent.isBefore).enumerated() {
                if place > 0 { bytes.append(",") }
                var writer = FieldWriter(unknown: row.unknown)
                row.write(to: &writer)
                writer.append(to: &bytes)
            }
            bytes.append("],")
        }
        JSONText.append(versionKey, to: &bytes)
        bytes.append(":")
        NumberText.append(integer: Int(version), to: &bytes)
        let checksum = XXH64(bytes.span).text
        bytes.append(",")
        JSONText.append(checksumKey, to: &bytes)
        bytes.append(":")
        JSONText.append(checksum, to: &bytes)
        bytes.append("}")
        return bytes
    }

    /// Writes a backup to a file, which appears under its name when it is complete.
    ///
    /// - Throws: ``TripStoreError``, or `TableError` if the file cannot be written; an older file is then as it was.
    public static func write(_ store: any TripStore, to path: String) throws {
        let bytes = try json(of: store)
        let output = try OutputFile(path: path)
        try output.write(bytes.span)
        try output.commit()
    }
}
