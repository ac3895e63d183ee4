/// The result of a commit.
public struct TripCommit: Hashable, Sendable {
    /// The state after the commit.
    public let cursor: ChangeCursor
    /// What was changed, each record once, in the order in which they were first changed.
    public let changes: [RecordChange]
    /// What each deletion took, in the order of the edits; deletions without effect are left out.
    public let deletions: [DeletionReport]
    /// The ids of the records that were purged, ascending.
    public let purged: [RecordID]

    package init(
        cursor: ChangeCursor, changes: [RecordChange], deletions: [DeletionReport] = [], purged: [RecordID] = []
    ) {
        (self.cursor, self.changes, self.deletions, self.purged) = (cursor, changes, deletions, purged)
    }
}
