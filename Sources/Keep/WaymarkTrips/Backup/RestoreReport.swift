/// How a backup is restored.
public enum RestoreMode: String, Hashable, Sendable, CaseIterable {
    /// The store has what the backup has, and nothing else.
    case replace
    /// The store keeps what the backup lacks. Of two states of a record the one that was changed later counts; of
    /// states changed at the same moment, the one whose bytes are greater.
    case merge
}

/// What a restore did with each record.
public struct RestoreReport: Hashable, Sendable {
    /// What became of a record.
    public enum Decision: String, Hashable, Sendable, CaseIterable {
        /// The store had none with this id.
        case added
        /// The state of the backup is taken.
        case taken
        /// The state of the store is kept, being the later one.
        case kept
        /// Both have the same state.
        case same
        /// Only the store had it, and keeps it.
        case alone
        /// Only the store had it, and it is removed.
        case removed
    }

    /// A record, and what became of it.
    public struct Item: Hashable, Sendable {
        /// The record.
        public let id: RecordID
        /// What it is.
        public let kind: RecordKind
        /// What became of it.
        public let decision: Decision
        /// Whether it also got another place, since both states had different records there, or is deleted since what
        /// it belongs to is.
        public let isAdjusted: Bool
    }

    /// All records of both, sorted by kind, then by id.
    public let items: [Item]
    /// The state of the store afterwards.
    public package(set) var cursor: ChangeCursor?

    /// The number of records with a decision.
    public func count(of decision: Decision) -> Int { items.count { $0.decision == decision } }
}
