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
