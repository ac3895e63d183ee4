/// The commits of a store after a cursor, as they are made: each once, in order, without gaps.
///
/// It ends when its task is cancelled. Commits of other processes are seen with the next commit of this one.
///
/// ```swift
/// for try await commit in TripChanges(of: store, after: saved) {
///     update(with: commit.changes)
///     saved = commit.cursor  // where to go on after a restart
/// }
/// ```
public struct TripChanges: AsyncSequence, Sendable {
    /// A commit, with its changes.
    public typealias Element = TripCommit

    private let store: any TripStore
    private let start: ChangeCursor

    /// The commits after a cursor.
    public init(of store: any TripStore, after cursor: ChangeCursor) { (self.store, start) = (store, cursor) }

    /// Reads commits.
    public struct Iterator: AsyncIteratorProtocol {
        private static let pageSize = 256

        private let store: any TripStore
        private var cursor: ChangeCursor
        /// Commits that were read and not handed out, the next one last.
        private var page: [TripCommit] = []

        init(_ store: any TripStore, _ cursor: ChangeCursor) { (self.store, self.cursor) = (store, cursor) }

        /// The next commit; nil once the task is cancelled.
        ///
        /// - Throws: ``TripStoreError/cursorTooOld(_:)`` if the reader fell behind what the store remembers: start
        ///   anew.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(TripStoreError) -> TripCommit? {
            while true {
                if Task.isCancelled { return nil }
                if let commit = page.popLast() { return commit }
                // Counted before the look, so that no commit is made unseen between the look and the wait.
                let count = store.commitSignal.count
                page = try store.changes(after: cursor, limit: Self.pageSize).reversed()
                if let last = page.first {
                    cursor = last.cursor
                } else {
                    await store.commitSignal.wait(beyond: count)
                }
            }
        }
    }

    /// Reads the commits from the start.
    public func makeAsyncIterator() -> Iterator { Iterator(store, start) }
}

/// A state of a store. It stays valid when the program ends: keep its `description`.
public struct ChangeCursor: Hashable, Sendable {
    /// Identifies the history of the store; another one begins when a backup replaces its content.
    public let history: RecordID
    /// The number of commits so far.
    public let number: Int64

    package init(history: RecordID, number: Int64) { (self.history, self.number) = (history, number) }

    /// Reads a `description`; nil for anything else.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let history = RecordID(parts[0]), let number = Int64(parts[1]), number >= 0 else {
            return nil
        }
        self.init(history: history, number: number)
    }
}

extension ChangeCursor: CustomStringConvertible {
    /// The history and the number: `0190b6a4-7c1e-7d52-9b7a-5f3c1c9d2e10/17`.
    public var description: String { "\(history)/\(number)" }
}

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
