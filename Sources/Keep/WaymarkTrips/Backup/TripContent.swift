/// The content of a store or of a backup, checked: no record that another names is missing, and deletions are whole.
public struct TripContent: Sendable {
    /// The records, deleted ones too, sorted by kind, then by id.
    public let rows: [StoredRecord]
    /// What is kept of purged records.
    package let purged: [Tombstone]
    /// What an import says of records; all of a backup.
    package var said = ImportedFields()

    /// Checks records.
    ///
    /// - Throws: ``RestoreError`` for the first fault.
    /// - Complexity: O(*n* log *n*).
    package init(_ rows: [StoredRecord], purged: [Tombstone] = []) throws(RestoreError) {
        self.rows = rows.sorted(by: Self.isBefore)
        self.purged = purged.sorted { $0.id < $1.id }
        for (a, b) in zip(self.purged, self.purged.dropFirst()) where a.id == b.id { throw .repeatedID(a.id) }
        var links = RecordLinks()
        for row in self.rows { try links.add(row) }
        try links.check()
    }

    /// By kind, so that what others go with comes first, then by id.
    static func isBefore(_ a: StoredRecord, _ b: StoredRecord) -> Bool {
        (a.record.kind.number, a.id) < (b.record.kind.number, b.id)
    }
}

/// The fields that a format has: the others are not said to be empty.
package struct ImportedFields: Sendable {
    /// The fields of a kind of record; nil for all.
    var ofKinds: [RecordKind: Set<String>] = [:]
    /// Those of a record that could not be read.
    var unread: [RecordID: Set<String>] = [:]

    /// A record with what is said of it in place of what it had.
    func overwriting(_ old: StoredRecord, with new: StoredRecord) -> StoredRecord {
        var changed = new
        changed.deletion = nil
        guard ofKinds[new.record.kind] != nil || unread[new.id] != nil else { return changed }
        func isSaid(_ name: String) -> Bool {
            ofKinds[new.record.kind]?.contains(name) ?? true && !(unread[new.id]?.contains(name) ?? false)
        }
        func fields(_ row: StoredRecord) -> [UnknownField] {
            let json = ContiguousArray(row.record.json(with: row.unknown).utf8)
            return (try? FieldReader(json, in: json.indices).unknown()) ?? []
        }
        let both = fields(old).filter { !isSaid($0.name) } + fields(new).filter { isSaid($0.name) }
        let json = FieldWriter(unknown: both).text
        // Each was read before.
        if let read = try? Record.reading(json, kind: new.record.kind, id: new.id) {
            (changed.record, changed.unknown) = (read.record, read.unknown)
        }
        return changed
    }
}

extension StoredRecord {
    /// Adds all fields, with the id, the place and the times.
    func write(to writer: inout FieldWriter) {
        record.write(to: &writer)
        writer.id("id", id)
        writer.rank("rank", rank)
        writer.moment("modified_unix_ms", modified)
        writer.moment("deleted_unix_ms", deletion?.time)
        writer.id("deleted_with", deletion?.root)
    }
}

extension Tombstone {
    /// Reads a tombstone of a backup.
    init(_ bytes: ContiguousArray<UInt8>, in range: Range<Int>) throws(FieldError) {
        var reader = try FieldReader(bytes, in: range)
        let id = try reader.id("id").required("id")
        let time = try reader.moment("deleted_unix_ms").required("deleted_unix_ms")
        self.init(id: id, deletion: Deletion(root: try reader.id("deleted_with") ?? id, time: time))
    }

    func write(to writer: inout FieldWriter) {
        writer.id("id", id)
        writer.moment("deleted_unix_ms", deletion.time)
        writer.id("deleted_with", deletion.root)
    }
}
