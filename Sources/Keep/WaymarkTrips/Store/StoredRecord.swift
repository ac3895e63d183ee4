/// A record as a store has it.
public struct StoredRecord: Hashable, Sendable {
    /// The record.
    public package(set) var record: Record
    /// Its place in its order; nil for kinds that are in the order of their times.
    public package(set) var rank: Rank?
    /// When it was last changed, moved, deleted or brought back.
    public package(set) var modified: Moment
    /// How it was deleted; nil if it was not.
    public package(set) var deletion: Deletion?
    /// Fields written by a newer version.
    package var unknown: [UnknownField]

    package init(
        _ record: Record, rank: Rank?, modified: Moment, deletion: Deletion? = nil, unknown: [UnknownField] = []
    ) {
        (self.record, self.rank, self.modified) = (record, rank, modified)
        (self.deletion, self.unknown) = (deletion, unknown)
    }

    /// Identifies the record.
    public var id: RecordID { record.id }
    /// Whether it was not deleted.
    public var isLive: Bool { deletion == nil }

    /// Whether the content and the place are the same, byte by byte.
    package func isSame(as other: StoredRecord) -> Bool {
        rank == other.rank && record.kind == other.record.kind
            && CanonicalJSON.areSame(record.json(with: unknown), other.record.json(with: other.unknown))
    }
}

/// How a record was deleted.
public struct Deletion: Hashable, Sendable {
    /// The id of the record that was asked to be deleted: this one, or what this one went with.
    public let root: RecordID
    /// When.
    public let time: Moment

    package init(root: RecordID, time: Moment) { (self.root, self.time) = (root, time) }
}

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
