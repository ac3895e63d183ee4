/// A record as a store has it.
public struct StoredRecord: Hashable, Sendable {
    /// The record.
    public package(set) var record: Record
    /// Its place in its order; nil for kinds that are in the order of their times. Several may have the same one: they
    /// are in the order of their ids.
    public package(set) var rank: Rank?
    /// The last edit: when it was changed, moved, deleted or brought back, or what goes with it was changed.
    public package(set) var life: EditStamp
    /// The edits by which the content and the place are what they are.
    package var edits: RecordEdits
    /// How it was deleted; nil if it was not. What goes with a deleted record has the deletion of that.
    public package(set) var deletion: Deletion?
    /// Fields written by a newer version.
    package var unknown: [UnknownField]

    package init(
        _ record: Record, rank: Rank?, life: EditStamp, edits: RecordEdits? = nil, deletion: Deletion? = nil,
        unknown: [UnknownField] = []
    ) {
        (self.record, self.rank, self.life, self.deletion, self.unknown) = (record, rank, life, deletion, unknown)
        self.edits = edits ?? RecordEdits(content: life, place: life)
    }

    /// Identifies the record.
    public var id: RecordID { record.id }
    /// Whether it was not deleted.
    public var isLive: Bool { deletion == nil }
    /// The time of the last edit, by the clock of ``EditStamp``.
    public var modified: Moment { life.time }

    /// Contents that another device wrote without having seen the one that counts, latest first: nothing is overwritten
    /// unseen. They stay until ``TripEdit/forgetCopies(_:)``.
    public var copies: [Record] {
        edits.copies.filter { !$0.isSame(as: RecordCopy(self)) }.map(\.record)
    }

    /// Whether the content and the place are the same, byte by byte.
    package func isSame(as other: StoredRecord) -> Bool {
        rank == other.rank && record.kind == other.record.kind && RecordCopy(self).isSame(as: RecordCopy(other))
    }

    /// Whether the whole state is the same, byte by byte.
    package func isIdentical(to other: StoredRecord) -> Bool {
        life == other.life && deletion == other.deletion && edits.isIdentical(to: other.edits) && isSame(as: other)
    }
}

/// The edits by which a record is what it is.
package struct RecordEdits: Hashable, Sendable {
    /// The edit that wrote the content.
    package var content: EditStamp
    /// The edit that gave it its place.
    package var place: EditStamp
    /// The last edits of other devices that the content follows, sorted by device: what they wrote until then was seen.
    package var seen: [EditStamp] = []
    /// Other contents that were written without seeing each other, latest first.
    package var copies: [RecordCopy] = []

    package init(content: EditStamp, place: EditStamp) { (self.content, self.place) = (content, place) }

    fileprivate func isIdentical(to other: RecordEdits) -> Bool {
        content == other.content && place == other.place && seen == other.seen
            && copies.elementsEqual(other.copies) { $0.stamp == $1.stamp && $0.isSame(as: $1) }
    }
}

/// A content of a record, and the edit that wrote it.
package struct RecordCopy: Hashable, Sendable {
    package let stamp: EditStamp
    package let record: Record
    package let unknown: [UnknownField]

    package init(stamp: EditStamp, record: Record, unknown: [UnknownField]) {
        (self.stamp, self.record, self.unknown) = (stamp, record, unknown)
    }

    /// The content that counts.
    package init(_ row: StoredRecord) {
        self.init(stamp: row.edits.content, record: row.record, unknown: row.unknown)
    }

    package var json: String { record.json(with: unknown) }

    /// Whether the contents are the same, byte by byte.
    package func isSame(as other: RecordCopy) -> Bool { CanonicalJSON.areSame(json, other.json) }
}

/// How a record was deleted.
public struct Deletion: Hashable, Sendable {
    /// The id of the record that was asked to be deleted: this one, or what this one goes with.
    public let root: RecordID
    /// When.
    public let time: Moment

    package init(root: RecordID, time: Moment) { (self.root, self.time) = (root, time) }
}

extension Deletion: Comparable {
    /// Whether the first was earlier.
    public static func < (a: Deletion, b: Deletion) -> Bool { (a.time, a.root) < (b.time, b.root) }
}

/// All records of a store at one moment.
public struct RecordSnapshot {
    /// What is kept of purged records, by id.
    public let purged: [Tombstone]
    private let read: (RecordKind, (StoredRecord) throws -> Void) throws -> Void

    package init(
        purged: [Tombstone], _ read: @escaping (RecordKind, (StoredRecord) throws -> Void) throws -> Void
    ) {
        (self.purged, self.read) = (purged.sorted { $0.id < $1.id }, read)
    }

    /// Records in memory.
    init(_ rows: some Sequence<StoredRecord>, purged: [Tombstone]) {
        let rows = Dictionary(grouping: rows) { $0.record.kind }
        self.init(purged: purged) { kind, body in
            try rows[kind, default: []].sorted { $0.id < $1.id }.forEach(body)
        }
    }

    /// Calls `body` with each record of a kind, deleted ones too, by id.
    ///
    /// - Throws: ``TripStoreError`` from reading, or what `body` throws.
    /// - Complexity: O(*n* log *n*).
    public func forEachRecord(of kind: RecordKind, _ body: (StoredRecord) throws -> Void) throws {
        try read(kind, body)
    }
}
