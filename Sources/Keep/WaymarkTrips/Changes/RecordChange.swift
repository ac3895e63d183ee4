/// What became of a record in a commit.
public struct RecordChange: Hashable, Sendable {
    /// What was done.
    public enum Action: String, Hashable, Sendable, CaseIterable {
        /// It is new, or was brought back.
        case inserted
        /// It was changed or moved.
        case changed
        /// It was deleted.
        case deleted
    }

    /// The record.
    public let id: RecordID
    /// What it is.
    public let kind: RecordKind
    /// What was done.
    public let action: Action

    package init(id: RecordID, kind: RecordKind, action: Action) {
        (self.id, self.kind, self.action) = (id, kind, action)
    }
}
