/// All records of a store at one moment.
public struct RecordSnapshot {
    private let read: (RecordKind, (StoredRecord) throws -> Void) throws -> Void

    package init(_ read: @escaping (RecordKind, (StoredRecord) throws -> Void) throws -> Void) { self.read = read }

    /// Records in memory.
    init(_ rows: some Sequence<StoredRecord>) {
        let rows = Dictionary(grouping: rows) { $0.record.kind }
        self.init { kind, body in try rows[kind, default: []].sorted { $0.id < $1.id }.forEach(body) }
    }

    /// Calls `body` with each record of a kind, deleted ones too, by id.
    ///
    /// - Throws: ``TripStoreError`` from reading, or what `body` throws.
    /// - Complexity: O(*n* log *n*).
    public func forEachRecord(of kind: RecordKind, _ body: (StoredRecord) throws -> Void) throws {
        try read(kind, body)
    }
}
