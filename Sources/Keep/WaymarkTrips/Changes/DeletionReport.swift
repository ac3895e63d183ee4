/// What a deletion took.
public struct DeletionReport: Hashable, Sendable {
    /// The record that was asked to be deleted.
    public let root: RecordID
    /// The deleted records, with the root, sorted by kind, then by id.
    public let records: [RecordChange]
    /// The files that no attachment uses any more, ascending.
    public let files: [ContentHash]

    /// The number of deleted records of a kind.
    public func count(of kind: RecordKind) -> Int { records.count { $0.kind == kind } }
}
