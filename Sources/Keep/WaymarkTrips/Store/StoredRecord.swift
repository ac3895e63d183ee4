import WaymarkText

/// A record as a store has it.
public struct StoredRecord: Hashable, Sendable {
    /// The record.
    public package(set) var record: Record
    /// Its place in its order; nil for kinds that are in the order of their times. After a merge several may have the
    /// same one: they are in the order of their ids.
    public package(set) var rank: Rank?
    /// When it was last changed, moved, deleted by itself or brought back: later than what that edit followed, also where
    /// a clock was set back.
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

    /// Whether the whole state is the same, byte by byte.
    package func isIdentical(to other: StoredRecord) -> Bool {
        modified == other.modified && deletion == other.deletion && isSame(as: other)
    }

    /// Whether the content and the place are the same, byte by byte.
    package func isSame(as other: StoredRecord) -> Bool {
        rank == other.rank && record.kind == other.record.kind
            && CanonicalJSON.areSame(record.json(with: unknown), other.record.json(with: other.unknown))
    }
}

extension StoredRecord {
    /// Puts rows that have no place in their order at its end, and takes that of rows without an order.
    ///
    /// - Returns: The positions of these rows.
    @discardableResult
    static func placeRest(of rows: inout [StoredRecord]) -> [Int] {
        var last: [RecordScope: Rank] = [:]
        for row in rows {
            if let rank = row.rank, let scope = row.record.scope { last[scope] = max(rank, last[scope] ?? rank) }
        }
        let rest = rows.indices.filter { (rows[$0].rank == nil) == rows[$0].record.kind.isOrdered }
        for place in rest {
            rows[place].rank = rows[place].record.scope.map { scope in
                let rank = Rank.between(last[scope], nil)
                last[scope] = rank
                return rank
            }
        }
        return rest
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

extension Deletion: Comparable {
    /// Whether the first was earlier.
    public static func < (a: Deletion, b: Deletion) -> Bool { (a.time, a.root) < (b.time, b.root) }
}

/// What is kept of a record that was purged: its deletion, so that merging an older backup does not bring it back.
package struct Tombstone: Hashable, Sendable {
    package let id: RecordID
    /// The deletion; its time is not before the last edit.
    package let deletion: Deletion

    package init(id: RecordID, deletion: Deletion) { (self.id, self.deletion) = (id, deletion) }
}

/// What can be read of a store that may be damaged.
public struct SalvagedRecords: Sendable {
    /// A row that is not a sound record, with what is left of it.
    package struct Broken: Sendable {
        package let fault: String
        package let id: [UInt8]?
        package let kind: Int64?
        package let json: ContiguousArray<UInt8>?

        package init(fault: String, id: [UInt8]? = nil, kind: Int64? = nil, json: ContiguousArray<UInt8>? = nil) {
            (self.fault, self.id, self.kind, self.json) = (fault, id, kind, json)
        }
    }

    package var rows: [StoredRecord] = []
    package var broken: [Broken] = []
    package var purged: [Tombstone] = []

    package init(rows: [StoredRecord] = [], purged: [Tombstone] = []) { (self.rows, self.purged) = (rows, purged) }
}

/// All records of a store at one moment.
public struct RecordSnapshot {
    /// A record, or why it cannot be read.
    package typealias Row = Result<StoredRecord, TripStoreError>

    /// What is kept of purged records, by id.
    package let purged: [Tombstone]
    /// The number of rows of the store that are not records of any kind.
    package let strayCount: Int
    /// The number of rows, counted where no index can lack one; nil if there is no index.
    package let count: Int?
    private let read: (RecordKind, (Row) throws -> Void) throws -> Void

    package init(
        purged: [Tombstone], strayCount: Int = 0, count: Int? = nil,
        _ read: @escaping (RecordKind, (Row) throws -> Void) throws -> Void
    ) {
        (self.purged, self.strayCount) = (purged.sorted { $0.id < $1.id }, strayCount)
        (self.count, self.read) = (count, read)
    }

    /// Records in memory.
    package init(_ rows: some Sequence<StoredRecord>, purged: [Tombstone]) {
        let rows = Dictionary(grouping: rows) { $0.record.kind }
        self.init(purged: purged) { kind, body in
            for row in rows[kind, default: []].sorted(by: { $0.id < $1.id }) { try body(.success(row)) }
        }
    }

    /// Calls `body` with each record of a kind, deleted ones too, by id. It may be called from `body`.
    ///
    /// - Throws: ``TripStoreError`` from reading, or what `body` throws.
    /// - Complexity: O(*n* log *n*).
    public func forEachRecord(of kind: RecordKind, _ body: (StoredRecord) throws -> Void) throws {
        try read(kind) { try body($0.get()) }
    }
}
